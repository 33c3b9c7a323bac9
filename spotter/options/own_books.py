"""Rulebooks of the player's own: opened where he names their folders on the command line.

From here on the book goes by its name. Nothing else opens one: its folder may hold Python.
"""

import argparse
from pathlib import Path

from table.text_file import is_folder

NAMED_BY = ("rules", "book")  # the options and words of all commands that name a rulebook


def open_rulebooks(args: argparse.Namespace) -> None:
    """Put the books whose folders are named on the shelf, and their names in place of the folders.

    Several may be named with commas between.
    """
    for key in NAMED_BY:
        said = getattr(args, key, None)
        if isinstance(said, str):
            setattr(args, key, ",".join(_named(part) for part in said.split(",")))


def _named(said: str) -> str:
    folder = Path(said.strip())
    if not said.strip() or not is_folder(folder):
        return said
    # The rules take a while to load, and most commands are given no folder.
    from rules.book.shelf import NAMES, opened  # noqa: PLC0415

    return said if said in NAMES else opened(folder).name
