"""Rulebooks of the player's own: opened where he names their folders on the command line.

From here on the book goes by its name. Nothing else opens one: its folder may hold Python.
"""

import argparse
from pathlib import Path

from table.errors import UserError
from table.text_file import is_folder

NAMED_BY = ("rules", "book")  # the options and words of all commands that name a rulebook


def open_rulebooks(args: argparse.Namespace) -> None:
    """Put the books whose folders are named on the shelf, and their names in place of the folders.

    Several may be named with commas between.
    """
    own = getattr(args, "own_book", None)
    if own is not None:
        if not is_folder(Path(own)):
            raise UserError(f"--rules: {own} is no folder; the game itself names its book")
        opened_name(own)
    for key in NAMED_BY:
        said = getattr(args, key, None)
        if isinstance(said, str):
            setattr(args, key, ",".join(opened_name(part) for part in said.split(",")))


def opened_name(said: str) -> str:
    """The name of a book, opened where it is the player's own.

    What is neither a book's name nor a file is refused, needed or not.
    """
    if not said.strip() or said.endswith(".toml"):
        return said
    # The rules take a while to load, and most commands are given none.
    from rules.book.shelf import NAMES, book_named, opened  # noqa: PLC0415

    folder = Path(said.strip())
    if said in NAMES:
        return said
    return opened(folder).name if is_folder(folder) else book_named(said).name
