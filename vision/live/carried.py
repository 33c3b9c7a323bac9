"""Whether what reaches in over the edge is a known thing that was carried there.

A mug set down at the edge reaches in like a hand, and with where it stood and its two shadows it
has no mug's outline. But if it is found elsewhere than it was, and nothing else is new there, no
hand is.
"""

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats, TableXY
from table.scene import Scene, Thing
from vision.live.hand import SMALLEST_SQ_IN
from vision.live.resting import PX_PER_IN, Resting
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.patches import bytes_of, either, filled, widened, without

_RIM_IN = 0.3  # what an outline may be off by, and a handle's root
# Log light: a shadow keeps the ground's colour and grain, and some of its light.
_SAME_COLOUR, _SAME_GRAIN, _DEEPEST = 0.1, 0.05, 1.2
_SPECK = np.ones((3, 3), np.uint8)


def is_carried(cells: Pixels, before: Scene, seen: Scene, then: Resting, now: Resting) -> bool:
    """Whether things that were moved, and their shadows, are all that these cells show."""
    known = {thing.id: thing for thing in before.things}
    pairs = [(known[thing.id], thing) for thing in seen.things if thing.id in known]
    moved = [thing for pair in pairs for thing in pair if pair[0] is not pair[1]]
    if not moved:
        return False
    rings = [filled(_silhouette(thing, now.grid), now.grid) for thing in moved]
    places = widened(either(*rings), now.grid, _RIM_IN)
    left = without(cells, either(places, _shade(then, now)))
    opened = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, _SPECK), np.uint8)
    return _largest_sq_in(opened) < SMALLEST_SQ_IN


def _silhouette(thing: Thing, grid: FlatTable) -> Floats:
    """The outline in which a thing is seen from its foot to its top, in seen inches."""
    ring = TableXY(np.array(thing.footprint.exterior.coords))
    ends = [grid.seen_from_table(ring, height_in) for height_in in (0.0, thing.height)]
    return np.asarray(cv2.convexHull(np.concatenate(ends).astype(np.float32)).reshape(-1, 2), float)


def _shade(then: Resting, now: Resting) -> Pixels:
    """The cells that show the ground they showed, in more or less light."""
    difference = now.light - then.light
    difference -= median(difference[::4, ::4].reshape(-1, 3))
    brightness = difference.mean(axis=2)
    colour = np.abs(difference - brightness[..., None]).max(axis=2)
    grain = np.abs(now.grain - then.grain)
    lit = (colour < _SAME_COLOUR) & (grain < _SAME_GRAIN) & (np.abs(brightness) < _DEEPEST)
    return bytes_of(lit)


def _largest_sq_in(cells: Pixels) -> float:
    _, _, stats, _ = cv2.connectedComponentsWithStats(cells)
    return float(max(stats[1:, cv2.CC_STAT_AREA], default=0)) / PX_PER_IN**2
