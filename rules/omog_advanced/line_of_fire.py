"""Crossing a machine gun's Line of Fire on the way."""

from collections.abc import Iterator
from itertools import pairwise

import shapely
from shapely import LineString, Point

from rules.book.book import Book
from rules.book.reason import Reason
from rules.measure.aim import crossing_in
from rules.measure.cover import NEAR_IN
from rules.measure.field import Field
from rules.measure.lengths import HAIR_IN, within
from rules.omog.meanings import HIDING, LARGE, WALLS
from rules.omog_advanced.man import ManState
from table.directions import step
from table.places import TablePoint
from table.scene import Soldier

CLOSE_COVER = WALLS | LARGE | {"tree"}


def line_of_fire(
    book: Book, gunner: Soldier, scale: float = 1.0
) -> tuple[TablePoint, TablePoint] | None:
    """The two ends of the line his gun has called, None where it has none or has moved.

    `scale` is 2 where ranges are doubled.
    """
    direction_deg = ManState(gunner).line_of_fire_deg
    if direction_deg is None or ManState(gunner).moved:
        return None
    length_in = book.rows["OA-LOF-01"].number * scale
    return gunner.place, step(gunner.place, direction_deg, length_in)


def crossed_lines(
    book: Book, field: Field, mover: Soldier, path: tuple[TablePoint, ...], scale: float
) -> Iterator[Reason]:
    """A reason for each kind of crossing on the path: hit, or under cover."""
    found = set()
    for gunner in field.scene.soldiers:
        line = line_of_fire(book, gunner, scale)
        if gunner.id == mover.id or line is None:
            continue
        crossings = _crossings(line, path)
        if crossings:
            covered = all(_covered(field, gunner, place) for place in crossings)
            found.add("OA-LOF-03" if covered else "OA-LOF-02")
    yield from (book.rows[rule].reason() for rule in sorted(found))


def _crossings(
    line: tuple[TablePoint, TablePoint], path: tuple[TablePoint, ...]
) -> list[TablePoint]:
    """Where the path meets the line; along a shared stretch its ends and its middle."""
    shot = LineString([(place.x, place.y) for place in line])
    found: list[TablePoint] = []
    for start, end in pairwise(path):
        leg = LineString([(start.x, start.y), (end.x, end.y)])
        met = shot.intersection(leg)
        if met.is_empty and shot.distance(leg) <= HAIR_IN:
            met = Point(shapely.get_coordinates(shapely.shortest_line(shot, leg))[0])
        if met.length > 0.0:
            found += _places([met.interpolate(0.5, normalized=True)])
        found += _places([Point(at) for at in shapely.get_coordinates(met)])
    return found


def _places(points: list[Point]) -> list[TablePoint]:
    return [TablePoint(point.x, point.y) for point in points]


def _covered(field: Field, gunner: Soldier, place: TablePoint) -> bool:
    """Whether something covers a crossing from the gun; what the gun is in does not."""
    own = field.stand(gunner).inside
    held = [i for i in field.holding(place) if i not in own]
    if any(field.words[i] in {"woods", "house"} for i in held):
        return True
    for i, word in enumerate(field.words):
        if i in own or word not in HIDING | CLOSE_COVER:
            continue
        crossed_in = crossing_in(gunner.place, place, field, i)
        if crossed_in is not None and (word in HIDING or within(crossed_in, NEAR_IN)):
            return True
    return False
