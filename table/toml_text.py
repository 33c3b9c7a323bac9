"""TOML files as entries, with a sentence for what is no TOML."""

import re
import tomllib
from pathlib import Path

from table.entry import Entry
from table.errors import UserError
from table.text_file import read_text

MOST_BYTES = 500_000  # thousands of soldiers; more would keep the reader busy for long
# A key of so many parts is no one's, and the reader takes seconds over a few thousand.
_ENDLESS_KEY = re.compile(r"""(?<![\w'"-])(?:[\w'"-]++[ \t]*+\.[ \t]*+){50}""")


def read_toml(path: Path) -> Entry:
    """The whole of a TOML file."""
    text = read_text(path, MOST_BYTES)
    if _ENDLESS_KEY.search(text):
        raise UserError(f"{path}: has a key of over 50 parts; write short keys, like width = 36.0")
    try:
        return Entry(str(path), "", tomllib.loads(text))
    except ValueError as problem:  # TOMLDecodeError, and a number of thousands of digits
        twice = re.search(r"Cannot declare \('(\w+)',\) twice", str(problem))
        advice = f"; that of which there are several is written [[{twice[1]}]]" if twice else ""
        raise UserError(f"{path}: is not TOML: {problem}{advice}") from None
    except RecursionError:
        raise UserError(f"{path}: is nested too deeply") from None
