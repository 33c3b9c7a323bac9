"""The patches of a picture that may be tags: where they are, and how a tag would lie there."""

import cv2
import numpy as np

from table.picture import Grey
from table.places import CameraXY, TableXY
from table.table_spec import TableSpec
from vision.tags.finds import Finds, quad_of
from vision.tags.guess import TagGuesses
from vision.tags.templates import TagKit
from vision.tags.turns import TurnedTags, turned_tags, upright_guesses
from vision.tags.windows import TagWindows, tag_windows

_BESIDE_IN = 1.0
_BETWEEN = 0.2  # of the highest thing: men on the table are many, on roofs few


def free_windows(kit: TagKit, spec: TableSpec, finds: Finds, within: Grey | None) -> TagWindows:
    """The patches that may be tags and on which none was found, the likeliest first."""
    windows = _windows(kit, spec, within)
    return windows[~finds.near(quad_of(windows.middles, kit.search.halvings))]


def _windows(kit: TagKit, spec: TableSpec, within: Grey | None) -> TagWindows:
    """The patches that may be tags, the likeliest first."""
    grey, inside = kit.search.grey, _inside(kit, spec)
    if within is not None:
        wanted = cv2.resize(within, inside.shape[::-1], interpolation=cv2.INTER_NEAREST)
        inside[wanted == 0] = 0
    return tag_windows(grey, kit.search.px_per_module, inside=inside)


def free_of(kit: TagKit, middles: CameraXY, finds: Finds) -> CameraXY:
    """The patches on which no tag was found."""
    return CameraXY(middles[~finds.near(quad_of(middles, kit.search.halvings))])


def turned_at(kit: TagKit, spec: TableSpec, middles: CameraXY) -> TurnedTags:
    """The likeliest turns."""
    return turned_tags(kit.search.sharp, upright_at(kit, spec, middles), kit.turned, kit.ring, 2)


def upright_at(kit: TagKit, spec: TableSpec, middles: CameraXY) -> TagGuesses:
    """Upright guesses at a level from which table and roofs are both within reach."""
    level_in = kit.height_in + _BETWEEN * max((thing.height for thing in spec.things), default=0.0)
    return upright_guesses(kit.search.pose, middles, level_in, kit.module_in)


def _inside(kit: TagKit, spec: TableSpec) -> Grey:
    """A small mask of where tags of the play area can show, at any height they may have."""
    pose = kit.search.pose
    beside = _BESIDE_IN
    right, bottom = spec.width + beside, spec.height + beside
    corners = TableXY(
        np.array([(-beside, -beside), (right, -beside), (right, bottom), (-beside, bottom)])
    )
    top_in = kit.height_in + max((thing.height for thing in spec.things), default=0.0)
    ends = np.concatenate([pose.camera_from_table(corners, h) for h in (0.0, top_in)])
    hull = cv2.convexHull(ends.astype(np.float32)) / 8
    mask = np.zeros((kit.search.grey.shape[0] // 8, kit.search.grey.shape[1] // 8), np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    return mask
