"""The hex grid of a table, for rulebooks that play on hexes and for drawing it.

The corners of a hex lie at 0, 60, 120, ... degrees from its centre, so that two of its sides run
along the table's x axis. `across_in` is the distance between two opposite sides.
"""

from dataclasses import dataclass
from math import ceil, floor, sqrt

import shapely

from rules.measure.lengths import HAIR_IN, apart_in
from rules.measure.template import Shape, hexagon
from table.places import TablePoint


@dataclass(frozen=True, slots=True, order=True)
class Hex:
    """One hex of a grid: q counts columns to the right, r counts down in a column."""

    q: int
    r: int


def hex_steps(one: Hex, other: Hex) -> int:
    """The number of hexes from one to the other, 0 for the same.

    >>> hex_steps(Hex(0, 0), Hex(2, -1)), hex_steps(Hex(1, 1), Hex(3, 2))
    (2, 3)
    """
    dq, dr = other.q - one.q, other.r - one.r
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@dataclass(frozen=True, slots=True)
class HexGrid:
    """The hexes of a table; hex (0, 0) touches its left and its top edge."""

    across_in: float

    @property
    def corner_in(self) -> float:
        """From a hex's centre to its corners."""
        return self.across_in / sqrt(3)

    def centre(self, cell: Hex) -> TablePoint:
        """Where the hex's centre lies."""
        return TablePoint(
            self.corner_in + 1.5 * self.corner_in * cell.q,
            self.across_in / 2 + self.across_in * (cell.r + cell.q / 2),
        )

    def shape(self, cell: Hex) -> Shape:
        """The hex as it lies on the table."""
        return hexagon(self.centre(cell), self.across_in)

    def hex_of(self, place: TablePoint) -> Hex:
        """The hex with the nearest centre; at equal distance the lower q, then the lower r."""
        near = [(apart_in(self.centre(cell), place), cell) for cell in self._near(place)]
        least_in = min(near)[0]
        return min(cell for away_in, cell in near if away_in <= least_in + HAIR_IN)

    def over(self, width_in: float, height_in: float) -> tuple[Hex, ...]:
        """All hexes that have some of a table of this size, for drawing the grid."""
        table = shapely.box(0.0, 0.0, width_in, height_in)
        found = []
        for q in range(-1, ceil(width_in / (1.5 * self.corner_in)) + 1):
            rows = range(floor(-q / 2) - 1, ceil(height_in / self.across_in - q / 2) + 1)
            found += [Hex(q, r) for r in rows]
        shapes = [self.shape(cell).polygon for cell in found]
        shared = shapely.area(shapely.intersection(shapes, table))
        return tuple(cell for cell, some in zip(found, shared, strict=True) if some > HAIR_IN)

    def _near(self, place: TablePoint) -> list[Hex]:
        column = floor((place.x - self.corner_in) / (1.5 * self.corner_in))
        found = []
        for q in (column - 1, column, column + 1, column + 2):
            row = floor((place.y - self.across_in / 2) / self.across_in - q / 2)
            found += [Hex(q, row), Hex(q, row + 1)]
        return found
