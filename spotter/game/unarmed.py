"""Whose weapons a rulebook does not know: an army written for one book, played under another."""

from collections.abc import Iterable, Iterator

from rules.book.book import EQUIPMENT, Book
from table.natural_order import natural_order
from table.scene import Soldier


def unarmed_lines(book: Book, men: Iterable[Soldier]) -> Iterator[str]:
    """A sentence for each weapon that the book lacks and that is all that somebody has."""
    owners: dict[str, list[str]] = {}
    for man in men:
        words = [word for word in man.weapons if word not in EQUIPMENT]
        # A book without a list of weapons goes by what a man's unit is.
        if words and book.rows.weapons and not any(word in book.rows.weapons for word in words):
            owners.setdefault(words[0], []).append(man.id)
    for weapon in sorted(owners):
        names = ", ".join(sorted(owners[weapon], key=natural_order))
        yield f"{book.title} has no {weapon}: {names} cannot shoot"
