"""How far off soldiers' places may be: the radius that holds the truth 95 times in 100."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.pose_fit import moved_pose
from table.places import CameraXY, Floats, TableXY
from vision.tags_seen import SeenTag, quads_of

_RADIUS_95 = 2.45  # spreads that hold 95 of 100 places that scatter equally in both directions
# What scatters along one line only is held by 1.96 spreads: (1.96 / 2.45) squared.
_ONE_WAY = 0.64
_STANDS_IN = 0.0165  # how exactly a man is set on the place his tag gives him
_SEEN_PX = 0.13  # what fitting cannot know: bloom, crease, the picture's own compression
_PART = 1e-3
_LYING_IN = 0.022  # how flat a tag lies: cloth, curled paper


def place_errors_in(
    tags: Sequence[SeenTag], places: TableXY, heights_in: Floats, pose: CameraPose
) -> Floats:
    """The radius for each tag at its place and height."""
    if not tags:
        return np.zeros(0)
    spread_px = np.hypot([tag.spread_px for tag in tags], _SEEN_PX)
    seen_in = spread_px / pose.pixels_per_inch(places, heights_in)
    eye = pose.eye
    outward = np.hypot(places[:, 0] - eye[0], places[:, 1] - eye[1]) / (eye[2] - heights_in)
    middles = CameraXY(quads_of(tags).mean(axis=1))
    squares = (
        _STANDS_IN**2
        + seen_in**2
        + _ONE_WAY * (outward * _LYING_IN) ** 2
        + _pose_squares_in(middles, heights_in, pose)
    )
    return np.asarray(_RADIUS_95 * np.sqrt(squares), float)


def _pose_squares_in(middles: CameraXY, heights_in: Floats, pose: CameraPose) -> Floats:
    """What the pose's own doubt adds, one spread in each of its independent directions.

    A small part of a spread is tried and scaled up: focal length and height are in doubt together,
    and a whole spread of both along a straight line would leave what the markers prove.
    """
    # Not the pose itself: its turn as three numbers is not exact to the last digit.
    here = moved_pose(pose, np.zeros(len(pose.spread))).table_from_camera(middles, heights_in)
    total = np.zeros(len(middles))
    values, directions = np.linalg.eigh(pose.spread)
    for value, direction in zip(values, directions.T, strict=True):
        if value > 1e-16:
            moved = moved_pose(pose, direction * (_PART * sqrt(value)))
            shift = (moved.table_from_camera(middles, heights_in) - here) / _PART
            total += (shift**2).sum(axis=1)
    return _ONE_WAY * total
