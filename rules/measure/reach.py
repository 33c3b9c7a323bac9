"""All the places a man can end a move.

In goes a man who is to travel; out comes an area that agrees with what `move` allows: exact where
he walks straight, to a few thousandths of an inch where he bends.
"""

from collections.abc import Iterable

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rules.measure.area import AreaRings
from rules.measure.lengths import HAIR_IN
from rules.measure.rim import rims
from rules.measure.travel import Travel, box_around, spread_from
from table.places import TablePoint

POINTS = 224  # of the grid on which the rim is found, along its longer side
BEYOND = 1.1  # of the budget: so far ways are followed, that the rim has times on both sides
ROUND = 180  # corners of a quarter of a circle
SMOOTH_IN = 5e-4  # rings are simplified by no more than this


def reach_area(travels: Iterable[Travel]) -> AreaRings:
    """The contract's area of all places to which one of these ways to travel leads."""
    return area_of(reach_polygon(travels))


def reach_polygon(travels: Iterable[Travel]) -> Polygon:
    """All places he can come to; empty where he cannot go anywhere."""
    found = [(travel.start, _reached(travel)) for travel in travels]
    if not found:
        return Polygon()
    return part_with(shapely.union_all([reached for _, reached in found]), found[0][0])


def _reached(travel: Travel) -> BaseGeometry:
    ground = travel.ground()
    scene, start, budget = travel.field.scene, travel.start, travel.budget
    out_in = ground.furthest_in(budget)
    if out_in <= HAIR_IN:
        return Polygon()
    table = shapely.box(0.0, 0.0, scene.width, scene.height)
    even = ground.evenly(start, out_in)
    if even is not None:
        circle = shapely.Point(start.x, start.y).buffer(budget / even, quad_segs=ROUND)
        return circle.intersection(table)
    box = box_around(start, out_in, scene.width, scene.height)
    spread = spread_from(travel, ground, BEYOND * budget)
    found = rims(spread, box, POINTS, budget) if spread.is_reached.any() else {}
    cut = [shapely.intersection(rim, ground.area(zone)) for zone, rim in found.items()]
    return shapely.union_all(cut)


def part_with(reached: BaseGeometry, start: TablePoint) -> Polygon:
    """The connected part he stands in, its rings without needless corners."""
    parts = [p for p in shapely.get_parts(reached) if isinstance(p, Polygon)]
    here = shapely.Point(start.x, start.y)
    nearest = min(parts, key=lambda part: (part.distance(here), -part.area), default=Polygon())
    return Polygon(shapely.simplify(nearest, SMOOTH_IN))


def area_of(polygon: Polygon) -> AreaRings:
    """A polygon as the contract's area: the outer ring, then the holes."""
    if polygon.is_empty:
        return ()
    rings = [polygon.exterior, *polygon.interiors]
    return tuple(tuple((x, y) for x, y in ring.coords[:-1]) for ring in rings)
