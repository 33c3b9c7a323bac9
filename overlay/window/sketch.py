"""A thing drawn by hand where the camera cannot see it: clicks in, its outline out.

A circle takes two clicks, its middle and its rim; a bar three, both ends and its side; an outline
as many as it has corners, the last on the first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import atan2, degrees
from typing import Literal

from overlay.marks.marks import Line, Mark, Ring
from table.directions import distance_in, step
from table.places import TablePoint

SketchShape = Literal["circle", "bar", "outline"]
SHAPES: Mapping[SketchShape, str] = {
    "circle": "a circle: its middle, then its rim",
    "bar": "a bar: both ends, then its side",
    "outline": "an outline: corner by corner, back to the first",
}
# What such a shape mostly is, in this order.
KINDS_OF: Mapping[SketchShape, tuple[str, ...]] = {
    "circle": ("mug", "plate", "lid"),
    "bar": ("wall", "road", "river", "bridge", "book"),
    "outline": ("napkin", "book", "mat", "river", "road", "bridge"),
}
_CORNERS = 64  # of a circle
_CLOSES_IN = 0.4  # so near its first corner an outline is closed
_LEAST_IN = 0.1


@dataclass(frozen=True, slots=True)
class Sketch:
    """A shape that is being drawn: the places that were clicked."""

    shape: SketchShape
    places: tuple[TablePoint, ...] = ()

    @property
    def wants(self) -> str:
        """What the players are to click next."""
        return f"draw {SHAPES[self.shape]}; Esc gives up"


def clicked(sketch: Sketch, at: TablePoint) -> Sketch:
    """The sketch with another place."""
    return replace(sketch, places=(*sketch.places, at))


def outline_of(sketch: Sketch) -> tuple[TablePoint, ...] | None:
    """The outline once it is whole, () where nothing is inside it; None before."""
    match sketch.shape, sketch.places:
        case "circle", (middle, rim):
            return _circle(middle, distance_in(middle, rim))
        case "bar", (end, other, side):
            return _bar(end, other, side)
        case "outline", (first, *corners, last) if distance_in(first, last) <= _CLOSES_IN:
            return (first, *corners) if len(corners) >= 2 else ()
    return None


def _circle(middle: TablePoint, radius_in: float) -> tuple[TablePoint, ...]:
    if radius_in < _LEAST_IN:
        return ()
    return tuple(step(middle, turn * 360 / _CORNERS, radius_in) for turn in range(_CORNERS))


def _bar(end: TablePoint, other: TablePoint, side: TablePoint) -> tuple[TablePoint, ...]:
    """The rectangle about the line between two ends, as wide as its side is off it, twice."""
    length_in = distance_in(end, other)
    if length_in < _LEAST_IN:
        return ()
    along = ((other.x - end.x) / length_in, (other.y - end.y) / length_in)
    off_in = abs(along[0] * (side.y - end.y) - along[1] * (side.x - end.x))
    half_in = max(off_in, _LEAST_IN / 2)
    facing_deg = degrees(atan2(along[1], along[0]))
    ends = ((end, half_in), (other, half_in), (other, -half_in), (end, -half_in))
    return tuple(step(place, facing_deg, 0.0, right_in) for place, right_in in ends)


def sketch_marks(sketch: Sketch, mouse: TablePoint | None) -> tuple[Mark, ...]:
    """What was clicked so far, and the shape as the mouse would make it."""
    tried = sketch if mouse is None else clicked(sketch, mouse)
    outline = outline_of(tried)
    line = tried.places if outline is None else (*outline, *outline[:1])
    lines = (Line(line, "measure"),) if len(line) > 1 else ()
    return (*lines, *(Ring(place, 0.1, "measure") for place in sketch.places))
