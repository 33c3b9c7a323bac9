"""agreed.json: what the players agreed on before the game, checked before the camera starts."""

from pathlib import Path
from typing import Any

from rules.book.book import Book
from rules.game import agreed_terms
from rules.game.engine import game_rules
from table.army import Army
from table.entry import Entry
from table.errors import UserError
from table.json_text import parse_json
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
    return agreed_terms.checked_terms(whole, book, game_rules(book), army, spec)
