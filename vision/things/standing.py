"""Tall round things as they are seen: a foot on the table and a rim above it, in one outline.

A rim alone tells too little: its inner edge, what is in it and its sides look like other rims, and
how high it is it does not say. The outline of the whole does: where it meets the table is where the
thing stands, and how far the rim leans away from there is how high it is.
"""

import cv2
import numpy as np
from shapely import Point, Polygon

from table.places import Floats, SeenXY
from table.table_spec import ThingSpec
from vision.surface.flat_table import FlatTable
from vision.surface.outlines import clockwise
from vision.things.cells import Cells
from vision.things.edges import CLOSE_IN, pulled
from vision.things.shapes import (
    DISCS,
    NARROWEST_IN,
    Family,
    Outlines,
    Samples,
    evenly_along,
    ring_samples,
)
from vision.things.sizes import ROUND_KINDS, SIDES_IN

_CORNERS = 64
_AROUND = np.column_stack([f(np.arange(_CORNERS) * 2 * np.pi / _CORNERS) for f in (np.cos, np.sin)])
_HEIGHTS = (0.85, 1.0, 1.15)  # of the height that is expected, from which outlines are pulled
_REACHES_IN = (0.3, 0.3, CLOSE_IN, CLOSE_IN)  # from an outline to its edges, pull by pull
_LOWEST, _HIGHEST = 0.6, 1.5  # of the height that is expected
_SAID, _USUAL = 0.06, 0.12  # spread of a height that was said, and of a kind's, as a share


def is_standing(thing: ThingSpec) -> bool:
    """Whether a thing is round and so high that its sides are seen."""
    return thing.kind in ROUND_KINDS and thing.height >= SIDES_IN


class Vessels(Family):
    """Tall round things: x, y and radius of the foot, height; in inches of the table."""

    def __init__(self, flat: FlatTable, height_in: float) -> None:
        """Things about that high, as they are seen on that grid."""
        self._flat, self._height_in = flat, height_in
        self._below = np.array(flat.eye[:2])

    def samples(self, numbers: Floats) -> Samples:
        """Places on and in the outlines of the whole; their sizes are the rims'."""
        whole = ring_samples(self._rings(numbers), self._flat)
        widths = 2 * self.rims(numbers)[:, 2:]
        return Samples(
            whole.outline,
            whole.outward,
            whole.core,
            numbers[:, 2],
            np.repeat(widths, 2, axis=1),
            whole.rings,
            whole.hollow,
        )

    def outlines(self, numbers: Floats) -> Outlines:
        """Places around foot, sides and rim."""
        return evenly_along([clockwise(ring) for ring in self._rings(numbers)])

    def halves_in(self, numbers: Floats) -> Floats:
        """The radii of the feet."""
        return numbers[:, 2]

    def slopes(self, numbers: Floats, outlines: Outlines) -> Floats:
        """How the outline moves: by the foot where it is the foot's, by the rim where that is seen.

        Between them along the sides.
        """
        out, from_below = outlines.outward, (numbers[:, :2] - self._below)[:, None]
        radius, spread = numbers[:, 2, None], self._spreads(numbers)[:, None]
        foot = self._below + from_below + radius[..., None] * out
        way = self._below + spread[..., None] * (foot - self._below) - foot
        far = ((outlines.places - foot) * way).sum(axis=2)
        upward = np.clip(far / np.maximum((way**2).sum(axis=2), 1e-9), 0, 1)
        larger = 1 + upward * (spread - 1)
        rising = spread / (self._flat.eye[2] - numbers[:, 3, None])
        higher = upward * rising * ((from_below * out).sum(axis=2) + radius)
        return np.stack([larger * out[..., 0], larger * out[..., 1], larger, higher], axis=1)

    def moved(self, numbers: Floats, steps: Floats) -> Floats:
        """The things with their numbers changed."""
        changed = numbers + steps
        changed[:, 2] = np.maximum(changed[:, 2], NARROWEST_IN)
        low, high = _LOWEST * self._height_in, _HIGHEST * self._height_in
        changed[:, 3] = np.clip(changed[:, 3], low, high)
        return changed

    def gaps(self, numbers: Floats) -> Floats:
        """How far the feet, or the rims, of things are apart at most."""
        feet, rims = DISCS.gaps(numbers[:, :3]), DISCS.gaps(self.rims(numbers))
        return np.asarray(np.maximum(feet, rims))

    def rims(self, numbers: Floats) -> Floats:
        """The rims as circles (n, 3), seen inches."""
        spread = self._spreads(numbers)[:, None]
        return np.column_stack(
            [self._below + spread * (numbers[:, :2] - self._below), spread * numbers[:, 2:3]]
        )

    def under(self, rims: Floats, height_in: float) -> Floats:
        """The things of that height whose rims are seen as circles (n, 3)."""
        feet = np.asarray(self._flat.table_from_seen(SeenXY(rims[:, :2]), height_in))
        radii = rims[:, 2] / self._flat.spread(height_in)
        return np.column_stack([feet, radii, np.full(len(rims), height_in)])

    def _spreads(self, numbers: Floats) -> Floats:
        """How much larger each rim looks than its foot."""
        eye = self._flat.eye[2]
        return np.asarray(eye / (eye - numbers[:, 3]))

    def _rings(self, numbers: Floats) -> list[SeenXY]:
        """The outlines of foot and rim together."""
        feet = numbers[:, None, :2] + numbers[:, 2, None, None] * _AROUND
        rims = self._below + self._spreads(numbers)[:, None, None] * (feet - self._below)
        both = np.concatenate([feet, rims], axis=1).astype(np.float32)
        return [SeenXY(cv2.convexHull(some).reshape(-1, 2).astype(float)) for some in both]


def standing_at(cells: Cells, thing: ThingSpec, circles: Floats) -> tuple[Vessels, Floats]:
    """Tall round things (n, 4) on the edges around them, one of whose rims may be each circle."""
    family = Vessels(cells.flat, thing.height)
    numbers = np.concatenate([family.under(circles, share * thing.height) for share in _HEIGHTS])
    for reach_in in _REACHES_IN:
        numbers = pulled(cells, family, numbers, reach_in)
    return family, numbers


def height_nats(heights_in: Floats, thing: ThingSpec, *, is_said: bool) -> Floats:
    """How likely a thing has such heights, nats; a player who says how high it is knows it."""
    spread_in = thing.height * (_SAID if is_said else _USUAL)
    return np.asarray(-0.5 * ((heights_in - thing.height) / spread_in) ** 2)


def feet_of(numbers: Floats) -> list[Polygon]:
    """The ground under each thing."""
    return [Polygon(Point(x, y).buffer(radius)) for x, y, radius, _ in numbers.tolist()]
