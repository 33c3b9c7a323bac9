"""`sight` in both OMOG books."""

from rules.answer import Sight
from rules.book import Book
from rules.omog.meanings import sight_rule
from rules.question import Question
from rules.see import see as see_by
from table.scene import Scene


def see(book: Book, scene: Scene, question: Question) -> Sight:
    """The answer to `sight`."""
    return see_by(book, scene, question, sight_rule(book))
