"""Patches of one colour on the table: a mask in, their outlines in seen inches out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.flat_table import FlatTable, Mask, Pixels


@dataclass(frozen=True, eq=False)
class Region:
    """One patch: its cells on the coarse grid and its outer ring in seen inches."""

    cells: Pixels  # 255 inside, the size of the grid
    ring: Floats
    area_sq_in: float


def opened(mask: Pixels, flat: FlatTable, width_in: float) -> Pixels:
    """The mask without what is narrower than that."""
    square = _square(flat, width_in)
    left = cast("Pixels", cv2.erode(mask, square))
    # Little is left of most masks: only what lies around it is widened again.
    here = part_around(left, width_in, flat)
    left[here] = cv2.dilate(left[here], square)
    return left


def closed(mask: Pixels, flat: FlatTable, width_in: float) -> Pixels:
    """The mask with gaps narrower than that filled."""
    return cast("Pixels", cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _square(flat, width_in)))


def widened(mask: Pixels, flat: FlatTable, by_in: float) -> Pixels:
    """The mask grown by that much all round."""
    return cast("Pixels", cv2.dilate(mask, _square(flat, 2 * by_in)))


def bridged(mask: Pixels, hidden: Pixels, flat: FlatTable, width_in: float) -> Pixels:
    """The mask carried on under what hides it, where it shows on both sides."""
    seen = without(mask, hidden)
    return either(seen, both(closed(seen, flat, width_in), hidden))


def part_around(mask: Pixels, by_in: float, flat: FlatTable) -> tuple[slice, slice]:
    """The part of the grid that has a mask and that much around it."""
    left, top, width, height = cv2.boundingRect(mask)
    by, (rows, columns) = ceil(by_in * flat.px_per_in) + 1, mask.shape
    return (
        slice(max(0, top - by), min(rows, top + height + by)),
        slice(max(0, left - by), min(columns, left + width + by)),
    )


def rectangles_around(some: Iterable[Region], by_in: float, flat: FlatTable) -> Pixels:
    """The upright rectangles of the grid that have patches and that much around them."""
    cells = np.zeros(flat.size_wh[::-1], np.uint8)
    for patch in some:
        cells[part_around(patch.cells, by_in, flat)] = 255
    return cells


def made_whole(
    mask: Pixels, hidden: Pixels, flat: FlatTable, *, gap_in: float, width_in: float
) -> Pixels:
    """The mask with small gaps filled, then bridged; only what lies around it is looked at."""
    whole, here = np.zeros_like(mask), part_around(mask, max(gap_in, width_in), flat)
    whole[here] = bridged(closed(mask[here], flat, gap_in), hidden[here], flat, width_in)
    return whole


def regions(mask: Pixels, flat: FlatTable, least_sq_in: float) -> list[Region]:
    """The mask's connected patches of at least that size, largest first."""
    return [
        Region(
            patch.cells(mask),
            flat.seen_from_cells(patch.ring.reshape(-1, 2)),
            patch.size / flat.px_per_in**2,
        )
        for patch in _patches(mask, flat, least_sq_in)
    ]


def patches(mask: Pixels, flat: FlatTable, least_sq_in: float) -> Iterator[Pixels]:
    """The cells alone of a mask's connected patches of at least that size, largest first."""
    return (patch.cells(mask) for patch in _patches(mask, flat, least_sq_in))


def without_small(mask: Pixels, flat: FlatTable, least_sq_in: float) -> Pixels:
    """The mask without its connected patches that are smaller than that."""
    large = np.zeros_like(mask)
    for patch in _patches(mask, flat, least_sq_in):
        large[patch.here] = either(large[patch.here], patch.part)
    return large


@dataclass(frozen=True, eq=False)
class _Patch:
    """A patch's outer ring in cells, the part of the grid around it, how many cells it has."""

    ring: NDArray[Any]
    here: tuple[slice, slice]
    part: Pixels
    size: int

    def cells(self, mask: Pixels) -> Pixels:
        """The patch alone, on the whole grid of the mask it is from."""
        cells = np.zeros_like(mask)
        cells[self.here] = self.part
        return cells


def _patches(mask: Pixels, flat: FlatTable, least_sq_in: float) -> list[_Patch]:
    """A mask's connected patches of at least that size, largest first."""
    # Masks are mostly plain: following their outlines takes a fraction of numbering their cells.
    rings, levels = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    least = least_sq_in * flat.px_per_in**2
    # An outline of so many cells encloses at most a diamond, of n²/8 + n/2 + 1 cells.
    shortest = sqrt(max(0.0, 8 * least - 4)) - 2
    wholes = [n for n, ring in enumerate(rings) if len(ring) >= shortest and levels[0, n, 3] < 0]
    found = []
    for number in wholes:
        ring, hole = rings[number], levels[0, number, 2]
        outlines = [ring]
        while hole >= 0:
            outlines.append(rings[hole])
            hole = levels[0, hole, 0]
        left, top, width, height = cv2.boundingRect(ring)
        part = np.zeros((height, width), np.uint8)
        cv2.drawContours(part, outlines, -1, 255, cv2.FILLED, offset=(-left, -top))
        size = cv2.countNonZero(part)
        if size >= least:
            here = np.s_[top : top + height, left : left + width]
            found.append(_Patch(ring, here, part, size))
    return sorted(found, key=lambda patch: -patch.size)


def connected_to(seeds: Pixels, mask: Pixels, connectivity: int = 8) -> Pixels:
    """The mask's connected patches that hold any of the seeds, which are cells of it."""
    count, numbers = cv2.connectedComponents(mask, connectivity=connectivity)
    seeded = np.zeros(count, np.uint8)
    seeded[numbers[seeds > 0]] = 255
    return np.asarray(seeded[numbers])


def region(cells: Pixels, flat: FlatTable) -> Region:
    """A mask of one patch with its outer ring, or with the rings of its parts in one row."""
    # Most of a patch's grid is empty: only the rectangle around it is looked through.
    left, top, width, height = cv2.boundingRect(cells)
    part = cells[top : top + height, left : left + width]
    rings, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(left, top))
    ring = np.concatenate([part.reshape(-1, 2) for part in rings]).astype(float)
    return Region(
        cells, flat.seen_from_cells(ring), float(cv2.countNonZero(part)) / flat.px_per_in**2
    )


def without_holes(mask: Pixels) -> Pixels:
    """The mask, what it encloses included."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = np.zeros_like(mask)
    cv2.drawContours(whole, outlines, -1, 255, cv2.FILLED)
    return whole


def filled(ring: Floats, flat: FlatTable) -> Pixels:
    """The grid's cells inside a ring of seen inches, 255."""
    return all_filled([ring], flat)


def all_filled(rings: Iterable[Floats], flat: FlatTable) -> Pixels:
    """The grid's cells inside any of some rings of seen inches, 255."""
    cells = np.zeros(flat.size_wh[::-1], np.uint8)
    for ring in rings:
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
    return share_of(part, ground)


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


def halved(mask: Pixels, flat: FlatTable) -> Pixels:
    """The mask on a coarser grid, where most of each cell is in it."""
    small = cv2.resize(mask, flat.size_wh, interpolation=cv2.INTER_AREA)
    return cast("Pixels", cv2.threshold(small, 127, 255, cv2.THRESH_BINARY)[1])


def share_of(mask: Pixels, ground: Pixels) -> float:
    """The share of the ground that the mask has, 0 where there is no ground."""
    total = cv2.countNonZero(ground)
    return cv2.countNonZero(both(mask, ground)) / total if total else 0.0


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


def values_at(cells: Pixels, flat: FlatTable, seen: Floats) -> Pixels:
    """What the grid's cells hold at places in seen inches, 0 off the grid."""
    return spots(flat, seen).values(cells)
