"""`reach`: all the places a unit can end its move; the cost of turns is left out."""

from rules.answer import Reach
from rules.book import Book
from rules.field import Field, field_of
from rules.ground import Ground, GroundOf
from rules.omniwar.declared import declared
from rules.omniwar.move import OVER_WATER, STAYS, Going, going_of, grounds_of, limit_in
from rules.omniwar.unit import unit_of
from rules.question import Question
from rules.reach import reach_area
from table.scene import Scene


def reach(book: Book, scene: Scene, question: Question) -> Reach:
    """All the places where an allowed move can end; none where it may not move at all."""
    soldier = question.soldier("soldier")
    going = going_of(book, unit_of(book, soldier), declared(book, question))
    if going.move_in <= 0.0 or any(bites(going) for _, bites in STAYS):
        return Reach(())
    field = field_of(scene, book.meanings)
    return Reach(reach_area(field, soldier.place, _ground_of(field, going)))


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
