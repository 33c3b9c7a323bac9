"""Shapes to cut out of paper: rulebooks name them, sheets print them. All lengths are inches."""

from dataclasses import dataclass
from math import cos, radians, sin

XY = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PaperShape:
    """A shape to cut out: `ring` from its point, along and to the right of its axis."""

    name: str
    ring: tuple[XY, ...]
    note: str = ""


def disk(radius_in: float, corners: int = 180) -> tuple[XY, ...]:
    """A circle round the point."""
    turns = (radians(360 * corner / corners) for corner in range(corners))
    return tuple((radius_in * cos(turn), radius_in * sin(turn)) for turn in turns)


def sector(radius_in: float, angle_deg: float) -> tuple[XY, ...]:
    """A wedge with its tip at the point, half the angle to either side of the axis."""
    turns = (radians(-angle_deg / 2 + angle_deg * part / 60) for part in range(61))
    return ((0.0, 0.0), *((radius_in * cos(turn), radius_in * sin(turn)) for turn in turns))
