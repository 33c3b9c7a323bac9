"""What has changed by light alone: a lamp, a cloud, somebody's shadow.

It is brighter or darker, of the colour and the grain it was, hides no tag and shows nobody who was
missed. A grey book on a grey desk is so too, but books do not come by themselves: where a hand was,
nothing is taken for light.
"""

import cv2
import numpy as np

from vision.live.hand import ReachingIn
from vision.live.resting import (
    MOST,
    SAME_COLOUR,
    SAME_GRAIN,
    Resting,
    brightness_and_colour,
    drift,
)
from vision.live.tracked import Known
from vision.live.view import ChangedPicture
from vision.surface.flat_table import Pixels
from vision.surface.patches import bytes_of, either, narrowed, without

_SMALL_TAG_IN = 0.6  # across


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
    difference = (now.light - before.light)[cells > 0] - drift(before, now)
    _, colour = brightness_and_colour(difference)
    return bool(np.mean(colour < SAME_COLOUR) > MOST)


def _other_grain(before: Resting, now: Resting) -> Pixels:
    """Where a patch as large as a small tag is rougher or plainer than it was."""
    rough = np.abs(now.grain - before.grain) > SAME_GRAIN
    return narrowed(bytes_of(rough), now.grid, _SMALL_TAG_IN)


def _tag_cells(known: Known, view: ChangedPicture) -> Pixels:
    """The cells of tags that do not look as they did, and of those that are missed."""
    tags = zip(known.tags.every, view.tags.as_usual, strict=True)
    gone = [view.pose.table_from_camera(tag.quad, 0.0) for tag, kept in tags if not kept]
    cells = np.zeros_like(view.changed)
    for seen in (*gone, *(one.place.paper for one in known.absent)):
        corners = np.round(view.now.grid.cells_from_seen(np.asarray(seen))).astype(np.int32)
        cv2.fillConvexPoly(cells, corners, 255)
    return cells
