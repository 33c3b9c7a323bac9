"""The shapes that weapons lay on the table: who is in one is exact, its ring is for drawing.

A shape's own frame has its origin at its point; `along` inches run along its axis and `right`
inches to the right of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import acos, cos, hypot, pi, radians, sin, sqrt

from shapely import Point, Polygon

from rules.measure.area import AreaRing, AreaRings
from rules.measure.lengths import HAIR_IN, within
from table.directions import frame_of, step
from table.places import TablePoint

TURN_CORNERS = 256  # of a full circle in a ring; a multiple of 4


@dataclass(frozen=True)
class Shape:
    """A polygon on the table, its corners in order."""

    corners: tuple[TablePoint, ...]

    def holds(self, place: TablePoint) -> bool:
        """Whether the place is in the shape; its boundary counts."""
        return bool(self.polygon.distance(Point(place.x, place.y)) <= HAIR_IN)

    @property
    def polygon(self) -> Polygon:
        """The shape for shapely."""
        return Polygon([(corner.x, corner.y) for corner in self.corners])

    def area(self) -> AreaRings:
        """The shape as the contract's area."""
        return (_ring_of(self.corners),)


@dataclass(frozen=True)
class Disk:
    """A full circle round a place."""

    centre: TablePoint
    radius: float

    def holds(self, place: TablePoint) -> bool:
        """Whether the place is in the disk; its rim counts."""
        return within(hypot(place.x - self.centre.x, place.y - self.centre.y), self.radius)

    @property
    def polygon(self) -> Polygon:
        """The disk for shapely, its corners on the rim."""
        return Polygon(self.area()[0])

    def area(self) -> AreaRings:
        """The disk as the contract's area, its corners on the rim."""
        turns = (360.0 * i / TURN_CORNERS for i in range(TURN_CORNERS))
        return (_ring_of([step(self.centre, turn, self.radius) for turn in turns]),)


@dataclass(frozen=True)
class Sector:
    """A slice of a disk: everything within `radius` and `half_deg` to either side of the axis."""

    tip: TablePoint
    axis_deg: float
    radius: float
    half_deg: float

    def holds(self, place: TablePoint) -> bool:
        """Whether the place is in the slice; its boundary counts."""
        along, right = frame_of(self.tip, self.axis_deg, place)
        half = radians(self.half_deg)
        off_side_in = abs(right) * cos(half) - along * sin(half)
        return within(hypot(along, right), self.radius) and off_side_in <= HAIR_IN

    @property
    def polygon(self) -> Polygon:
        """The slice for shapely, its corners on the curve."""
        return Polygon(self.area()[0])

    def area(self) -> AreaRings:
        """The slice as the contract's area."""
        steps = max(2, round(TURN_CORNERS * self.half_deg / 180.0))
        turns = [self.half_deg * (2.0 * i / steps - 1.0) for i in range(steps + 1)]
        rim = [step(self.tip, self.axis_deg + turn, self.radius) for turn in turns]
        return (_ring_of([self.tip, *rim]),)


@dataclass(frozen=True)
class BlastCone:
    """An ice-cream cone: a triangle from the tip, closed by a half circle on its far side."""

    tip: TablePoint
    axis_deg: float
    radius: float = 1.5

    def holds(self, place: TablePoint) -> bool:
        """Whether the place is in the cone; its boundary counts."""
        along, right = frame_of(self.tip, self.axis_deg, place)
        if along <= self.radius:
            # The sides run at 45 degrees, so the distance beyond one is this over sqrt(2).
            return (abs(right) - along) / sqrt(2.0) <= HAIR_IN
        return within(hypot(along - self.radius, right), self.radius)

    @property
    def polygon(self) -> Polygon:
        """The cone for shapely, its corners on the curve."""
        return Polygon(self.area()[0])

    def area(self) -> AreaRings:
        """The cone as the contract's area, its corners on the curve."""
        middle = step(self.tip, self.axis_deg, self.radius)
        turns = (360.0 * i / TURN_CORNERS - 90.0 for i in range(TURN_CORNERS // 2 + 1))
        rim = [step(middle, self.axis_deg + turn, self.radius) for turn in turns]
        return (_ring_of([self.tip, *rim]),)


Template = Shape | Disk | Sector | BlastCone


def laid(origin: TablePoint, axis_deg: float, along_right: Sequence[tuple[float, float]]) -> Shape:
    """A polygon from corners in its own frame."""
    return Shape(tuple(step(origin, axis_deg, along, right) for along, right in along_right))


def triangle(tip: TablePoint, axis_deg: float, length_in: float, width_in: float) -> Shape:
    """A triangle from its tip, widest at the far end."""
    half = width_in / 2
    return laid(tip, axis_deg, [(0.0, 0.0), (length_in, -half), (length_in, half)])


def kite(
    tip: TablePoint, axis_deg: float, widest_at_in: float, length_in: float, width_in: float
) -> Shape:
    """A kite: widens to `widest_at_in`, then back to a point."""
    half = width_in / 2
    far = [(widest_at_in, -half), (length_in, 0.0), (widest_at_in, half)]
    return laid(tip, axis_deg, [(0.0, 0.0), *far])


def swath(start: TablePoint, axis_deg: float, length_in: float, width_in: float) -> Shape:
    """A rectangle that begins at `start`, half its width to either side."""
    half = width_in / 2
    return laid(start, axis_deg, [(0.0, -half), (length_in, -half), (length_in, half), (0.0, half)])


def hexagon(centre: TablePoint, across_flats_in: float) -> Shape:
    """A regular hexagon; its first corner lies along +x from the centre."""
    out_in = across_flats_in / sqrt(3.0)
    return Shape(tuple(step(centre, 60.0 * i, out_in) for i in range(6)))


def overlap_in2(disk: Disk, place: TablePoint, radius: float) -> float:
    """The area that a round base shares with a disk, exactly.

    >>> round(overlap_in2(Disk(TablePoint(0.0, 0.0), 3.0), TablePoint(0.0, 1.0), 0.5), 6)
    0.785398
    """
    apart = hypot(place.x - disk.centre.x, place.y - disk.centre.y)
    small, large = sorted((radius, disk.radius))
    if apart >= small + large:
        return 0.0
    if apart <= large - small:
        return pi * small**2
    return _segment_in2(radius, disk.radius, apart) + _segment_in2(disk.radius, radius, apart)


def _segment_in2(radius: float, other: float, apart: float) -> float:
    """The part of a circle beyond the chord in which another one cuts it."""
    to_chord = (apart**2 + radius**2 - other**2) / (2.0 * apart)
    half = acos(max(-1.0, min(1.0, to_chord / radius)))
    return radius**2 * (half - sin(half) * cos(half))


def half_in_disk(disk: Disk, place: TablePoint, radius: float) -> bool:
    """Whether at least half of a round base lies in the disk."""
    return overlap_in2(disk, place, radius) >= pi * radius**2 / 2 - HAIR_IN


def _ring_of(places: Sequence[TablePoint]) -> AreaRing:
    """Places as a ring of an answer."""
    return tuple((place.x, place.y) for place in places)
