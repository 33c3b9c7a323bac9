"""The table turned until a rectangle's sides run along rows and columns.

What lies between two sides is then counted at once, for as many rectangles as are tried.
"""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.flat_table import FlatTable, Mask, Pixels
from vision.regions import either, opened

OUTWARD = (-1, -1, 1, 1)  # of left, top, right and bottom, along x or y
_LEAST_BARE_IN = 0.25  # a thinner line is the grid's own
_FARTHEST_IN = 12.0
_FARTHEST_UNDER_IN = 3.0
_MOST_BARE, _LEAST_OWN = 0.12, 0.1  # of a row of cells, where the cloth has ended and where not

Cells = NDArray[np.intp]
Sums = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class TurnedGround:
    """Where a cloth shows and what may hide it; places are inches along `axes`."""

    axes: Floats  # (2, 2) unit vectors in seen inches
    own: Pixels  # 255 where the cloth shows
    hidden: Pixels
    own_sum: Sums
    bare_sum: Sums  # where neither is
    start: Floats  # inches at the first cell's edge
    px_per_in: float

    def counted(self, total: Sums, sides: Floats) -> Floats:
        """Square inches of a sum between sides (n, 4): left, top, right, bottom."""
        left, top, right, bottom = (self._cells(sides[:, k], k % 2) for k in range(4))
        cells = total[bottom, right] - total[top, right] - total[bottom, left] + total[top, left]
        return np.asarray(np.maximum(cells, 0) / self.px_per_in**2)

    def _cells(self, inches: Floats, axis: int) -> Cells:
        """Whole cells at inches along an axis."""
        count = self.own.shape[1 - axis]
        cells = np.rint((inches - self.start[axis]) * self.px_per_in)
        return np.asarray(np.minimum(np.maximum(cells, 0), count), np.intp)

    def holds(self, mask: Pixels, places: Floats) -> Mask:
        """Whether a mask holds at places."""
        most = np.array(mask.shape[::-1]) - 1
        cells = np.floor((places - self.start) * self.px_per_in)
        x, y = np.moveaxis(np.minimum(np.maximum(cells, 0), most).astype(np.intp), -1, 0)
        return cast("Mask", mask[y, x] > 0)

    def reaches(self, start: float, sides: Floats, k: int) -> tuple[Floats, Floats]:
        """How far a cloth that begins at `start` shows outward of its side `k`, and may go on.

        `sides` (n, 4) are those between which it lies.
        """
        axis, other = k % 2, 1 - k % 2
        low, high = (self._cells(sides[:, n], other) for n in (other, other + 2))
        # Of the sides that are tried many lie between the same two.
        stride = self.own.shape[axis] + 1
        pairs, which = np.unique(low * stride + high, return_inverse=True)
        low, high = pairs // stride, pairs % stride
        steps = np.arange(round(_FARTHEST_IN * self.px_per_in))
        cells = self._cells(np.array([start]), axis) + OUTWARD[k] * steps
        near = np.minimum(np.maximum(cells, 0), self.own.shape[1 - axis] - 1)
        own, bare = (
            _shares(total if axis else total.T, near, low, high)
            for total in (self.own_sum, self.bare_sum)
        )
        goes_on = np.logical_and.accumulate(bare <= _MOST_BARE)
        shows = (own > _LEAST_OWN) & goes_on
        last = np.maximum.accumulate(np.where(shows, steps[:, None], 0))
        goes_on &= steps[:, None] - last <= _FARTHEST_UNDER_IN * self.px_per_in
        under = np.maximum(np.logical_and.accumulate(goes_on).sum(axis=0) - 1, 0)
        shown = last[under, np.arange(len(pairs))]
        far_in = OUTWARD[k] / self.px_per_in
        return start + far_in * shown[which], start + far_in * under[which]


def _shares(total: Sums, rows: Cells, low: Cells, high: Cells) -> Floats:
    """The share that a sum has of some rows of cells between each two columns, (rows, columns)."""
    cells = total[rows + 1] - total[rows]
    return np.asarray((cells[:, high] - cells[:, low]) / np.maximum(high - low, 1))


def bare_ground(own: Pixels, hidden: Pixels, flat: FlatTable) -> Pixels:
    """Where a cloth neither shows nor may be hidden."""
    return opened(np.bitwise_not(either(own, hidden)), flat, _LEAST_BARE_IN)


def turned_ground(
    own: Pixels, hidden: Pixels, bare: Pixels, along: Floats, flat: FlatTable
) -> TurnedGround:
    """The ground of a grid, turned so that rows run `along`."""
    columns, rows = flat.size_wh
    axes = np.array([along, [-along[1], along[0]]])
    corners = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], float) - 0.5
    ends = flat.seen_from_cells(corners) @ axes.T
    start = ends.min(axis=0)
    size = np.ceil((ends.max(axis=0) - start) * flat.px_per_in).astype(int)
    first = flat.cells_from_seen((start + 0.5 / flat.px_per_in) @ axes)
    grid_from_turned = np.column_stack([axes.T, first])
    size_wh = (int(size[0]), int(size[1]))
    own, bare, hidden = (_turned(cells, grid_from_turned, size_wh) for cells in (own, bare, hidden))
    own_sum, bare_sum = (cv2.integral(np.minimum(cells, 1)) for cells in (own, bare))
    return TurnedGround(
        axes,
        own,
        hidden,
        np.asarray(own_sum, np.int32),
        np.asarray(bare_sum, np.int32),
        start,
        flat.px_per_in,
    )


def _turned(cells: Pixels, grid_from_turned: Floats, size_wh: tuple[int, int]) -> Pixels:
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    return cast("Pixels", cv2.warpAffine(cells, grid_from_turned, size_wh, flags=flags))
