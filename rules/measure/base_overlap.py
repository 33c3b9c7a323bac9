"""How much of a round base lies inside a polygon, exactly."""

from itertools import pairwise
from math import atan2, hypot, pi, sqrt

from rules.measure.lengths import HAIR_IN
from rules.measure.template import Shape
from table.places import TablePoint

XY = tuple[float, float]
HAIR = 1e-9


def half_in_shape(shape: Shape, place: TablePoint, radius: float) -> bool:
    """Whether at least half of a round base lies in the shape."""
    return shape_overlap_in2(shape, place, radius) >= pi * radius**2 / 2 - HAIR_IN


def shape_overlap_in2(shape: Shape, place: TablePoint, radius: float) -> float:
    """The area that a round base shares with a polygon.

    >>> square = Shape(tuple(TablePoint(x, y) for x, y in ((0, 0), (4, 0), (4, 4), (0, 4))))
    >>> round(shape_overlap_in2(square, TablePoint(0.0, 2.0), 1.0), 6)
    1.570796
    """
    corners = [(corner.x - place.x, corner.y - place.y) for corner in shape.corners]
    edges = pairwise([*corners, corners[0]])
    return abs(sum(_edge_in2(start, end, radius) for start, end in edges))


def _edge_in2(start: XY, end: XY, radius: float) -> float:
    """The signed area of the disk round the origin inside the triangle origin, start, end."""
    shares = [0.0, *_rim_shares(start, end, radius), 1.0]
    places = [_along(start, end, share) for share in shares]
    return sum(_piece_in2(one, other, radius) for one, other in pairwise(places))


def _piece_in2(start: XY, end: XY, radius: float) -> float:
    """The same for a piece that lies wholly inside the disk or wholly outside it."""
    cross = start[0] * end[1] - start[1] * end[0]
    # By its ends, not its middle: an edge that touches the rim has its middle on it.
    if max(hypot(*start), hypot(*end)) <= radius * (1 + HAIR):
        return cross / 2
    return radius**2 * atan2(cross, start[0] * end[0] + start[1] * end[1]) / 2


def _rim_shares(start: XY, end: XY, radius: float) -> list[float]:
    """Where along the edge, in shares of it, the rim is crossed."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    a, b = dx * dx + dy * dy, start[0] * dx + start[1] * dy
    inside = b * b - a * (start[0] ** 2 + start[1] ** 2 - radius**2)
    if a == 0.0 or inside <= 0.0:
        return []
    return [t for t in ((-b - sqrt(inside)) / a, (-b + sqrt(inside)) / a) if 0.0 < t < 1.0]


def _along(start: XY, end: XY, share: float) -> XY:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
