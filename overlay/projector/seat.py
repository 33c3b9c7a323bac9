"""Who reads the light: words on the desk stand upright for the side that is to act.

A seat is an edge of the table. The reader's frame is the table's, turned so that his edge is at
the bottom: x to his right, y toward him. Everything is laid out in it and warped from it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from overlay.marks.marks import (
    Area,
    Arrow,
    Box,
    Hatch,
    Icon,
    Label,
    Line,
    Mark,
    Ring,
    Words,
)
from table.places import Floats, TablePoint
from table.plane_map import PlaneMap
from table.scene import Scene

# How many quarter turns lead from the table's frame to the one of who sits at that edge.
BOTTOM, RIGHT, TOP, LEFT = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Seat:
    """An edge of a table of that size."""

    edge: int
    width_in: float
    height_in: float

    @property
    def size_in(self) -> tuple[float, float]:
        """The table's width and height as the reader has them."""
        sides = (self.width_in, self.height_in)
        return sides if self.edge in {BOTTOM, TOP} else (sides[1], sides[0])

    @property
    def _rows(self) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """What x, y and 1 count in the reader's x, and in his y."""
        w, h = self.width_in, self.height_in
        return {
            BOTTOM: ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
            RIGHT: ((0.0, -1.0, h), (1.0, 0.0, 0.0)),
            TOP: ((-1.0, 0.0, w), (0.0, -1.0, h)),
            LEFT: ((0.0, 1.0, 0.0), (-1.0, 0.0, w)),
        }[self.edge]

    @property
    def matrix(self) -> Floats:
        """From the table's frame to the reader's."""
        return np.array([*self._rows, (0, 0, 1)], np.float64)

    @property
    def table_from_reader(self) -> PlaneMap[TablePoint, TablePoint]:
        """The way back to the table's frame."""
        return PlaneMap(TablePoint, TablePoint, np.asarray(np.linalg.inv(self.matrix), np.float64))

    def place(self, at: TablePoint) -> TablePoint:
        """A place as the reader has it."""
        ((x, y),) = self.ring(((at.x, at.y),))
        return TablePoint(x, y)

    def ring(self, ring: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
        """A ring as the reader has it."""
        (a, b, c), (d, e, f) = self._rows
        return tuple((a * x + b * y + c, d * x + e * y + f) for x, y in ring)

    def box(self, box: Box) -> Box:
        """A box as the reader has it."""
        (x0, y0), (x1, y1) = self.ring([(box[0], box[1]), (box[2], box[3])])
        return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def seat_of(scene: Scene, side: str | None) -> Seat:
    """Where a side sits: behind its men, seen from the others'."""
    ours = [(man.x, man.y) for man in scene.soldiers if man.side == side]
    others = [(man.x, man.y) for man in scene.soldiers if man.side != side]
    if not ours or not others:
        return Seat(BOTTOM, scene.width, scene.height)
    across, down = np.mean(ours, axis=0) - np.mean(others, axis=0)
    if abs(across) > abs(down):
        edge = RIGHT if across > 0 else LEFT
    else:
        edge = BOTTOM if down >= 0 else TOP
    return Seat(edge, scene.width, scene.height)


def turned(mark: Mark, seat: Seat) -> Mark:
    """A mark of the light in the reader's frame; a card has no place yet."""
    if seat.edge == BOTTOM:
        return mark
    match mark:
        case Line(points=points) | Arrow(points=points):
            return replace(mark, points=tuple(seat.place(point) for point in points))
        case Ring(centre=centre):
            return replace(mark, centre=seat.place(centre))
        case Area(rings=rings) | Hatch(rings=rings):
            return replace(mark, rings=tuple(seat.ring(ring) for ring in rings))
        case Icon(at=at) | Label(at=at) | Words(at=at):
            return replace(mark, at=seat.place(at))
        case _:
            return mark
