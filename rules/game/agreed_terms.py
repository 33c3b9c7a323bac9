"""What players agree on, before the game or in it: terms that the book has and the game can keep.

A term that cannot be kept is refused by name, wherever it was written.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.book.book import Book
from rules.game.common_events import Agreed
from rules.game.game import EventRefusedError, Game
from rules.game.stated import refuse_unread
from rules.game.turn_machine import GameRules
from table.army import Army, Enlisted, Side, TagStyle
from table.entry import Entry
from table.errors import UserError, listed
from table.scene import Soldier
from table.table_spec import TableSpec

_MARKER_IN = 1.0  # no term asks how large the corner markers are


def checked_terms(
    whole: Entry, book: Book, rules: GameRules, army: Army, spec: TableSpec
) -> dict[str, Any]:
    """The terms, or a UserError that names the first that the game could not keep."""
    terms = whole.table()
    whole.known_keys(tuple(book.terms))
    for key in terms:
        if key not in book.terms:
            known = listed(book.terms)
            raise UserError(f"{whole.file}: {book.name} has no {key!r}; its terms are {known}")
        term = whole.get(key)
        if term is not None:
            book.terms[key](term, army, spec)
        if term is not None and key == "state":
            _refuse_unread(term, book, rules, army)
    return terms


def _refuse_unread(states: Entry, book: Book, rules: GameRules, army: Army) -> None:
    """What is agreed of a man is what his rulebook keeps of men, and reads."""
    for name in states.table():
        said, enlisted = states.get(name), army.soldier(name)
        if said is None or enlisted is None:
            continue
        man = Soldier(name, enlisted.side, 0.0, 0.0, enlisted.weapons)
        try:
            refuse_unread(rules, book, man, said.table())
        except EventRefusedError as problem:
            raise UserError(f"{said.file}: {said.path}: {problem}") from None


def refuse_terms(book: Book, rules: GameRules, game: Game, event: Agreed) -> None:
    """Terms agreed in the game are held against the same rules as those before it."""
    spec = TableSpec(game.scene.width, game.scene.height, _MARKER_IN, ())
    sides = tuple(Side(side) for side in game.sides)
    army = Army(TagStyle(), sides, tuple(_everybody(rules, game, event.terms)))
    try:
        checked_terms(Entry("agreed", "", dict(event.terms)), book, rules, army, spec)
    except UserError as problem:
        raise EventRefusedError(str(problem)) from None


def _everybody(rules: GameRules, game: Game, terms: Mapping[str, Any]) -> Iterator[Enlisted]:
    """Who is, was or is to be on the table, and who rides in a vehicle."""
    yield from (Enlisted(man.id, man.side, man.weapons) for man in game.scene.soldiers)
    yield from (Enlisted(loss.id, loss.side) for loss in game.losses)
    for agreed in (game.agreed, terms):
        kept_back = agreed.get("reserve")
        yield from (Enlisted(name, game.sides[0]) for name in _texts(kept_back))
    for name in _texts(terms):
        rider = rules.rider(game, name)
        if rider is not None:
            yield Enlisted(name, rider.side, rider.weapons)


def _texts(value: Any) -> Iterator[str]:
    """All texts in a value, wherever they stand in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
