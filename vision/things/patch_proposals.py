"""Shapes around patches: what the desk does not explain, and what shows a listing's colours."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np

from table.places import Floats
from vision.surface.flat_table import Mask, Pixels
from vision.things.cells import Cells

_ODD = (0.35, 0.7, 0.99)  # levels at which what is odd falls into patches
_LIKE, _RIVAL = 0.45, 0.1
_GAP_CELLS, _NARROW_CELLS = 5, 3
_LEAST_SQ_IN = 0.2
_MOST = 30
_CORNER_IN = 0.1


@dataclass(frozen=True, eq=False)
class ProposedPatch:
    """The ring around a patch, seen inches, and whose colours it shows, None for odd cells."""

    ring: Floats
    listing: int | None

    @property
    def rectangle(self) -> Floats:
        """The smallest rectangle around it: middle, angle, half length, half width."""
        (x, y), (width, height), angle_deg = cv2.minAreaRect(self.ring.astype(np.float32))
        angle = np.radians(angle_deg)
        if width < height:
            width, height, angle = height, width, angle + np.pi / 2
        return np.array([x, y, angle, width / 2, height / 2])

    @property
    def outlines(self) -> tuple[Floats, Floats]:
        """Its own ring with only the corners that matter, and the convex ring around it."""
        ring = self.ring.astype(np.float32)
        own, hull = cv2.approxPolyDP(ring, _CORNER_IN, True), cv2.convexHull(ring)
        return own.reshape(-1, 2).astype(float), hull.reshape(-1, 2).astype(float)

    @property
    def area_sq_in(self) -> float:
        """The ground inside its ring."""
        return float(cv2.contourArea(self.ring.astype(np.float32)))


def patches_of(cells: Cells) -> Iterator[ProposedPatch]:
    """The patches of what is odd, then of each listing's colours."""
    for level in _ODD:
        yield from _patches(cells, cells.odd >= level, None)
    likes = [np.ascontiguousarray(cells.like[..., n]) for n in range(len(cells.known))]
    best = reduce(np.maximum, likes, np.zeros_like(cells.odd)) - np.float32(_RIVAL)
    odd, hardly_odd = cells.odd >= _ODD[0], cells.odd >= _ODD[0] / 2
    for listing in np.flatnonzero(cells.known).tolist():
        own = likes[listing]
        shows = own >= _LIKE
        # All that may show it, what is odd too, and what is like no other listing more.
        for mask in (shows, shows & odd, shows & (own >= best) & hardly_odd):
            yield from _patches(cells, mask, listing)


def _patches(cells: Cells, mask: Mask, listing: int | None) -> list[ProposedPatch]:
    whole = _cleaned(mask & cells.free)
    rings, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = _LEAST_SQ_IN * cells.flat.px_per_in**2
    sizes = [cv2.contourArea(ring) for ring in rings]
    order = sorted((n for n, size in enumerate(sizes) if size >= least), key=lambda n: -sizes[n])
    some = [np.asarray(rings[n], float).reshape(-1, 2) for n in order[:_MOST]]
    return [ProposedPatch(cells.flat.seen_from_cells(ring), listing) for ring in some]


def _cleaned(mask: Mask) -> Pixels:
    """A mask with small gaps filled, then without what is narrow."""
    gap, narrow = (np.ones((side, side), np.uint8) for side in (_GAP_CELLS, _NARROW_CELLS))
    whole = cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_CLOSE, gap)
    return np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, narrow))
