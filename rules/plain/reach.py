"""`reach`: all the places where a man can end his move."""

from rules.book.answer import Reach
from rules.book.book import Book
from rules.book.question import Question
from rules.measure.field import field_of
from rules.measure.reach import reach_area
from rules.measure.travel import Travel
from rules.plain.move import ground_of
from table.scene import Scene


def reach(book: Book, scene: Scene, question: Question) -> Reach:
    """All the places where an allowed move can end."""
    return Reach(reach_area(travels(book, scene, question)))


def travels(book: Book, scene: Scene, question: Question) -> tuple[Travel, ...]:
    """How the man goes."""
    man, field = question.soldier("soldier"), field_of(scene, book.meanings)
    return (Travel(field, man.place, ground_of(book, field, man)),)
