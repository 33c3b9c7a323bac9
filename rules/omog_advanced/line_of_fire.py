"""Crossing a machine gun's Line of Fire on the way."""

from collections.abc import Iterator
from itertools import pairwise

import shapely
from shapely import LineString, Point

from rules.aim import crossing_in
from rules.book import Book
from rules.cover import NEAR_IN
from rules.field import Field
from rules.measure import HAIR_IN, within
from rules.omog.meanings import HIDING, LARGE, WALLS, number
from rules.question import QuestionError, shown
from rules.reason import Reason
from rules.state import State
from table.directions import step
from table.places import TablePoint
from table.scene import Soldier

CLOSE_COVER = WALLS | LARGE | {"tree"}


def line_of_fire(book: Book, gunner: Soldier) -> tuple[TablePoint, TablePoint] | None:
    """The two ends of the line his gun has called, None where it has none or has moved."""
    direction = State(gunner).value("line_of_fire")
    if direction is None:
        return None
    if isinstance(direction, bool) or not isinstance(direction, int | float):
        raise QuestionError(
            f"{gunner.id}.state.line_of_fire is {shown(direction)}; give degrees or null"
        )
    if State(gunner).flag("moved"):
        return None
    length_in = number(book.rows["OA-LOF-01"])
    return gunner.place, step(gunner.place, float(direction), length_in)


def crossed_lines(
    book: Book, field: Field, mover: Soldier, path: tuple[TablePoint, ...]
) -> Iterator[Reason]:
    """A reason for each kind of crossing on the path: hit, or under cover."""
    found = set()
    for gunner in field.scene.soldiers:
        line = line_of_fire(book, gunner)
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
