"""`sight`: who sees whom, and how much of him."""

from rules.book.answer import Sight
from rules.book.book import Book
from rules.book.question import Question
from rules.book.see import see
from rules.omog.meanings import sight_rule
from table.scene import Scene


def sight(book: Book, scene: Scene, question: Question) -> Sight:
    """The answer to `sight`."""
    return see(book, scene, question, sight_rule(book))
