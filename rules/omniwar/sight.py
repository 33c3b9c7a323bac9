"""`sight`: geometry alone."""

from rules.book import answer
from rules.book.book import Book
from rules.book.question import Question
from rules.book.see import see
from rules.omniwar.declared import declared
from rules.omniwar.terrain import SIGHT
from table.scene import Scene


def sight(book: Book, scene: Scene, question: Question) -> answer.Sight:
    """How much of one unit another sees."""
    declared(book, question)
    return see(book, scene, question, SIGHT)
