"""Directions on the table: degrees, clockwise seen from above, 0 along +x, 90 along +y.

With y pointing down `atan2(dy, dx)` is already clockwise. This is the one module that
knows sines and cosines of facings.
"""

from math import atan2, cos, degrees, hypot, radians, sin

import numpy as np

from table.places import Floats, TablePoint


def step(
    start: TablePoint, facing_deg: float, forward_in: float, right_in: float = 0.0
) -> TablePoint:
    """Where you come to, going forward and to your own right.

    >>> step(TablePoint(10.0, 10.0), 0.0, -0.75)
    TablePoint(x=9.25, y=10.0)
    """
    c, s = cos(radians(facing_deg)), sin(radians(facing_deg))
    return TablePoint(
        start.x + forward_in * c - right_in * s,
        start.y + forward_in * s + right_in * c,
    )


def bearing_deg(start: TablePoint, end: TablePoint) -> float:
    """The direction from one place to another, 0 <= bearing < 360."""
    return degrees(atan2(end.y - start.y, end.x - start.x)) % 360.0


def stepped(starts: Floats, facings_deg: Floats, forward_right_in: Floats) -> Floats:
    """The same as `step` for many at once: starts and steps (..., 2), facings (...).

    >>> stepped(np.array([10.0, 10.0]), np.array(90.0), np.array([1.0, 0.0])).round(6).tolist()
    [10.0, 11.0]
    """
    turns = np.radians(facings_deg)
    c, s = np.cos(turns), np.sin(turns)
    forward, right = forward_right_in[..., 0], forward_right_in[..., 1]
    return starts + np.stack([forward * c - right * s, forward * s + right * c], axis=-1)


def bearings_deg(starts: Floats, ends: Floats) -> Floats:
    """The same as `bearing_deg` for many at once, (..., 2)."""
    off = ends - starts
    return np.asarray(np.degrees(np.arctan2(off[..., 1], off[..., 0])) % 360.0)


def between_deg(one_deg: float, other_deg: float) -> float:
    """The angle between two directions, 0 to 180."""
    return abs((one_deg - other_deg + 180.0) % 360.0 - 180.0)


def distance_in(start: TablePoint, end: TablePoint) -> float:
    """The distance in plan, centre to centre."""
    return hypot(end.x - start.x, end.y - start.y)


def frame_of(start: TablePoint, facing_deg: float, place: TablePoint) -> tuple[float, float]:
    """How far forward and how far to the right of a man a place lies, in inches."""
    c, s = cos(radians(facing_deg)), sin(radians(facing_deg))
    dx, dy = place.x - start.x, place.y - start.y
    return dx * c + dy * s, dy * c - dx * s
