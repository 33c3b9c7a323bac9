"""`units`: what is wrong with teams and squads."""

from rules.book.answer import Units
from rules.book.book import Book
from rules.book.question import Question
from rules.omog.units import team_problems
from table.scene import Scene


def units(book: Book, scene: Scene, question: Question) -> Units:
    """The answer to `units`."""
    return team_problems(book, scene, question)
