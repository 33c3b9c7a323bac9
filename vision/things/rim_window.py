"""The rectangle of the grid around a round thing: a table is large, and a mug is small on it."""

from dataclasses import dataclass
from math import ceil, floor

import cv2
import numpy as np

from table.places import Floats
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.patches import Region


@dataclass(frozen=True, slots=True)
class GridWindow:
    """Some rows and columns of the grid's cells."""

    flat: FlatTable
    rows: slice
    columns: slice

    def of(self, cells: Pixels) -> Pixels:
        """What some cells of the whole grid hold here."""
        return cells[self.rows, self.columns]

    def filled(self, ring: Floats) -> Pixels:
        """The window's cells inside a ring of seen inches, 255."""
        cells = np.zeros(
            (self.rows.stop - self.rows.start, self.columns.stop - self.columns.start), np.uint8
        )
        corners = self.flat.cells_from_seen(ring) - (self.columns.start, self.rows.start)
        cv2.fillPoly(cells, [np.rint(corners * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        return cells

    def whole(self, patch: Region) -> Region:
        """A patch of the window's cells as one of the grid's."""
        columns, rows = self.flat.size_wh
        cells = np.zeros((rows, columns), np.uint8)
        cells[self.rows, self.columns] = patch.cells
        corner = np.array([self.columns.start, self.rows.start]) / self.flat.px_per_in
        return Region(cells, patch.ring + corner, patch.area_sq_in)


def window_of(flat: FlatTable, box: tuple[slice, slice], margin_in: float) -> GridWindow:
    """The window around some rows and columns and that much of what lies beside them."""
    by, (columns, rows) = ceil(margin_in * flat.px_per_in) + 1, flat.size_wh
    return GridWindow(flat, _wider(box[0], by, rows), _wider(box[1], by, columns))


def _wider(cells: slice, by: int, count: int) -> slice:
    """Cells, of that many, with some more on either side."""
    return slice(max(0, cells.start - by), min(count, cells.stop + by))


def window_around(flat: FlatTable, ring: Floats) -> GridWindow:
    """The cells around a ring of seen inches, at least one where it lies off the grid."""
    return window_between(flat, ring.min(axis=0), ring.max(axis=0))


def window_between(flat: FlatTable, low: Floats, high: Floats) -> GridWindow:
    """The cells between two corners in seen inches, at least one where all lie off the grid."""
    (left, top), (right, bottom) = flat.cells_from_seen(np.array([low, high])).tolist()
    columns, rows = flat.size_wh
    return GridWindow(flat, _cut(top, bottom, rows), _cut(left, right, columns))


def _cut(low: float, high: float, count: int) -> slice:
    """The cells from one place to another, of that many."""
    start = min(max(0, floor(low) - 1), count - 1)
    return slice(start, min(max(start, ceil(high) + 1), count - 1) + 1)
