"""Armies as tables of commas (CSV), typed, pasted or out of a spreadsheet."""

import csv
import re

from rules.book.book import Book
from rules.book.question import shown
from spotter.setup.army_text import known_words, side_named, unknown_word
from table.army import Army, Enlisted, TagStyle
from table.errors import UserError

COLUMNS = ("id", "side", "weapons", "team", "role", "base")
_ID = re.compile(r"[0-9A-Z-]{1,10}")


def army_of_csv(text: str, book: Book, where: str) -> Army:
    """The army of a table with the columns id, side, weapons, team, role, base."""
    try:
        rows = [row for row in csv.reader(text.splitlines()) if any(map(str.strip, row))]
    except csv.Error as problem:
        raise UserError(f"{where}: is no CSV: {problem}") from None
    if not rows:
        raise UserError(f"{where}: no lines; write {','.join(COLUMNS[:3])} and a man a line")
    head = [cell.strip().lower() for cell in rows[0]]
    columns, lines = (head, rows[1:]) if "id" in head else (list(COLUMNS), rows)
    strange = [name for name in columns if name not in COLUMNS]
    if strange:
        known = ", ".join(COLUMNS)
        raise UserError(f'{where}: no column "{shown(strange[0])}"; there are {known}')
    men = [
        _line(dict(zip(columns, row, strict=False)), book, f"{where}: line {number}")
        for number, row in enumerate(lines, 2 if columns is head else 1)
    ]
    twice = next((man.id for i, man in enumerate(men) if man.id in {m.id for m in men[:i]}), None)
    if twice is not None:
        raise UserError(f"{where}: {twice} is there twice; ids are unique")
    sides = tuple(side_named(name) for name in dict.fromkeys(man.side for man in men))
    return Army(TagStyle(), sides, tuple(men))


def _line(row: dict[str, str], book: Book, where: str) -> Enlisted:
    cells = {key: value.strip() for key, value in row.items() if value and value.strip()}
    name = cells.get("id", "").upper()
    if not _ID.fullmatch(name):
        raise UserError(f'{where}: id "{shown(name)}"; a tag holds 1 to 10 characters of 0-9 A-Z -')
    words = _weapons(cells.get("weapons", ""), book, where)
    try:
        base = float(cells.get("base", 1.0))
    except ValueError:
        raise UserError(f'{where}: base "{shown(cells["base"])}" is no number of inches') from None
    if not 0.1 <= base <= 100:
        raise UserError(f"{where}: base {base:g} is no figure's; write inches, like 1.0")
    role = cells.get("role", "").lower() or None
    if role is not None and book.roles and role not in book.roles:
        raise UserError(f"{where}: {unknown_word(role, book.roles)}")
    return Enlisted(name, cells.get("side", "red"), words, cells.get("team"), role, base)


def _weapons(text: str, book: Book, where: str) -> tuple[str, ...]:
    try:
        return known_words(text, book) if text else ()
    except UserError as problem:
        raise UserError(f"{where}: {problem}") from None
