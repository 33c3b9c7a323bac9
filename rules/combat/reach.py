"""`reach`: all the places a mover of COMBAT can end his turn."""

from rules.book.answer import Reach
from rules.book.book import Book
from rules.book.question import Question
from rules.book.reason import total
from rules.combat.declared import WHOLE_TURN_ACTIONS, declared
from rules.combat.foot import OnFoot
from rules.combat.footing import chest_high_walls, ground_of
from rules.combat.man import man_of
from rules.combat.vehicle import vehicle_of
from rules.measure.field import field_of
from rules.measure.lengths import HAIR_IN
from rules.measure.reach import reach_area
from rules.measure.travel import Travel
from table.scene import Scene


def reach(book: Book, scene: Scene, question: Question) -> Reach:
    """All the places where an allowed move can end; none where he may not move at all."""
    if WHOLE_TURN_ACTIONS & set(declared(book, question).actions):
        return Reach(())
    return Reach(reach_area(travels(book, scene, question)))


def travels(book: Book, scene: Scene, question: Question) -> tuple[Travel, ...]:
    """How he goes, if he may; none where he cannot."""
    soldier, said = question.soldier("soldier"), declared(book, question)
    field, man = field_of(scene, book.meanings), man_of(book, soldier)
    vehicle = vehicle_of(book, field, soldier.role, said)
    if vehicle is not None:
        return (Travel(field, soldier.place, ground_of(vehicle)),)
    return _on_foot(OnFoot(book, field, man, said))


def _on_foot(mover: OnFoot) -> tuple[Travel, ...]:
    budget = 1.0 - total(mover.extras())
    hands_needed = mover.said.gait == "climb" and mover.man.hands_full
    if budget <= HAIR_IN or mover.burdened <= 0.0 or mover.must_get_up() or hands_needed:
        return ()
    start, tolls = mover.man.soldier.place, _walls_to_climb(mover)
    return (Travel(mover.field, start, ground_of(mover), tolls, budget),)


def _walls_to_climb(mover: OnFoot) -> dict[int, float]:
    """The chest-high walls, each with the share of a turn it takes."""
    if not mover.climbs_walls or mover.man.hands_full:
        return {}
    walls = chest_high_walls(mover.field, frozenset(range(len(mover.field.scene.things))))
    return {wall: mover.wall_share(wall) for wall in sorted(walls)}
