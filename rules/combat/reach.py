"""`reach`: all the places a mover of COMBAT can end his turn.

Walls that are climbed cost a share of the turn of their own, whatever the way through them. So
the area is put together from moves that climb some of the walls, paid for beforehand, and keep
out of the others.
"""

from itertools import combinations

import shapely
from shapely import Polygon

from rules.answer import Reach
from rules.book import Book
from rules.combat.declared import WHOLE_TURN_ACTIONS, declared
from rules.combat.foot import OnFoot
from rules.combat.footing import chest_high_walls, ground_of
from rules.combat.man import man_of
from rules.combat.vehicle import vehicle_of
from rules.field import field_of
from rules.ground import Ground, GroundOf
from rules.measure import HAIR_IN
from rules.question import Question
from rules.reach import area_of, reach_area, reach_polygon
from rules.reason import total
from table.places import TablePoint
from table.scene import Scene

MOST_WALLS = 6  # that are tried in every combination: the nearest; the others are kept out of


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
    start = mover.man.soldier.place
    reached = [
        reach_polygon(mover.field, start, _keeping_out(mover, kept_out), left)
        for kept_out, left in _ways(mover, start, budget)
    ]
    whole = shapely.union_all(reached)
    return whole if isinstance(whole, Polygon) else max(whole.geoms, key=lambda p: p.area)


def _ways(mover: OnFoot, start: TablePoint, budget: float) -> list[tuple[frozenset[int], float]]:
    """Each choice of walls to climb: the walls to keep out of, and what the climbing leaves."""
    if not mover.climbs_walls or mover.man.hands_full:
        return [(frozenset(), budget)]
    walls = chest_high_walls(mover.field, frozenset(range(len(mover.field.scene.things))))
    furthest_in = budget * mover.rate_in(mover.rule)
    away_in = {wall: mover.field.to_thing_in(start, wall) for wall in walls}
    nearest = sorted((w for w in walls if away_in[w] < furthest_in), key=lambda w: away_in[w])
    choices = [
        frozenset(chosen)
        for count in range(min(len(nearest), MOST_WALLS) + 1)
        for chosen in combinations(nearest[:MOST_WALLS], count)
    ]
    left = {chosen: budget - sum(map(mover.wall_share, chosen)) for chosen in choices}
    return [(walls - chosen, left[chosen]) for chosen in choices if left[chosen] > HAIR_IN]


def _keeping_out(mover: OnFoot, walls: frozenset[int]) -> GroundOf:
    """The ground with these walls barred."""
    ground = ground_of(mover)

    def barring(over: frozenset[int]) -> Ground:
        return Ground("CO-MOVE-11", None) if over & walls else ground(over)

    return barring
