"""Shapes around patches: what the desk does not explain, and what shows a listing's colours."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np

from table.places import CellXY, Floats, SeenXY
from vision.surface.flat_table import Mask, Pixels
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
_CORNER_IN = 0.1
_CONVEX = 0.97  # of the convex ring around it, that a convex patch fills


@dataclass(frozen=True, eq=False)
class ProposedPatch:
    """The ring around a patch, whose colours it shows, and whether it is odd."""

    ring: SeenXY
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
        own, hull = cv2.approxPolyDP(ring, _CORNER_IN, True), cv2.convexHull(ring)
        is_convex = self.area_sq_in > _CONVEX * cv2.contourArea(hull)
        rings = [own] if is_convex else [own, hull]
        return [SeenXY(one.reshape(-1, 2).astype(float)) for one in rings]

    @property
    def area_sq_in(self) -> float:
        """The ground inside its ring."""
        return float(cv2.contourArea(self.ring.astype(np.float32)))


def patches_of(cells: Cells, kinds: Collection[str]) -> list[ProposedPatch]:
    """The patches of what is odd, then of the colours of some kinds' listings, each once."""
    rings, whose = [], []
    for listing, mask in _masks(cells, kinds):
        found = _rings(cells, mask)
        rings += found
        whose += [listing] * len(found)
    return [
        ProposedPatch(
            rings[same[0]],
            frozenset(whose[n] for n in same if whose[n] != _ODD_CELLS),
            any(whose[n] == _ODD_CELLS for n in same),
        )
        for same in _alike(rings)
    ]


def _alike(rings: Sequence[SeenXY]) -> list[list[int]]:
    """The numbers of rings that hardly differ in place and extent, together."""
    boxes = np.array([[*ring.min(axis=0), *ring.max(axis=0)] for ring in rings]).reshape(-1, 4)
    areas = np.array([cv2.contourArea(ring.astype(np.float32)) for ring in rings])
    found: list[list[int]] = []
    left = np.arange(len(rings))
    while len(left):
        first = left[0]
        near = np.abs(boxes[left] - boxes[first]).max(axis=1) < _SAME_IN
        near &= np.abs(areas[left] - areas[first]) <= _SAME_AREA * areas[first]
        found.append(left[near].tolist())
        left = left[~near]
    return found


def _masks(cells: Cells, kinds: Collection[str]) -> Iterator[tuple[int, Mask]]:
    """The cells that are odd, at several levels, and those that show each listing of some kinds."""
    for level in _ODD:
        yield _ODD_CELLS, cells.odd >= level
    likes = [np.ascontiguousarray(cells.like[..., n]) for n in range(len(cells.known))]
    best = reduce(np.maximum, likes, np.zeros_like(cells.odd)) - np.float32(_RIVAL)
    odd, hardly_odd = cells.odd >= _ODD[0], cells.odd >= _ODD[0] / 2
    for listing, thing in enumerate(cells.spec.things):
        if not cells.known[listing] or thing.kind not in kinds:
            continue
        own = likes[listing]
        shows = own >= _LIKE
        # All that may show it, what is odd too, and what is like no other listing more.
        for mask in (shows, shows & odd, shows & (own >= best) & hardly_odd):
            yield listing, mask


def _rings(cells: Cells, mask: Mask) -> list[SeenXY]:
    """Rings around the patches of a mask, and those of what it makes with what tags hide."""
    whole = _cleaned(mask & cells.free)
    joined = _under_tags(cells, whole)
    rings = _around(cells, whole)
    return rings if np.array_equal(joined, whole) else rings + _around(cells, joined)


def _around(cells: Cells, whole: Pixels) -> list[SeenXY]:
    rings, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = _LEAST_SQ_IN * cells.flat.px_per_in**2
    sizes = [cv2.contourArea(ring) for ring in rings]
    order = sorted((n for n, size in enumerate(sizes) if size >= least), key=lambda n: -sizes[n])
    some = [CellXY(np.asarray(rings[n], float).reshape(-1, 2)) for n in order[:_MOST]]
    return [cells.flat.seen_from_cells(ring) for ring in some]


def _under_tags(cells: Cells, whole: Pixels) -> Pixels:
    """A mask with what tags and men hide between its parts, or in notches of it."""
    side = round(_HIDDEN_IN * cells.flat.px_per_in) | 1
    closed = cv2.morphologyEx(whole, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    return np.where(cells.free, whole, np.asarray(closed, np.uint8)).astype(np.uint8)


def _cleaned(mask: Mask) -> Pixels:
    """A mask with small gaps filled, then without what is narrow."""
    gap, narrow = (np.ones((side, side), np.uint8) for side in (_GAP_CELLS, _NARROW_CELLS))
    whole = cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_CLOSE, gap)
    return np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, narrow))
