"""One name, one meaning: a type is called as no other is, and what is a module's own says so."""

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("table", "calibration", "vision", "rules", "overlay", "spotter")
BOOKS = {path.parent for path in (ROOT / "rules").glob("*/events.py")}


def texts(*packages: str) -> dict[Path, str]:
    """The text of each module of some packages."""
    paths = (path for package in packages for path in (ROOT / package).rglob("*.py"))
    return {path: path.read_text(encoding="utf-8") for path in paths}


@cache
def program() -> dict[Path, list[ast.stmt]]:
    """What stands at the top of each of the program's modules."""
    return {path: ast.parse(text).body for path, text in texts(*PACKAGES).items()}


def homes() -> dict[str, list[Path]]:
    """Each type's name, a class's or one that stands for others, and the files that have it."""
    found = defaultdict(list)
    for path, body in program().items():
        for node in body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path)
            if isinstance(node, ast.Assign) and stands_for_a_type(node):
                found[ast.unparse(node.targets[0])].append(path)
    return found


def stands_for_a_type(node: ast.Assign) -> bool:
    """Whether a name is given to a type, as in `Places = dict[str, TablePoint]`."""
    is_variable = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "TypeVar"
    return bool(re.fullmatch(r"_?[A-Z][a-z]\w*", ast.unparse(node.targets[0]))) and not is_variable


def test_a_types_name_is_given_once():
    """Twice only where each is a rulebook's own word for the same part of a book."""
    doubled = {name: paths for name, paths in homes().items() if len(paths) > 1}
    wrong = {
        name: [str(path.relative_to(ROOT)) for path in paths]
        for name, paths in doubled.items()
        if any(path.parent not in BOOKS for path in paths)
        or len({path.parent for path in paths}) < len(paths)
    }

    assert wrong == {}


def test_a_function_that_its_own_module_alone_uses_says_so():
    """Its name begins with an underscore, so that a reader sees what a module is for."""
    everything = texts(*PACKAGES, "tests").values()
    used = Counter(name for text in everything for name in set(re.findall(r"\w+", text)))
    wrong = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path, body in program().items()
        for node in body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        if used[node.name] == 1 and node.name != "main"
    ]

    assert wrong == []
