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
from vision.surface.flat_table import seen_from_camera
from vision.surface.masks import GridMask, nothing, where

_SMALL_TAG_IN = 0.6  # across


def is_light(some: GridMask, known: Known, view: ChangedPicture) -> bool:
    """Whether some cells have changed by light alone."""
    tells = _tag_cells(known, view) | _other_grain(known.rest, view.now)
    return not (tells & some).any() and _keeps_its_colour(some, known.rest, view.now)


def without_light(view: ChangedPicture, known: Known, reach: ReachingIn | None) -> GridMask:
    """The changed cells, all but those patches that changed by light alone."""
    left = view.changed if reach is None or not reach.light else view.changed - reach.cells
    for patch in view.changed.patches():
        left = left - patch if is_light(patch, known, view) else left
    return left


def _keeps_its_colour(some: GridMask, before: Resting, now: Resting) -> bool:
    difference = (now.light - before.light)[some.holds] - drift(before, now)
    _, colour = brightness_and_colour(difference)
    return bool(np.mean(colour < SAME_COLOUR) > MOST)


def _other_grain(before: Resting, now: Resting) -> GridMask:
    """Where a patch as large as a small tag is rougher or plainer than it was."""
    rough = np.abs(now.grain - before.grain) > SAME_GRAIN
    return where(now.grid, rough).narrowed(_SMALL_TAG_IN)


def _tag_cells(known: Known, view: ChangedPicture) -> GridMask:
    """The cells of tags that do not look as they did, and of those that are missed."""
    tags = zip(known.tags.every, view.tags.as_usual, strict=True)
    gone = [seen_from_camera(view.pose, tag.quad) for tag, kept in tags if not kept]
    found = nothing(view.now.grid)
    for seen in (*gone, *(one.place.paper for one in known.absent)):
        corners = np.round(view.now.grid.cells_from_seen(seen)).astype(np.int32)
        cv2.fillConvexPoly(found.cells, corners, 255)
    return found
