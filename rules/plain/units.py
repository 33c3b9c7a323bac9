"""`units`: a plain book has no rules for units; a book's own Python may bring some."""

from rules.book.answer import Units
from rules.book.book import Book
from rules.book.question import Question
from table.scene import Scene


def units(_: Book, __: Scene, ___: Question) -> Units:
    """Nothing is ever wrong with them."""
    return Units(())
