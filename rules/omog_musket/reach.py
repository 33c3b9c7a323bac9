"""`reach`, on foot and mounted: all the places where an allowed move can end."""

from rules.book.answer import Reach
from rules.book.book import Book
from rules.book.question import Question
from rules.measure.field import Field
from rules.measure.ground import Ground, GroundOf
from rules.measure.reach import reach_area
from rules.measure.travel import Travel
from rules.omog.ground import ground_of, surface
from rules.omog.meanings import omog_field
from rules.omog.refusals import in_order
from rules.omog_musket.move import HARD, Saddle, saddle_of, saddle_refusals, walk_of
from table.scene import Scene


def reach(book: Book, scene: Scene, question: Question) -> Reach:
    """The answer to `reach`."""
    man, saddle = question.soldier("soldier"), saddle_of(question)
    field = omog_field(book, scene)
    refusals = in_order(saddle_refusals(book, field, man, (man.place,), saddle))
    return Reach((), refusals) if refusals else Reach(reach_area(travels(book, scene, question)))


def travels(book: Book, scene: Scene, question: Question) -> tuple[Travel, ...]:
    """How he goes, if he may."""
    man, saddle = question.soldier("soldier"), saddle_of(question)
    field = omog_field(book, scene)
    ground = ground_of(book, field, walk_of(field, man, man.place, saddle))
    return (Travel(field, man.place, _mountable(field, ground, saddle)),)


def _mountable(field: Field, ground: GroundOf, saddle: Saddle) -> GroundOf:
    """The ground of a move, without what nobody mounts or dismounts on where he does."""

    def mountable(over: frozenset[int]) -> Ground:
        here = ground(over)
        hard = surface(frozenset(field.words[i] for i in over)) == HARD
        return Ground(here.rule, None) if hard else here

    return mountable if saddle.changes else ground
