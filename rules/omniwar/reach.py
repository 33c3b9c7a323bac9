"""`reach`: all the places a unit can end its move; the cost of turns is left out."""

from rules.book.answer import Reach
from rules.book.book import Book
from rules.book.question import Question
from rules.measure.field import Field, field_of
from rules.measure.ground import Ground, GroundOf
from rules.measure.reach import reach_area
from rules.measure.travel import Travel
from rules.omniwar.declared import declared
from rules.omniwar.move import OVER_WATER, STAYS, Going, going_of, grounds_of, limit_in
from rules.omniwar.unit import unit_of
from table.scene import Scene


def reach(book: Book, scene: Scene, question: Question) -> Reach:
    """All the places where an allowed move can end; none where it may not move at all."""
    going = _going(book, question)
    if any(bites(going) for _, bites in STAYS):
        return Reach(())
    return Reach(reach_area(travels(book, scene, question)))


def travels(book: Book, scene: Scene, question: Question) -> tuple[Travel, ...]:
    """How the unit goes, if it may; none where it cannot."""
    going, field = _going(book, question), field_of(scene, book.meanings)
    if going.move_in <= 0.0:
        return ()
    start = question.soldier("soldier").place
    return (Travel(field, start, _ground_of(field, going)),)


def _going(book: Book, question: Question) -> Going:
    return going_of(book, unit_of(book, question.soldier("soldier")), declared(book, question))


def _ground_of(field: Field, going: Going) -> GroundOf:
    """What the inside of things is to the unit, and where it may not go."""
    crosses, wet = going.unit.has(*OVER_WATER), going.unit.has("water-bound")

    def ground(over: frozenset[int]) -> Ground:
        here = grounds_of(frozenset(field.words[i] for i in over))
        in_water = "water" in here
        if in_water and not crosses:
            return Ground("OW-MOVE-02", None)
        if wet and not in_water:
            return Ground("OW-ABL-18", None)
        return Ground("OW-MOVE-01", limit_in(going, here))

    return ground
