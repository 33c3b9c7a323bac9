"""The five rulebooks by name, and house rules by their file."""

from importlib import import_module
from pathlib import Path

from rules.book import Book
from rules.question import listed, shown
from table.errors import UserError

NAMES = ("combat", "lgam", "omniwar", "omog-advanced", "omog-musket")


def book_named(name: str) -> Book:
    """The rulebook of that name, or of that house-rules file (a path that ends in .toml)."""
    if name in NAMES:
        book: Book = import_module(f"rules.{name.replace('-', '_')}").BOOK
        return book
    if name.endswith(".toml"):
        # Only who plays by house rules needs the code that reads them.
        from rules.house_rules import read_house_rules  # noqa: PLC0415

        return read_house_rules(Path(name))
    raise UserError(f'--rules: no rulebook "{shown(name)}"; there are {listed(NAMES)}')
