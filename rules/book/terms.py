"""What players may agree on before a game: each book names its terms, each term is checked.

A term that is mistyped, of another book or of nobody on the table would never come true, and
the players would wait for it all evening.
"""

from collections.abc import Callable, Iterable

from table.army import Army
from table.entry import Entry
from table.table_spec import TableSpec

# Fails with a UserError where the game could not keep the term.
Term = Callable[[Entry, Army, TableSpec], object]
MOST_TURNS = 1000


def whole_number(most: int) -> Term:
    """A whole number from 1."""

    def check(term: Entry, _: Army, __: TableSpec) -> None:
        if term.number(1, most) != int(term.value):
            term.wrong("write a whole number")

    return check


def between(least: float, most: float) -> Term:
    """Any number from `least` to `most`."""
    return lambda term, *_: term.number(least, most)


def one_of(words: Iterable[str], plural: str) -> Term:
    """One of some words; `plural` is what they are."""
    known = tuple(words)
    return lambda term, *_: term.choice(known, plural)


def yes_or_no(term: Entry, _: Army, __: TableSpec) -> None:
    """True or false."""
    term.flag()


def a_side(term: Entry, army: Army, _: TableSpec) -> None:
    """One of the sides."""
    term.choice([side.name for side in army.sides], "sides")


def places(term: Entry, army: Army, spec: TableSpec) -> None:
    """Each side's place, somewhere on the table."""
    for side, entry in of_each(term, army, '{"red": [30, 12]}'):
        on_table(entry, spec, f"{side}'s place")


def on_table(entry: Entry, spec: TableSpec, what: str) -> None:
    """A place somewhere on the table."""
    x, y = entry.pair()
    if not (0 <= x <= spec.width and 0 <= y <= spec.height):
        entry.wrong(f"{what} is off the table of {spec.width:g} x {spec.height:g}")


def men_of_sides(term: Entry, army: Army, _: TableSpec) -> None:
    """Some men of each side, such as those that come later."""
    for _side, entry in of_each(term, army, '{"red": ["R07"]}'):
        for name in entry.texts():
            known_soldier(entry, name, army)


def states(term: Entry, army: Army, _: TableSpec) -> None:
    """What no camera sees of a man; which keys count is his rulebook's matter."""
    an_object(term, '{"R02": {"mods": ["teleport"]}}')
    for name in term.table():
        known_soldier(term, name, army)
        entry = term.get(name)
        if entry is not None:
            an_object(entry, '{"mods": ["teleport"]}')


def of_each(term: Entry, army: Army, like: str) -> list[tuple[str, Entry]]:
    """What stands there for each side."""
    an_object(term, like)
    found = []
    for side in term.table():
        Entry(term.file, f"{term.path}: side", side).choice([s.name for s in army.sides], "sides")
        entry = term.get(side)
        found += [] if entry is None else [(side, entry)]
    return found


def an_object(term: Entry, like: str) -> None:
    """An object of named values; `like` shows one."""
    if not isinstance(term.value, dict):
        term.wrong(f"write it like {like}")


def known_soldier(term: Entry, name: str, army: Army) -> None:
    """Somebody of the army."""
    if army.soldier(name) is None:
        term.fail(f"names {name!r}; the army has no such soldier")


# How long a game is played, and what is known of each man: the terms of most books.
LENGTH: dict[str, Term] = {
    "turns": whole_number(MOST_TURNS),
    "minutes": between(0.1, 1e4),
    "state": states,
}
