"""The rulebooks by name, house rules by their file, and a player's own book by its folder.

A folder of rules may hold Python, which is code: it is opened only where the player names it on
the command line, never because a journal, a recording, a table's file or a page names it. Once
opened it stands on the shelf by its name, until the program ends.
"""

from importlib import import_module
from pathlib import Path

from rules.book.book import Book
from rules.book.question import shown
from table.errors import UserError, listed

_RULES = Path(__file__).parents[1]
# The book of the demo, of examples, and where none is named.
FIRST = (_RULES / "first.txt").read_text(encoding="utf-8").strip()
# A folder beside this one that has a book.toml is a book that ships with the program.
NAMES = tuple(
    sorted(
        (path.parent.name.replace("_", "-") for path in _RULES.glob("*/book.toml")),
        key=lambda name: (name != FIRST, name),
    )
)
_OPENED: dict[str, Book] = {}
_LIKE = 0.5  # of `get_close_matches`: "omog" is like "omog-musket"


def book_named(name: str) -> Book:
    """The rulebook of that name, or of that house-rules file (a path that ends in .toml)."""
    if name in NAMES:
        book: Book = import_module(f"rules.{name.replace('-', '_')}").BOOK
        return book
    if name in _OPENED:
        return _OPENED[name]
    if name.endswith(".toml"):
        # Only who plays by house rules needs the code that reads them.
        from rules.book.house_rules import read_house_rules  # noqa: PLC0415

        return read_house_rules(Path(name))
    from difflib import get_close_matches  # noqa: PLC0415 - only slips of the pen need it

    near = get_close_matches(name.lower(), (*NAMES, *_OPENED), n=1, cutoff=_LIKE)
    meant = f"did you mean {near[0]}? There" if near else "there"
    raise UserError(
        f'no rulebook "{shown(name)}"; {meant} are {listed({*NAMES, *_OPENED})}; '
        "a book of your own is opened by naming its folder after --rules"
    )


def opened(folder: Path) -> Book:
    """The book in a player's own folder, which stands on the shelf from now on."""
    # Only who has a book of his own needs the code that reads it.
    book: Book = import_module("rules.plain.own_book").read_own_book(folder)
    if book.name in NAMES:
        raise UserError(f"{folder}: its book is named {book.name}, as another; name it otherwise")
    _OPENED[book.name] = book
    return book
