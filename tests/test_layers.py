"""Packages import only the layers below them."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "table": {"table", "numpy", "shapely", "yaml"},
    "calibration": {"calibration", "table", "numpy", "cv2", "segno", "reportlab", "shapely"},
    "vision": {
        "vision",
        "calibration",
        "table",
        "numpy",
        "cv2",
        "shapely",
        "zxingcpp",
        "pyzbar",
        "segno",
        "pi_heif",
    },
    "rules": {"rules", "table", "numpy", "shapely"},
    "overlay": {"overlay", "rules", "table", "numpy", "shapely", "pygame"},
    "fixtures": {"fixtures", "table"},
}


def imported(path: Path) -> set[str]:
    """The top-level names of all modules a file imports, wherever in the file."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("package", ALLOWED)
def test_a_package_imports_only_the_layers_below_it(package):
    """No module reaches sideways or up."""
    for path in (ROOT / package).rglob("*.py"):
        assert imported(path) - sys.stdlib_module_names <= ALLOWED[package], path


@pytest.mark.parametrize("package", [*ALLOWED, "spotter"])
def test_init_files_re_export_nothing(package):
    """One name, one home: `__init__.py` is empty, except a rulebook's."""
    for path in (ROOT / package).rglob("__init__.py"):
        if path.parent.parent.name != "rules":
            assert path.read_text(encoding="utf-8").strip() == "", path


def test_no_test_file_lends_to_another():
    """What several tests need has a module of its own, whose name says what it is."""
    borrowed = [
        f"{path.relative_to(ROOT)} from {node.module}"
        for path in (ROOT / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module is not None
        if node.module.rsplit(".", maxsplit=1)[-1].startswith("test_")
    ]

    assert borrowed == []
