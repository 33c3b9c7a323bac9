"""Whether what reaches in over the edge is a known thing that was carried there.

A mug set down at the edge reaches in like a hand, and with where it stood and its two shadows it
has no mug's outline. But if it is found elsewhere than it was, and nothing else is new there, no
hand is.
"""

import cv2
import numpy as np

from table.places import SeenXY, TableXY
from table.scene import Scene, Thing
from vision.live.hand import SMALLEST_SQ_IN
from vision.live.resting import Resting, lit_otherwise
from vision.surface.flat_table import FlatTable
from vision.surface.masks import GridMask, inside, where

_RIM_IN = 0.3  # what an outline may be off by, and a handle's root
_SPECK_IN = 0.4  # across: noise is no wider


def is_carried(hand: GridMask, before: Scene, seen: Scene, then: Resting, now: Resting) -> bool:
    """Whether things that were moved, and their shadows, are all that reaches in."""
    known = {thing.id: thing for thing in before.things}
    pairs = [(known[thing.id], thing) for thing in seen.things if thing.id in known]
    moved = [thing for pair in pairs for thing in pair if pair[0] is not pair[1]]
    if not moved:
        return False
    places = inside(now.grid, [_silhouette(thing, now.grid) for thing in moved]).widened(_RIM_IN)
    # A shadow keeps the ground's colour and grain.
    left = hand - (places | where(now.grid, lit_otherwise(then, now)))
    return _largest_sq_in(left.opened(_SPECK_IN)) < SMALLEST_SQ_IN


def _silhouette(thing: Thing, grid: FlatTable) -> SeenXY:
    """The outline in which a thing is seen from its foot to its top."""
    ring = TableXY(np.array(thing.footprint.exterior.coords))
    ends = [grid.seen_from_table(ring, height_in) for height_in in (0.0, thing.height)]
    hull = cv2.convexHull(np.concatenate(ends).astype(np.float32))
    return SeenXY(hull.reshape(-1, 2).astype(float))


def _largest_sq_in(mask: GridMask) -> float:
    """The area of its largest patch."""
    return max((patch.area_sq_in for patch in mask.patches()), default=0.0)
