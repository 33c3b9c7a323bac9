"""Whether what reaches in over the edge is a known thing that was carried there.

A mug set down at the edge reaches in like a hand, and with where it stood and its two shadows it
has no mug's outline. But if it is found elsewhere than it was, and nothing else is new there, no
hand is.
"""

import cv2
import numpy as np

from table.places import Floats, TableXY
from table.scene import Scene, Thing
from vision.live.hand import SMALLEST_SQ_IN
from vision.live.resting import PX_PER_IN, Resting, lit_otherwise
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.patches import bytes_of, either, filled, opened, widened, without

_RIM_IN = 0.3  # what an outline may be off by, and a handle's root
_SPECK_IN = 0.4  # across: noise is no wider


def is_carried(cells: Pixels, before: Scene, seen: Scene, then: Resting, now: Resting) -> bool:
    """Whether things that were moved, and their shadows, are all that these cells show."""
    known = {thing.id: thing for thing in before.things}
    pairs = [(known[thing.id], thing) for thing in seen.things if thing.id in known]
    moved = [thing for pair in pairs for thing in pair if pair[0] is not pair[1]]
    if not moved:
        return False
    rings = [filled(_silhouette(thing, now.grid), now.grid) for thing in moved]
    places = widened(either(*rings), now.grid, _RIM_IN)
    # A shadow keeps the ground's colour and grain.
    left = without(cells, either(places, bytes_of(lit_otherwise(then, now))))
    return _largest_sq_in(opened(left, now.grid, _SPECK_IN)) < SMALLEST_SQ_IN


def _silhouette(thing: Thing, grid: FlatTable) -> Floats:
    """The outline in which a thing is seen from its foot to its top, in seen inches."""
    ring = TableXY(np.array(thing.footprint.exterior.coords))
    ends = [grid.seen_from_table(ring, height_in) for height_in in (0.0, thing.height)]
    return np.asarray(cv2.convexHull(np.concatenate(ends).astype(np.float32)).reshape(-1, 2), float)


def _largest_sq_in(cells: Pixels) -> float:
    _, _, stats, _ = cv2.connectedComponentsWithStats(cells)
    return float(max(stats[1:, cv2.CC_STAT_AREA], default=0)) / PX_PER_IN**2
