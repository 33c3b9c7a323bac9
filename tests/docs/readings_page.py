"""How unclear rules are read, gathered from the rows of all books.

`python -m tests.docs.readings_page` prints docs/readings.md.
"""

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.shelf import NAMES, book_named


def readings_lines() -> Iterator[str]:
    """The page, line by line."""
    yield "# How unclear rules are read"
    yield ""
    yield "Where a rulebook can be read two ways, contradicts itself or is silent, this is how"
    yield "Spotter takes it. The page is made from the books' own rows (`rules/*/book.toml`)."
    for name in NAMES:
        yield from _book_lines(book_named(name))


def _book_lines(book: Book) -> Iterator[str]:
    yield ""
    yield f"## {book.title} (`{book.name}`)"
    yield ""
    yield "| rule | says | we read it so |"
    yield "|---|---|---|"
    for rule in book.rows.rules.values():
        if rule.reading:
            yield f"| {rule.id} | {_cell(rule.why)} | {_cell(rule.reading)} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    print("\n".join(readings_lines()))
