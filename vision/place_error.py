"""How far off a soldier's place may be: the radius that holds the truth 95 times in 100."""

from math import hypot, sqrt

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.pose_fit import moved_pose
from table.places import TablePoint, TableXY
from vision.tags_seen import SeenTag

_RADIUS_95 = 2.45  # spreads that hold 95 of 100 places that scatter equally in both directions
_STANDS_IN = 0.02  # how exactly a man is set on the place his tag gives him
_SEEN_PX = 0.15  # what fitting cannot know: bloom, crease, the picture's own compression
_LYING_IN = 0.03  # how flat a tag lies: cloth, curled paper


def place_error_in(tag: SeenTag, place: TablePoint, height_in: float, pose: CameraPose) -> float:
    """The radius for a tag at this place and height."""
    here = TableXY(np.array([[place.x, place.y]]))
    seen_in = hypot(tag.spread_px, _SEEN_PX) / float(pose.pixels_per_inch(here, height_in)[0])
    outward = hypot(place.x - pose.eye[0], place.y - pose.eye[1]) / (pose.eye[2] - height_in)
    lifted_in = outward * _LYING_IN / sqrt(2)
    posed_in = _pose_spread_in(tag, here, height_in, pose)
    return _RADIUS_95 * sqrt(_STANDS_IN**2 + seen_in**2 + lifted_in**2 + posed_in**2)


def _pose_spread_in(tag: SeenTag, here: TableXY, height_in: float, pose: CameraPose) -> float:
    """What the pose's own doubt adds, one spread in each of its independent directions."""
    values, directions = np.linalg.eigh(pose.spread)
    total = 0.0
    for value, direction in zip(values, directions.T, strict=True):
        if value > 1e-16:
            moved = moved_pose(pose, direction * sqrt(value))
            total += float(((moved.table_from_camera(tag.middle, height_in) - here) ** 2).sum())
    return sqrt(total / 2)
