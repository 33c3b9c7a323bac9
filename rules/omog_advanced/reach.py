"""`reach`: all the places where an allowed move can end."""

from rules.book.answer import Reach
from rules.book.book import Book
from rules.book.question import Question
from rules.measure.reach import reach_area
from rules.measure.travel import Travel
from rules.omog.ground import Walk, ground_of, start_hill_in
from rules.omog.meanings import omog_field
from rules.omog.refusals import in_order
from rules.omog_advanced.move import still
from table.scene import Scene


def reach(book: Book, scene: Scene, question: Question) -> Reach:
    """The answer to `reach`."""
    refusals = in_order(still(book, scene, question.soldier("soldier")))
    return Reach((), refusals) if refusals else Reach(reach_area(travels(book, scene, question)))


def travels(book: Book, scene: Scene, question: Question) -> tuple[Travel, ...]:
    """How he goes, if he may."""
    man, field = question.soldier("soldier"), omog_field(book, scene)
    walk = Walk("MOVE", start_hill_in(field, man.place))
    return (Travel(field, man.place, ground_of(book, field, walk)),)
