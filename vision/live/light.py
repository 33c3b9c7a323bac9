"""What has changed by light alone: a lamp, a cloud, somebody's shadow.

It is brighter or darker, of the colour and the grain it was, hides no tag and shows nobody who was
missed. A grey book on a grey desk is so too, but books do not come by themselves: where a hand was,
nothing is taken for light.
"""

import cv2
import numpy as np

from calibration.medians import median
from vision.live.hand import ReachingIn
from vision.live.resting import Resting
from vision.live.tracked import Known
from vision.live.view import ChangedPicture
from vision.surface.flat_table import Pixels
from vision.surface.patches import bytes_of, either, without

_SAME_COLOUR = 0.06  # log light, the change of one colour beside all three
_MOST = 0.85  # of the cells
_SAME_GRAIN = 0.05  # a tag on a plain desk has 0.1 and more
_TAG_CELLS = np.ones((5, 5), np.uint8)


def is_light(cells: Pixels, known: Known, view: ChangedPicture) -> bool:
    """Whether some cells have changed by light alone."""
    tells = either(_tag_cells(known, view), _other_grain(known.rest, view.now))
    return not np.any(tells[cells > 0]) and _keeps_its_colour(cells, known.rest, view.now)


def without_light(view: ChangedPicture, known: Known, reach: ReachingIn | None) -> Pixels:
    """The changed cells, all but those patches that changed by light alone."""
    count, parts = cv2.connectedComponents(view.changed)
    light = np.zeros_like(view.changed) if reach is None or not reach.light else reach.cells
    for part in range(1, count):
        cells = np.where(parts == part, np.uint8(255), np.uint8(0))
        light = either(light, cells) if is_light(cells, known, view) else light
    return without(view.changed, light)


def _keeps_its_colour(cells: Pixels, before: Resting, now: Resting) -> bool:
    difference = (now.light - before.light)[cells > 0]
    difference -= median((now.light - before.light)[::4, ::4].reshape(-1, 3))
    colour = np.abs(difference - difference.mean(axis=1, keepdims=True)).max(axis=1)
    return bool(np.mean(colour < _SAME_COLOUR) > _MOST)


def _other_grain(before: Resting, now: Resting) -> Pixels:
    """Where a patch as large as a small tag is rougher or plainer than it was."""
    rough = np.abs(now.grain - before.grain) > _SAME_GRAIN
    return np.asarray(cv2.erode(bytes_of(rough), _TAG_CELLS), np.uint8)


def _tag_cells(known: Known, view: ChangedPicture) -> Pixels:
    """The cells of tags that do not look as they did, and of those that are missed."""
    tags = zip(known.tags.every, view.tags.as_usual, strict=True)
    gone = [view.pose.table_from_camera(tag.quad, 0.0) for tag, kept in tags if not kept]
    cells = np.zeros_like(view.changed)
    for seen in (*gone, *(one.place.paper for one in known.absent)):
        corners = np.round(view.now.grid.cells_from_seen(np.asarray(seen))).astype(np.int32)
        cv2.fillConvexPoly(cells, corners, 255)
    return cells
