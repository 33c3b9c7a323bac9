"""The table turned until a rectangle's sides run along rows and columns.

What lies between two sides is then counted at once, for as many rectangles as are tried.
"""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.flat_table import FlatTable, Mask, Pixels
from vision.surface.patches import either, opened

OUTWARD = (-1, -1, 1, 1)  # of left, top, right and bottom, along x or y
_OWN, _BARE, _HIDDEN = np.uint8(1), np.uint8(2), np.uint8(4)  # bits of what is known of a cell
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
    known: Pixels  # bits of each cell
    sums: Sums  # of the cells where the cloth shows, and of those where it surely is not
    start: Floats  # inches at the first cell's edge, along both axes twice as sides are told
    size: Floats  # in cells, alike
    px_per_in: float

    def counted(self, sides: Floats) -> tuple[Floats, Floats]:
        """Square inches where the cloth shows, and of bare ground, between sides (n, 4).

        They are left, top, right, bottom.
        """
        left, top, right, bottom = self._cells(sides).T
        up_to_right, up_to_left = (
            self.sums[:, bottom, x] - self.sums[:, top, x] for x in (right, left)
        )
        cells = up_to_right - up_to_left
        own, bare = np.maximum(cells, 0) / self.px_per_in**2
        return own, bare

    def _cells(self, sides: Floats) -> Cells:
        """The whole cells at which sides (n, 4) lie."""
        cells = np.rint((sides - self.start) * self.px_per_in)
        return np.minimum(np.maximum(cells, 0), self.size).astype(np.intp)

    def shows(self, places: Floats) -> Mask:
        """Whether the cloth shows at places."""
        return self._has(_OWN, places)

    def is_hidden(self, places: Floats) -> Mask:
        """Whether something may hide the cloth at places."""
        return self._has(_HIDDEN, places)

    def _has(self, bit: np.uint8, places: Floats) -> Mask:
        rows, columns = self.known.shape
        cells = ((places - self.start[:2]) * self.px_per_in).astype(np.int32)
        x = np.minimum(np.maximum(cells[..., 0], 0), columns - 1)
        y = np.minimum(np.maximum(cells[..., 1], 0), rows - 1)
        return cast("Mask", (self.known.ravel().take(y * columns + x) & bit) > 0)

    def reaches(self, start: Floats, sides: Floats, k: int) -> tuple[Floats, Floats]:
        """How far a cloth shows outward of its side `k`, and how far it may go on.

        `start` (4) are the sides from which it is followed, `sides` (n, 4) those between which
        it lies.
        """
        axis, other = k % 2, 1 - k % 2
        count = self.known.shape[1 - axis]
        cells = self._cells(sides)
        # Of the sides that are tried many lie between the same two.
        stride = self.known.shape[axis] + 1
        pairs, which = np.unique(
            cells[:, other] * stride + cells[:, other + 2], return_inverse=True
        )
        steps = np.arange(round(_FARTHEST_IN * self.px_per_in))
        outward = self._cells(start[None])[0, k] + OUTWARD[k] * steps
        near = np.minimum(np.maximum(outward, 0), count - 1)
        sums = self.sums if axis else self.sums.transpose(0, 2, 1)
        own, bare = _shares(sums, near, pairs // stride, pairs % stride)
        goes_on = np.logical_and.accumulate(bare <= _MOST_BARE)
        shows = (own > _LEAST_OWN) & goes_on
        last = np.maximum.accumulate(np.where(shows, steps[:, None], 0))
        goes_on &= steps[:, None] - last <= _FARTHEST_UNDER_IN * self.px_per_in
        under = np.maximum(np.logical_and.accumulate(goes_on).sum(axis=0) - 1, 0)
        shown = last[under, np.arange(len(pairs))]
        far_in = OUTWARD[k] / self.px_per_in
        return start[k] + far_in * shown[which], start[k] + far_in * under[which]


def _shares(sums: Sums, rows: Cells, low: Cells, high: Cells) -> Floats:
    """The share that each sum has of some rows of cells between each two columns.

    Out come (sums, rows, columns). The rows follow one another, up or down, but for the last,
    which may be there many times.
    """
    first, last = sorted((int(rows[0]), int(rows[-1])))
    near = sums[:, first : last + 2]
    between = near[..., high] - near[..., low]
    cells = between[:, 1:] - between[:, :-1]
    return np.asarray(cells[:, rows - first] / np.maximum(high - low, 1))


def known_ground(own: Pixels, hidden: Pixels, flat: FlatTable) -> Pixels:
    """What is known of each cell: a cloth shows there, may be hidden, or is surely not there."""
    bare = opened(np.bitwise_not(either(own, hidden)), flat, _LEAST_BARE_IN)
    return np.asarray((own & _OWN) | (bare & _BARE) | (hidden & _HIDDEN))


def turned_ground(known: Pixels, along: Floats, flat: FlatTable) -> TurnedGround:
    """The ground of a grid of which that is `known`, turned so that rows run `along`."""
    columns, rows = flat.size_wh
    axes = np.array([along, [-along[1], along[0]]])
    corners = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], float) - 0.5
    ends = flat.seen_from_cells(corners) @ axes.T
    start = ends.min(axis=0)
    size = np.ceil((ends.max(axis=0) - start) * flat.px_per_in)
    first = flat.cells_from_seen((start + 0.5 / flat.px_per_in) @ axes)
    grid_from_turned = np.column_stack([axes.T, first])
    # All bits are turned at once.
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    size_wh = (int(size[0]), int(size[1]))
    turned = cast("Pixels", cv2.warpAffine(known, grid_from_turned, size_wh, flags=flags))
    sums = np.empty((2, turned.shape[0] + 1, turned.shape[1] + 1), np.int32)
    for total, bit in zip(sums, (_OWN, _BARE), strict=True):
        cv2.integral(cv2.threshold(turned & bit, 0, 1, cv2.THRESH_BINARY)[1], total)
    return TurnedGround(
        axes,
        turned,
        sums,
        np.concatenate([start, start]),
        np.concatenate([size, size]),
        flat.px_per_in,
    )
