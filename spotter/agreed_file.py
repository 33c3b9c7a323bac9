"""agreed.json: what the players agreed on before the game, checked before the camera starts.

A term that is mistyped, of another book or of nobody on the table would never come true, and
the players would wait for it all evening.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from table.army import Army
from table.entry import Entry
from table.errors import UserError
from table.json_text import parse_json
from table.table_spec import TableSpec
from table.text_file import read_text

MOST_TURNS = 1000
_VICTORY = ("turns", "minutes", "state")
# The terms that each book's game asks after.
TERMS = {
    "combat": (*_VICTORY, "scale"),
    "lgam": ("scenario", "attacker", "roll", "flags", "state"),
    "omniwar": ("scale", "grid", "cards", "reserve", "state"),
    "omog-advanced": (*_VICTORY, "objectives"),
    "omog-musket": (*_VICTORY, "objectives"),
}
_SCENARIOS = ("attack-attack", "attack-defend")


def read_agreed(path: Path, book: str, army: Army, spec: TableSpec) -> dict[str, Any]:
    """The terms in a file, as the game of that book takes them."""
    value = parse_json(read_text(path), str(path))
    if not isinstance(value, dict):
        raise UserError(f'{path}: holds no terms; write like {{"turns": 6}}')
    return checked_terms(Entry(str(path), "", value), book, army, spec)


def checked_terms(whole: Entry, book: str, army: Army, spec: TableSpec) -> dict[str, Any]:
    """The terms, or a UserError that names the first that the game could not keep."""
    terms = whole.table()
    whole.known_keys(TERMS[book])
    for key in terms:
        if key not in TERMS[book]:
            known = ", ".join(sorted(TERMS[book]))
            raise UserError(f"{whole.file}: {book} has no {key!r}; its terms are {known}")
        term = whole.get(key)
        if term is not None:
            _CHECKS[key](term, army, spec)
    return terms


def _whole_number(most: int) -> "_Check":
    def check(term: Entry, _: Army, __: TableSpec) -> None:
        if term.number(1, most) != int(term.value):
            term.wrong("write a whole number")

    return check


def _places(term: Entry, army: Army, spec: TableSpec) -> None:
    """Each side's place, somewhere on the table."""
    for side, entry in _of_each(term, army, '{"red": [30, 12]}'):
        x, y = entry.pair()
        if not (0 <= x <= spec.width and 0 <= y <= spec.height):
            entry.wrong(f"{side}'s place is off the table of {spec.width:g} x {spec.height:g}")


def _reserve(term: Entry, army: Army, _: TableSpec) -> None:
    """The men of each side that come later."""
    for _side, entry in _of_each(term, army, '{"red": ["R07"]}'):
        for name in entry.texts():
            _known_soldier(entry, name, army)


def _state(term: Entry, army: Army, _: TableSpec) -> None:
    """What no camera sees of a man; which keys count is his rulebook's matter."""
    _object(term, '{"R02": {"mods": ["teleport"]}}')
    for name in term.table():
        _known_soldier(term, name, army)
        entry = term.get(name)
        if entry is not None:
            _object(entry, '{"mods": ["teleport"]}')


def _of_each(term: Entry, army: Army, like: str) -> list[tuple[str, Entry]]:
    """What stands there for each side."""
    _object(term, like)
    found = []
    for side in term.table():
        Entry(term.file, f"{term.path}: side", side).choice([s.name for s in army.sides], "sides")
        entry = term.get(side)
        found += [] if entry is None else [(side, entry)]
    return found


def _object(term: Entry, like: str) -> None:
    if not isinstance(term.value, dict):
        term.wrong(f"write it like {like}")


def _known_soldier(term: Entry, name: str, army: Army) -> None:
    if army.soldier(name) is None:
        term.fail(f"names {name!r}; the army has no such soldier")


_Check = Callable[[Entry, Army, TableSpec], object]
_CHECKS: dict[str, _Check] = {
    "turns": _whole_number(MOST_TURNS),
    "minutes": lambda term, *_: term.number(0.1, 1e4),
    "objectives": _places,
    "flags": _places,
    "scenario": lambda term, *_: term.choice(_SCENARIOS, "scenarios"),
    "attacker": lambda term, army, _: term.choice([side.name for side in army.sides], "sides"),
    "roll": _whole_number(6),
    "scale": lambda term, *_: term.number(0.01, 1000),
    "grid": lambda term, *_: term.flag(),
    "cards": lambda term, *_: term.flag(),
    "reserve": _reserve,
    "state": _state,
}
