"""agreed.json: what the players agreed on before the game, checked before the camera starts."""

from pathlib import Path
from typing import Any

from rules.book.book import Book
from rules.game.engine import game_rules
from rules.game.game import EventRefusedError
from rules.game.stated import refuse_unread
from table.army import Army
from table.entry import Entry
from table.errors import UserError
from table.json_text import parse_json
from table.scene import Soldier
from table.table_spec import TableSpec
from table.text_file import read_text


def read_agreed(path: Path, book: Book, army: Army, spec: TableSpec) -> dict[str, Any]:
    """The terms in a file, as the game of that book takes them."""
    value = parse_json(read_text(path), str(path))
    if not isinstance(value, dict):
        raise UserError(f'{path}: holds no terms; write like {{"turns": 6}}')
    return checked_terms(Entry(str(path), "", value), book, army, spec)


def checked_terms(whole: Entry, book: Book, army: Army, spec: TableSpec) -> dict[str, Any]:
    """The terms, or a UserError that names the first that the game could not keep."""
    terms = whole.table()
    whole.known_keys(tuple(book.terms))
    for key in terms:
        if key not in book.terms:
            known = ", ".join(sorted(book.terms))
            raise UserError(f"{whole.file}: {book.name} has no {key!r}; its terms are {known}")
        term = whole.get(key)
        if term is not None:
            book.terms[key](term, army, spec)
        if term is not None and key == "state":
            _refuse_unread(term, book, army)
    return terms


def _refuse_unread(states: Entry, book: Book, army: Army) -> None:
    """What is agreed of a man is what his rulebook keeps of men, and reads."""
    for name in states.table():
        said, listed = states.get(name), army.soldier(name)
        if said is None or listed is None:
            continue
        man = Soldier(name, listed.side, 0.0, 0.0, listed.weapons)
        try:
            refuse_unread(game_rules(book), book, man, said.table())
        except EventRefusedError as problem:
            raise UserError(f"{said.file}: {said.path}: {problem}") from None
