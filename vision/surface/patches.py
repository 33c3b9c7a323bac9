"""Patches of one colour on the table: a mask in, their outlines in seen inches out."""

from dataclasses import dataclass
from math import ceil, floor
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.flat_table import FlatTable, Mask, Pixels


def opened(mask: Pixels, flat: FlatTable, width_in: float) -> Pixels:
    """The mask without what is narrower than that."""
    square = _square(flat, width_in)
    left = cast("Pixels", cv2.erode(mask, square))
    # Little is left of most masks: only what lies around it is widened again.
    here = part_around(left, width_in, flat)
    left[here] = cv2.dilate(left[here], square)
    return left


def widened(mask: Pixels, flat: FlatTable, by_in: float) -> Pixels:
    """The mask grown by that much all round."""
    return cast("Pixels", cv2.dilate(mask, _square(flat, 2 * by_in)))


def narrowed(mask: Pixels, flat: FlatTable, by_in: float) -> Pixels:
    """The middles of all squares so wide that the mask is all over."""
    return cast("Pixels", cv2.erode(mask, _square(flat, by_in)))


def part_around(mask: Pixels, by_in: float, flat: FlatTable) -> tuple[slice, slice]:
    """The part of the grid that has a mask and that much around it."""
    left, top, width, height = cv2.boundingRect(mask)
    by, (rows, columns) = ceil(by_in * flat.px_per_in) + 1, mask.shape
    return (
        slice(max(0, top - by), min(rows, top + height + by)),
        slice(max(0, left - by), min(columns, left + width + by)),
    )


def connected_to(seeds: Pixels, mask: Pixels, connectivity: int = 8) -> Pixels:
    """The mask's connected patches that hold any of the seeds, which are cells of it."""
    count, numbers = cv2.connectedComponents(mask, connectivity=connectivity)
    seeded = np.zeros(count, np.uint8)
    seeded[numbers[seeds > 0]] = 255
    return np.asarray(seeded[numbers])


def filled(ring: Floats, flat: FlatTable) -> Pixels:
    """The cells inside a ring in seen inches, 255."""
    cells = np.zeros(flat.size_wh[::-1], np.uint8)
    _fill(cells, flat.cells_from_seen(ring))
    return cells


def _fill(cells: Pixels, corners: Floats) -> None:
    """Set the cells inside a ring of places between cells; a ring without corners holds none."""
    if not len(corners):
        return
    sixteenths = np.rint(corners * 16).astype(np.int32)
    cv2.fillPoly(cells, [sixteenths], 255, cv2.LINE_8, 4)


def share_inside(mask: Pixels, ring: Floats, flat: FlatTable) -> float:
    """The share of the ground inside a ring of seen inches that the mask has."""
    corners = flat.cells_from_seen(ring)
    # Only the rectangle around the ring is looked at.
    left, top = (max(0, floor(low)) for low in corners.min(axis=0))
    right, bottom = (max(0, ceil(high)) + 1 for high in corners.max(axis=0))
    part = mask[top:bottom, left:right]
    if not part.size:
        return 0.0
    ground = np.zeros(part.shape, np.uint8)
    _fill(ground, corners - (left, top))
    total = cv2.countNonZero(ground)
    return cv2.countNonZero(both(part, ground)) / total if total else 0.0


def _square(flat: FlatTable, width_in: float) -> Pixels:
    # A square works along rows and columns by itself, and leaves straight edges straight.
    side = max(1, round(width_in * flat.px_per_in)) | 1
    return np.ones((side, side), np.uint8)


def grown(ring: Floats, factor: float) -> Floats:
    """The ring scaled about its middle."""
    middle = ring.mean(axis=0)
    return np.asarray(middle + (ring - middle) * factor)


def bytes_of(mask: Mask) -> Pixels:
    """A mask of truths as OpenCV wants it, 255 where true."""
    return np.negative(mask.view(np.uint8))  # 1 below zero is 255


def without(mask: Pixels, taken: Pixels) -> Pixels:
    """The mask less another."""
    return cast("Pixels", cv2.subtract(mask, taken))  # it stops at 0


def either(mask: Pixels, other: Pixels) -> Pixels:
    """Where one mask or the other is."""
    return cast("Pixels", cv2.bitwise_or(mask, other))


def both(mask: Pixels, other: Pixels) -> Pixels:
    """Where both masks are."""
    return cast("Pixels", cv2.bitwise_and(mask, other))


@dataclass(frozen=True, eq=False)
class Spots:
    """Cells of the grid, to be looked up in masks: their places row by row, and which there are."""

    places: NDArray[np.int32]
    inside: Mask

    def values(self, cells: Pixels) -> Pixels:
        """What the grid's cells hold there, 0 off the grid."""
        return cells.ravel().take(self.places, mode="clip") * self.inside

    def on(self, mask: Pixels) -> Mask:
        """Whether a mask holds there; off the grid it does not."""
        return self.values(mask) > 0


def spots(flat: FlatTable, seen: Floats) -> Spots:
    """The cells at places in seen inches."""
    columns, rows = flat.size_wh
    cells = np.floor((seen + flat.margin_in) * flat.px_per_in).astype(np.int32)
    x, y = cells[..., 0], cells[..., 1]
    # As numbers without a sign those below zero are large.
    return Spots(y * columns + x, (x.view(np.uint32) < columns) & (y.view(np.uint32) < rows))


def at(mask: Pixels, flat: FlatTable, seen: Floats) -> Mask:
    """Whether the mask holds at places in seen inches; off the grid it does not."""
    return spots(flat, seen).on(mask)
