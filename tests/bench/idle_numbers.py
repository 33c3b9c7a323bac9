"""Which numbers of vision decide nothing: each is changed by a fifth, and what is seen compared.

    python -m tests.bench.idle_numbers [--only vision.tags ...] [--pictures 4] [--turn 6]

prints, for each module, the numbers at its top whose change by a fifth, up or down, changes no
man's name or place, no thing and no outline by more than a hundredth of an inch, on recorded
tables, on rendered ones and in a recorded turn. Such a number may go, or the pictures do not ask
for it yet. About a second a number and picture.
"""

import argparse
import ast
import functools
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import vision
from fixtures.recorded import photo_names, recorded
from table.army_file import read_army
from table.lens_file import read_lens
from table.scene import Scene
from table.table_file import read_table
from tests.bench.cases import folder_case, virtual_cases
from tests.bench.timing import on_one_thread
from vision.live.track import track
from vision.live.tracked import Watching
from vision.look import look
from vision.pictures.picture_file import read_picture

FIFTH = 0.2
PLACES = 2  # decimals of an inch to which what is seen is compared
_NAME = re.compile(r"_?[A-Z][A-Z0-9_]*")

Seen = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A number at the top of a module."""

    module: str
    name: str
    value: float

    def changed(self) -> Iterator[float]:
        """The number a fifth larger and a fifth smaller; a whole number stays whole."""
        for factor in (1.0 + FIFTH, 1.0 - FIFTH):
            if isinstance(self.value, int):
                step = max(1, round(abs(self.value) * FIFTH))
                yield self.value + (step if factor > 1.0 else -step)
            else:
                yield self.value * factor


def numbers_of(module: ModuleType) -> list[Number]:
    """The numbers that a module's top gives a name."""
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    names = [
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and _NAME.fullmatch(target.id)
    ]
    found = [(name, getattr(module, name)) for name in names]
    return [
        Number(module.__name__, name, value)
        for name, value in found
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]


def vision_modules() -> list[ModuleType]:
    """Every module of vision."""
    found = pkgutil.walk_packages(vision.__path__, "vision.")
    return [import_module(info.name) for info in found if not info.ispkg]


def holders(number: Number, modules: Sequence[ModuleType]) -> list[ModuleType]:
    """The modules that know the number by its name: its own, and those that import it."""
    own = sys.modules[number.module]
    return [own, *(m for m in modules if m is not own and _imports(m, number))]


@functools.cache
def _imported(module: ModuleType) -> frozenset[tuple[str | None, str]]:
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    return frozenset(
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    )


def _imports(module: ModuleType, number: Number) -> bool:
    return (number.module, number.name) in _imported(module)


def decides(
    number: Number, modules: Sequence[ModuleType], see: Callable[[], Iterable[Seen]], before: Seen
) -> bool:
    """Whether a fifth more or less of the number changes what is seen; a crash is a change too."""
    where = holders(number, modules)
    try:
        for value in number.changed():
            _set(where, number.name, value, modules)
            try:
                if any(now != was for now, was in zip(see(), before, strict=True)):
                    return True  # the first picture that is seen otherwise is enough
            except Exception:  # noqa: BLE001 - whatever it stumbles over, it hung on the number
                return True
    finally:
        _set(where, number.name, number.value, modules)
    return False


def _set(
    where: Sequence[ModuleType], name: str, value: float, modules: Sequence[ModuleType]
) -> None:
    for module in where:
        setattr(module, name, value)
    for module in modules:  # what was worked out with another number is forgotten
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def told(scene: Scene) -> Seen:
    """What a scene says, to a hundredth of an inch."""
    men = [(man.id, round(man.x, PLACES), round(man.y, PLACES)) for man in scene.soldiers]
    things = [
        (thing.kind, [(round(at.x, PLACES), round(at.y, PLACES)) for at in thing.outline])
        for thing in scene.things
    ]
    return (sorted(men), sorted(things), len(scene.unread), sorted(scene.unknown))


def seeing(pictures: int, turn: int) -> Callable[[], Iterator[Seen]]:
    """What is looked at with each change: some tables, and the beginning of a recorded turn."""
    cases = [folder_case(recorded(name).folder) for name in photo_names()[:pictures]]
    cases += list(virtual_cases(pictures, 9300, ("normal", "hard")))
    files = recorded("oak-turn")
    spec, army, lens = read_table(files.table), read_army(files.army), read_lens(files.camera)
    watching = Watching(spec, army, lens, read_picture(files.empty))
    film = [read_picture(path) for path in files.pictures[:turn]]

    def see() -> Iterator[Seen]:
        for case in cases:
            yield told(look(case.picture, case.spec, case.army, case.lens))
        known = None
        for number, picture in enumerate(film):
            known = track(known, picture, watching, float(number))
            yield told(known.scene)

    return see


def main() -> int:
    """Print the idle numbers, module by module, and how many there are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", default=["vision"], help="modules that begin so")
    parser.add_argument("--pictures", type=int, default=4, help="of each sort")
    parser.add_argument("--turn", type=int, default=6, help="pictures of the recorded turn")
    args = parser.parse_args()
    on_one_thread()
    modules, see = vision_modules(), seeing(args.pictures, args.turn)
    chosen = [m for m in modules if any(m.__name__.startswith(word) for word in args.only)]
    before = tuple(see())
    idle = tried = 0
    for module in chosen:
        for number in numbers_of(module):
            tried += 1
            if not decides(number, modules, see, before):
                idle += 1
                print(f"{number.module}.{number.name} = {number.value:g}", flush=True)
    print(f"{idle} of {tried} numbers decide nothing")
    return 0


if __name__ == "__main__":
    sys.exit(main())
