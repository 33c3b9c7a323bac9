"""One name, one meaning: a class is called as no other is."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("table", "calibration", "vision", "rules", "overlay", "spotter")
BOOKS = {path.parent for path in (ROOT / "rules").glob("*/events.py")}


def homes() -> dict[str, list[Path]]:
    """Each class's name and the files that define one so called."""
    found = defaultdict(list)
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path)
    return found


def test_a_class_name_is_defined_once():
    """Twice only where each is a rulebook's own word for the same part of a book."""
    doubled = {name: paths for name, paths in homes().items() if len(paths) > 1}
    wrong = {
        name: [str(path.relative_to(ROOT)) for path in paths]
        for name, paths in doubled.items()
        if any(path.parent not in BOOKS for path in paths)
        or len({path.parent for path in paths}) < len(paths)
    }

    assert wrong == {}
