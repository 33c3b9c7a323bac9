"""Reading the rows that lie beside a rulebook's code."""

from importlib.resources import files
from tomllib import loads

from rules.book.rows import Rows, rows_from_toml


def rows_of(package: str) -> Rows:
    """The rows of the book.toml in that package."""
    return rows_from_toml(loads(files(package).joinpath("book.toml").read_text(encoding="utf-8")))
