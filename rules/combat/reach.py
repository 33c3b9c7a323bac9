"""`reach`: all the places a mover of COMBAT can end his turn."""

from shapely import Polygon

from rules.answer import Reach
from rules.book import Book
from rules.combat.declared import WHOLE_TURN_ACTIONS, declared
from rules.combat.foot import OnFoot
from rules.combat.footing import chest_high_walls, ground_of
from rules.combat.man import man_of
from rules.combat.vehicle import vehicle_of
from rules.field import field_of
from rules.measure import HAIR_IN
from rules.question import Question
from rules.reach import area_of, reach_area, reach_polygon
from rules.reason import total
from rules.toll_reach import toll_reach_polygon
from table.scene import Scene


def reach(book: Book, scene: Scene, question: Question) -> Reach:
    """All the places where an allowed move can end; none where he may not move at all."""
    soldier = question.soldier("soldier")
    said = declared(book, question)
    field, man = field_of(scene, book.meanings), man_of(book, soldier)
    if WHOLE_TURN_ACTIONS & set(said.actions):
        return Reach(())
    vehicle = vehicle_of(book, field, soldier.role, said)
    if vehicle is not None:
        return Reach(reach_area(field, soldier.place, ground_of(vehicle)))
    return Reach(area_of(_foot_reach(OnFoot(book, field, man, said))))


def _foot_reach(mover: OnFoot) -> Polygon:
    budget = 1.0 - total(mover.extras())
    hands_needed = mover.said.gait == "climb" and mover.man.hands_full
    if budget <= HAIR_IN or mover.burdened <= 0.0 or mover.must_get_up() or hands_needed:
        return Polygon()
    field, start = mover.field, mover.man.soldier.place
    tolls = _walls_to_climb(mover, budget)
    if not tolls:
        return reach_polygon(field, start, ground_of(mover), budget)
    return toll_reach_polygon(field, start, ground_of(mover), tolls, budget)


def _walls_to_climb(mover: OnFoot, budget: float) -> dict[int, float]:
    """The chest-high walls within his reach, each with the share of a turn it takes."""
    if not mover.climbs_walls or mover.man.hands_full:
        return {}
    field, start = mover.field, mover.man.soldier.place
    walls = chest_high_walls(field, frozenset(range(len(field.scene.things))))
    furthest_in = budget * mover.rate_in(mover.rule)
    near = [wall for wall in sorted(walls) if field.to_thing_in(start, wall) < furthest_in]
    return {wall: mover.wall_share(wall) for wall in near}
