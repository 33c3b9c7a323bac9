"""Whether a place on the table can be seen, and where straight lines meet footprints."""

from collections.abc import Iterable

import shapely
from shapely import LineString, Point
from shapely.ops import substring

from rules.measure.field import Field, Stand
from rules.measure.lengths import HAIR_IN, apart_in
from rules.measure.sight import SightRule, screen_of
from table.places import TablePoint


def place_in_sight(
    field: Field,
    rule: SightRule,
    viewer: Stand,
    place: TablePoint,
    *,
    ignoring: Iterable[int] = (),
) -> bool:
    """Whether the straight line to a place passes over no blocking thing that is higher.

    Things that hold either end do not block, nor do those of the numbers in `ignoring`.
    """
    held = field.holding(place)
    open_numbers = viewer.inside | frozenset(held) | frozenset(ignoring)
    viewer_z = viewer.elevation_in + rule.eye_in
    place_z = field.highest_in(held, rule.hills) + rule.middle_in
    line = LineString([(viewer.x, viewer.y), (place.x, place.y)])
    screen = screen_of(field, rule.blocking)
    for found in screen.tree.query(line, predicate="intersects"):
        number = int(screen.numbers[found])
        blocking_z = max(float(screen.heights_in[found]), rule.least_height_in)
        low = _low_stretch(line, viewer_z, place_z, blocking_z)
        if number not in open_numbers and low and _runs_inside(low, field, number):
            return False
    return True


def _low_stretch(
    line: LineString, viewer_z: float, place_z: float, blocking_z: float
) -> LineString | None:
    """The stretch of the line that is lower than the blocking height, None where none is."""
    starts_low, ends_low = viewer_z < blocking_z - HAIR_IN, place_z < blocking_z - HAIR_IN
    if starts_low and ends_low:
        return line
    if not starts_low and not ends_low:
        return None
    level = (blocking_z - viewer_z) / (place_z - viewer_z)
    bounds = (0.0, level) if starts_low else (level, 1.0)
    return substring(line, *bounds, normalized=True)


def _runs_inside(line: LineString, field: Field, number: int) -> bool:
    """Whether the line has some length inside the footprint, its boundary left out."""
    return _inner_length_in(line, field, number) > HAIR_IN


def _inner_length_in(line: LineString, field: Field, number: int) -> float:
    """How much of the line runs inside a footprint; running along its boundary has no length.

    One straight line may do both, run along an edge and go on inside: the edge is cut out of it.
    """
    footprint = field.footprints[number]
    edge = shapely.buffer(footprint.exterior, HAIR_IN)
    return float(shapely.difference(shapely.intersection(line, footprint), edge).length)


def crossing_in(start: TablePoint, end: TablePoint, field: Field, number: int) -> float | None:
    """How far from `end` a straight line crosses a footprint last; None where it misses it.

    A line that touches the footprint crosses it; one without length crosses nothing.
    """
    if apart_in(start, end) <= HAIR_IN:
        return None
    line = LineString([(start.x, start.y), (end.x, end.y)])
    footprint, tip = field.footprints[number], Point(end.x, end.y)
    crossed = line.intersection(footprint)
    if not crossed.is_empty:
        return float(crossed.distance(tip))
    if line.distance(footprint) <= HAIR_IN:
        return float(shapely.shortest_line(line, footprint).distance(tip))
    return None
