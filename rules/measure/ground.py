"""What a path over mixed ground costs.

In goes a field and a path; out come its stretches, each with the things it runs over; a book
says what ground that is, and the cost is the sum of the shares of a move each stretch uses.
Only inches inside an outline count: touching a boundary or running along it is outside.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import hypot

import numpy as np
import shapely
from shapely import LineString

from rules.measure.field import Field
from rules.measure.lengths import HAIR_IN
from table.places import TablePoint


@dataclass(frozen=True, slots=True)
class Ground:
    """One kind of ground: the rule that speaks of it and how many inches a move goes on it.

    `limit_in` is None where it cannot be entered.
    """

    rule: str
    limit_in: float | None


@dataclass(frozen=True, slots=True)
class Stretch:
    """A straight part of a path that runs over the same things from its start to its end."""

    start: TablePoint
    end: TablePoint
    over: frozenset[int]

    @property
    def length_in(self) -> float:
        """How long it is."""
        return hypot(self.end.x - self.start.x, self.end.y - self.start.y)


# What ground the inside of these things (by number) is, all of them at once.
GroundOf = Callable[[frozenset[int]], Ground]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a path costs: its length, its share of a move, and its inches by ground.

    `fraction` counts only ground that can be entered; `barred` are the rules of ground that
    cannot.
    """

    length_in: float
    fraction: float
    inches: Mapping[Ground, float]
    barred: tuple[str, ...]

    @property
    def limit_in(self) -> float | None:
        """How far a whole move goes at this path's mean pace; None where it has no length."""
        return self.length_in / self.fraction if self.fraction > 0.0 else None


def stretches(field: Field, path: Sequence[TablePoint]) -> tuple[Stretch, ...]:
    """The path cut where it enters or leaves a thing; parts without length are left out."""
    return tuple(part for leg in pairwise(path) for part in _leg_stretches(field, *leg))


def _leg_stretches(field: Field, start: TablePoint, end: TablePoint) -> list[Stretch]:
    length_in = hypot(end.x - start.x, end.y - start.y)
    if length_in <= HAIR_IN:
        return []
    line = LineString([(start.x, start.y), (end.x, end.y)])
    near = field.tree.query(line, predicate="intersects") if field.scene.things else ()
    cuts = sorted({0.0, length_in, *_cuts_in(field, line, near)})
    found = []
    for begin, stop in pairwise(cuts):
        if stop - begin > HAIR_IN:
            middle = line.interpolate((begin + stop) / 2)
            over = frozenset(int(i) for i in near if _is_inside(field, middle, int(i)))
            enters, leaves = (_along(start, end, at / length_in) for at in (begin, stop))
            found.append(Stretch(enters, leaves, over))
    return found


def _along(start: TablePoint, end: TablePoint, share: float) -> TablePoint:
    return TablePoint(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))


def _cuts_in(field: Field, line: LineString, near: Iterable[int]) -> Iterable[float]:
    """How far along the line it meets the outlines of these things.

    A corner on the line counts by itself: beside a slanted edge, rounding hides that they meet.
    """
    for number in near:
        ring = field.footprints[number].boundary
        met = shapely.points(shapely.get_coordinates(line.intersection(ring)))
        corners = shapely.points(shapely.get_coordinates(ring))
        on_line = corners[shapely.distance(corners, line) <= HAIR_IN]
        yield from (float(line.project(at)) for at in (*met, *on_line))


def _is_inside(field: Field, place: shapely.Point, number: int) -> bool:
    """Whether a place lies inside an outline and not on it."""
    footprint = field.footprints[number]
    return bool(footprint.contains(place) and footprint.boundary.distance(place) > HAIR_IN)


def cost(parts: Sequence[Stretch], ground_of: GroundOf) -> Cost:
    """What these stretches cost, on what ground."""
    inches: dict[Ground, float] = {}
    for part in parts:
        ground = ground_of(part.over)
        inches[ground] = inches.get(ground, 0.0) + part.length_in
    shares = [length / g.limit_in for g, length in inches.items() if g.limit_in is not None]
    barred = {ground.rule for ground in inches if ground.limit_in is None}
    return Cost(
        float(np.sum([part.length_in for part in parts])),
        float(np.sum(shares)),
        inches,
        tuple(sorted(barred)),
    )


def entered(parts: Sequence[Stretch], numbers: Iterable[int]) -> tuple[int, ...]:
    """Those of the things, by number, that the stretches run through, as often as they enter."""
    return tuple(
        number
        for number in sorted(numbers)
        for inside, _ in groupby(number in part.over for part in parts)
        if inside
    )


def off_table(field: Field, path: Sequence[TablePoint]) -> bool:
    """Whether some point of the path lies beyond the table's edge."""
    width, height = field.scene.width, field.scene.height
    return any(
        not (-HAIR_IN <= at.x <= width + HAIR_IN and -HAIR_IN <= at.y <= height + HAIR_IN)
        for at in path
    )
