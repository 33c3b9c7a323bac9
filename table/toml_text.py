"""TOML files as entries, with a sentence for what is no TOML."""

import tomllib
from pathlib import Path

from table.entry import Entry
from table.errors import UserError
from table.text_file import read_text


def read_toml(path: Path) -> Entry:
    """The whole of a TOML file."""
    try:
        return Entry(str(path), "", tomllib.loads(read_text(path)))
    except tomllib.TOMLDecodeError as problem:
        raise UserError(f"{path}: is not TOML: {problem}") from None
    except RecursionError:
        raise UserError(f"{path}: is nested too deeply") from None
