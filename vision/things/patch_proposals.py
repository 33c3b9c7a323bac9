"""Shapes around patches: what the desk does not explain, and what shows a listing's colours."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import pi

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import CellXY, Floats, SeenXY
from vision.surface.bit_masks import BITS, closed, opened, packed, unpacked
from vision.surface.flat_table import Mask, Pixels
from vision.surface.masks import where
from vision.surface.outlines import thinned
from vision.things.cells import Cells
from vision.things.shapes import rectangle_around

_ODD = (0.35, 0.7, 0.99)  # levels at which what is odd falls into patches
_ODD_CELLS = -1  # stands for a listing
_LIKE, _RIVAL = 0.45, 0.1
_GAP_CELLS, _NARROW_CELLS = 5, 3
_LEAST_SQ_IN = 0.2
_HIDDEN_IN = 2.2  # across a tag and the man behind it
_MOST = 12
_SAME_IN, _SAME_AREA = 0.25, 0.08  # apart at most, of patches that are one
_CONVEX = 0.97  # of the convex ring around it, that a convex patch fills


@dataclass(frozen=True, eq=False)
class ProposedPatch:
    """The ring around a patch, whose colours it shows, and whether it is odd."""

    ring: SeenXY
    area_sq_in: float  # the ground inside its ring
    listings: frozenset[int]
    is_odd: bool

    @property
    def rectangle(self) -> Floats:
        """The smallest rectangle around it: middle, angle, half length, half width."""
        return rectangle_around(self.ring)

    @property
    def outlines(self) -> list[SeenXY]:
        """Its own ring with only the corners that matter, and the convex one where they differ."""
        ring = self.ring.astype(np.float32)
        hull = cv2.convexHull(ring)
        is_convex = self.area_sq_in > _CONVEX * cv2.contourArea(hull)
        own = [thinned(self.ring)]
        return own if is_convex else [*own, SeenXY(hull.reshape(-1, 2).astype(float))]


@dataclass(frozen=True, eq=False)
class _Patch:
    """A patch's rim, cells, and the ground inside it; whose mask it is of."""

    rim: NDArray[np.int32]  # (n, 2)
    area: float
    listing: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The first and the last of its columns and rows."""
        left, top, width, height = cv2.boundingRect(self.rim)
        return left, top, left + width - 1, top + height - 1


def patches_of(cells: Cells, kinds: Collection[str]) -> list[ProposedPatch]:
    """The patches of what is odd, then of the colours of some kinds' listings, each once."""
    masks = list(_masks(cells, kinds))
    eights = [masks[n : n + BITS] for n in range(0, len(masks), BITS)]
    patches = [patch for some in eights for patch in _patches(cells, some)]
    step_in = cells.step_in
    return [
        ProposedPatch(
            cells.flat.seen_from_cells(CellXY(same[0].rim.astype(float))),
            same[0].area * step_in**2,
            frozenset(one.listing for one in same if one.listing != _ODD_CELLS),
            any(one.listing == _ODD_CELLS for one in same),
        )
        for same in _alike(patches, step_in)
    ]


def _alike(patches: Sequence[_Patch], step_in: float) -> list[list[_Patch]]:
    """Patches that hardly differ in place and extent, together."""
    boxes = step_in * np.array([patch.box for patch in patches], float).reshape(-1, 4)
    areas = np.array([patch.area for patch in patches])
    found: list[list[_Patch]] = []
    left = np.arange(len(patches))
    while len(left):
        first = left[0]
        near = np.abs(areas[left] - areas[first]) <= _SAME_AREA * areas[first]
        near[near] = np.abs(boxes[left[near]] - boxes[first]).max(axis=1) < _SAME_IN
        found.append([patches[n] for n in left[near].tolist()])
        left = left[~near]
    return found


def _masks(cells: Cells, kinds: Collection[str]) -> Iterator[tuple[int, Mask]]:
    """The cells that are odd, at several levels, and those that show each listing of some kinds."""
    for level in _ODD:
        yield _ODD_CELLS, cells.odd >= level
    best = reduce(np.maximum, cells.likes, np.zeros_like(cells.odd)) - np.float32(_RIVAL)
    odd, hardly_odd = cells.odd >= _ODD[0], cells.odd >= _ODD[0] / 2
    for listing, thing in enumerate(cells.spec.things):
        if not cells.known[listing] or thing.kind not in kinds:
            continue
        own = cells.likes[listing]
        shows = own >= _LIKE
        # All that may show it, what is odd too, and what is like no other listing more.
        for mask in (shows, shows & odd, shows & (own >= best) & hardly_odd):
            yield listing, mask


def _patches(cells: Cells, masks: Sequence[tuple[int, Mask]]) -> Iterator[_Patch]:
    """The patches of up to eight masks, and those that they make with what tags hide."""
    free = where(cells.flat, cells.free).cells
    seen = packed([mask for _, mask in masks]) & free
    whole = opened(closed(seen, _GAP_CELLS), _NARROW_CELLS)
    # What tags and men hide between a mask's parts, or in notches of it.
    side = round(_HIDDEN_IN * cells.flat.px_per_in) | 1
    joined = (whole & free) | (closed(whole, side) & ~free)
    for bit, (listing, _) in enumerate(masks):
        own, with_hidden = unpacked(whole, bit), unpacked(joined, bit)
        yield from _around(cells, own, listing)
        if not np.array_equal(own, with_hidden):
            yield from _around(cells, with_hidden, listing)


def _around(cells: Cells, whole: Pixels, listing: int) -> list[_Patch]:
    """The largest patches of a mask."""
    rims, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = _LEAST_SQ_IN * cells.flat.px_per_in**2
    # No rim of so many cells, one diagonal apart at most, has more ground inside than a circle.
    some = [rim for rim in rims if len(rim) ** 2 >= 2 * pi * least]
    patches = [
        _Patch(np.asarray(rim, np.int32).reshape(-1, 2), cv2.contourArea(rim), listing)
        for rim in some
    ]
    large = [patch for patch in patches if patch.area >= least]
    return sorted(large, key=lambda patch: -patch.area)[:_MOST]
