"""Rooms have doors: others import those and nothing else, and a room uses the rooms it may."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("vision", "overlay", "spotter", "rules")
ROOMS = tomllib.loads((ROOT / "tests" / "rooms.toml").read_text(encoding="utf-8"))
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if path.parent != ROOT / "rules"  # whose one file is empty
}


def room_of(module: str) -> str:
    """The room a module is in: its folder below the package, or the package itself."""
    parts = module.split(".")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def door_of(module: str) -> str:
    """A module's name inside its room."""
    return module.split(".", 2)[-1] if module.count(".") > 1 else module.rsplit(".", maxsplit=1)[-1]


def only_for_types(node: ast.AST) -> bool:
    """Whether this is `if TYPE_CHECKING:`, of which nothing is left when the program runs."""
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def imported(path: Path, *, types: bool = True) -> set[str]:
    """The modules of our rooms that a file imports, wherever in the file."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not types:
        tree.body = [node for node in tree.body if not only_for_types(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            whole = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            named = whole[:1] if node.module in MODULES else whole[1:]
            found |= {name for name in named if name in MODULES}
    return found


@pytest.mark.parametrize("room", sorted({room_of(module) for module in MODULES}))
def test_a_room_is_entered_by_its_doors_alone(room):
    """Whoever is outside imports doors, and only of rooms that his own may use."""
    assert room in ROOMS, "a new room says in tests/rooms.toml what it is for"
    for module, path in MODULES.items():
        if room_of(module) != room:
            continue
        for other in imported(path):
            if room_of(other) != room:
                assert room_of(other) in ROOMS[room]["uses"], (module, other)
                assert door_of(other) in ROOMS[room_of(other)]["doors"], (module, other)


def test_no_room_is_listed_that_is_not_there():
    """The list and the house are the same."""
    assert set(ROOMS) <= {room_of(module) for module in MODULES}


def test_rooms_stand_one_above_the_other():
    """No room uses one that, over whatever others, uses it."""
    uses: dict[str, set[str]] = {room: set() for room in ROOMS}
    for module, path in MODULES.items():
        others = {room_of(other) for other in imported(path, types=False)}
        uses[room_of(module)] |= others - {room_of(module)}
    while ground := [room for room, below in uses.items() if not below]:
        uses = {room: below - {*ground} for room, below in uses.items() if room not in ground}

    assert not uses, "these use each other in a circle"
