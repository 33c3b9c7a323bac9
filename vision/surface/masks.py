"""Masks: the cells of a grid over the table where something holds, and that grid with them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import cast

import cv2
import numpy as np

from table.places import CellXY, SeenXY
from vision.surface.flat_table import FlatTable, Mask, Pixels


@dataclass(frozen=True, eq=False)
class GridMask:
    """Cells of one grid, 255 where something holds and 0 elsewhere.

    Masks of different grids do not mix.
    """

    grid: FlatTable
    cells: Pixels

    def __post_init__(self) -> None:
        assert self.cells.shape == self.grid.size_wh[::-1], self.cells.shape

    @property
    def holds(self) -> Mask:
        """The cells as truths."""
        return self.cells > 0

    def any(self) -> bool:
        """Whether it holds anywhere."""
        return bool(self.cells.any())

    @property
    def area_sq_in(self) -> float:
        """The ground on which it holds."""
        return cv2.countNonZero(self.cells) / self.grid.px_per_in**2

    def __and__(self, other: "GridMask") -> "GridMask":
        return self._with(cv2.bitwise_and(self.cells, self._beside(other)))

    def __or__(self, other: "GridMask") -> "GridMask":
        return self._with(cv2.bitwise_or(self.cells, self._beside(other)))

    def __sub__(self, other: "GridMask") -> "GridMask":
        return self._with(cv2.subtract(self.cells, self._beside(other)))  # it stops at 0

    def opened(self, width_in: float) -> "GridMask":
        """Without what is narrower than that."""
        here, square = self.part_around(width_in), self._square(width_in)
        left = np.zeros_like(self.cells)
        left[here] = cv2.dilate(cv2.erode(self.cells[here], square), square)
        return self._with(left)

    def widened(self, by_in: float) -> "GridMask":
        """Grown by that much all round."""
        return self._with(cv2.dilate(self.cells, self._square(2 * by_in)))

    def narrowed(self, by_in: float) -> "GridMask":
        """The middles of all squares so wide in which it holds all over."""
        return self._with(cv2.erode(self.cells, self._square(by_in)))

    def part_around(self, by_in: float) -> tuple[slice, slice]:
        """The part of the grid where it holds and that much around it."""
        left, top, width, height = cv2.boundingRect(self.cells)
        by, (rows, columns) = ceil(by_in * self.grid.px_per_in) + 1, self.cells.shape
        return (
            slice(max(0, top - by), min(rows, top + height + by)),
            slice(max(0, left - by), min(columns, left + width + by)),
        )

    def patches(self) -> list["GridMask"]:
        """Its connected patches, each by itself."""
        count, numbers = cv2.connectedComponents(self.cells)
        return [
            self._with(np.where(numbers == number, np.uint8(255), np.uint8(0)))
            for number in range(1, count)
        ]

    def patches_at(self, seeds: "GridMask") -> "GridMask":
        """Its connected patches in which any of the seeds lies; they lie nowhere else."""
        count, numbers = cv2.connectedComponents(self.cells)
        seeded = np.zeros(count, np.uint8)
        seeded[numbers[self._beside(seeds) > 0]] = 255
        return self._with(seeded[numbers])

    def share_inside(self, ring: SeenXY) -> float:
        """The share of the ground inside a ring on which it holds."""
        corners = self.grid.cells_from_seen(ring)
        # Only the rectangle around the ring is looked at.
        left, top = (max(0, floor(low)) for low in corners.min(axis=0))
        right, bottom = (max(0, ceil(high)) + 1 for high in corners.max(axis=0))
        part = self.cells[top:bottom, left:right]
        if not part.size:
            return 0.0
        ground = np.zeros(part.shape, np.uint8)
        _fill(ground, CellXY(corners - (left, top)))
        total = cv2.countNonZero(ground)
        return cv2.countNonZero(cv2.bitwise_and(part, ground)) / total if total else 0.0

    def at(self, places: SeenXY) -> Mask:
        """Whether it holds at these places (..., 2); off the grid it does not."""
        columns, rows = self.grid.size_wh
        cells = np.floor((places + self.grid.margin_in) * self.grid.px_per_in).astype(np.int32)
        x, y = cells[..., 0], cells[..., 1]
        # As numbers without a sign those below zero are large.
        inside = (x.view(np.uint32) < columns) & (y.view(np.uint32) < rows)
        held = self.cells.ravel().take(y * columns + x, mode="clip") > 0
        return np.asarray(held & inside)

    def _with(self, cells: object) -> "GridMask":
        return replace(self, cells=cast("Pixels", cells))

    def _beside(self, other: "GridMask") -> Pixels:
        assert other.grid == self.grid, (self.grid, other.grid)
        return other.cells

    def _square(self, width_in: float) -> Pixels:
        # A square works along rows and columns by itself, and leaves straight edges straight.
        side = max(1, round(width_in * self.grid.px_per_in)) | 1
        return np.ones((side, side), np.uint8)


def nothing(grid: FlatTable) -> GridMask:
    """A mask that holds nowhere."""
    return GridMask(grid, np.zeros(grid.size_wh[::-1], np.uint8))


def where(grid: FlatTable, truths: Mask) -> GridMask:
    """A mask of truths, one for each cell."""
    return GridMask(grid, np.negative(truths.view(np.uint8)))  # 1 below zero is 255


def inside(grid: FlatTable, rings: Iterable[SeenXY]) -> GridMask:
    """The cells inside rings."""
    found = nothing(grid)
    for ring in rings:
        _fill(found.cells, grid.cells_from_seen(ring))
    return found


def _fill(cells: Pixels, corners: CellXY) -> None:
    """Set the cells inside a ring of places between cells; a ring without corners holds none."""
    if not len(corners):
        return
    sixteenths = np.rint(corners * 16).astype(np.int32)
    cv2.fillPoly(cells, [sixteenths], 255, cv2.LINE_8, 4)
