"""How much of something lies in a box, for many boxes at once.

A raster of quarter inches is summed up once; after that each box costs four look-ups, and
hundreds of places for words can be judged in the time of one.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overlay.marks.marks import Box
from table.places import Floats

_CELLS_PER_IN = 4


class Room:
    """What is on a piece of the table, as numbers that can be summed over boxes."""

    def __init__(self, bounds: Box) -> None:
        left, top, right, bottom = bounds
        self._corner = np.array([left, top])
        self._shape = (
            int(np.ceil((bottom - top) * _CELLS_PER_IN)) + 1,
            int(np.ceil((right - left) * _CELLS_PER_IN)) + 1,
        )

    def of_boxes(self, boxes: Iterable[Box]) -> Floats:
        """The sums over cells that some box touches; a box that only comes near counts too."""
        cells = np.zeros(self._shape, np.int32)
        found = np.asarray(list(boxes), np.float64).reshape(-1, 4)
        low, high = self._cells(found[:, :2]), self._cells(found[:, 2:])
        for (left, top), (right, bottom) in zip(low.tolist(), high.tolist(), strict=True):
            cells[max(top, 0) : max(bottom + 1, 0), max(left, 0) : max(right + 1, 0)] = 1
        return _summed(cells)

    def of_points(self, xy: Floats) -> Floats:
        """The sums over cells of how many points lie in each."""
        at = self._cells(xy)
        rows, columns = self._shape
        kept = (at >= 0).all(axis=1) & (at[:, 0] < columns) & (at[:, 1] < rows)
        flat = at[kept, 1] * columns + at[kept, 0]
        return _summed(np.bincount(flat, minlength=rows * columns).reshape(rows, columns))

    def within(self, sums: Floats, boxes: Floats) -> Floats:
        """How much of what was summed lies in the cells that each box touches."""
        rows, columns = self._shape
        low, high = self._cells(boxes[..., :2]), self._cells(boxes[..., 2:]) + 1
        x0, x1 = np.clip(low[..., 0], 0, columns), np.clip(high[..., 0], 0, columns)
        y0, y1 = np.clip(low[..., 1], 0, rows), np.clip(high[..., 1], 0, rows)
        return np.asarray(sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0])

    def _cells(self, xy: Floats) -> NDArray[np.intp]:
        return np.asarray(np.floor((xy - self._corner) * _CELLS_PER_IN), np.intp)


def _summed(cells: NDArray[Any]) -> Floats:
    """Sums of all cells above and left, with an empty first row and column."""
    sums = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1))
    sums[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
    return sums
