"""How far off soldiers' places may be: the radius that holds the truth 95 times in 100."""

from collections.abc import Sequence

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.pose_fit import pixel_slopes
from table.places import Floats, TableXY
from vision.tags.tags_seen import SeenTag

_RADIUS_95 = 2.45  # spreads that hold 95 of 100 places that scatter equally in both directions
# What scatters along one line only is held by 1.96 spreads: (1.96 / 2.45) squared.
_ONE_WAY = 0.64
_STANDS_IN = 0.0165  # how exactly a man is set on the place his tag gives him
_SEEN_PX = 0.13  # what fitting cannot know: bloom, crease, the picture's own compression
_LYING_IN = 0.022  # how flat a tag lies: cloth, curled paper


def place_errors_in(
    tags: Sequence[SeenTag], places: TableXY, heights_in: Floats, pose: CameraPose
) -> Floats:
    """The radius for each tag at its place and height."""
    if not tags:
        return np.zeros(0)
    spread_px = np.hypot([tag.spread_px for tag in tags], _SEEN_PX)
    by_pose = pixel_slopes(pose, places, heights_in)
    # A place that moves on the table changes its pixel as if the table were shifted so.
    by_place = by_pose[:, :, 3:6] @ pose.rotation[:, :2]
    seen_in = spread_px / np.linalg.svd(by_place, compute_uv=False)[:, 1]
    eye = pose.eye
    outward = np.hypot(places[:, 0] - eye[0], places[:, 1] - eye[1]) / (eye[2] - heights_in)
    squares = (
        _STANDS_IN**2
        + seen_in**2
        + _ONE_WAY * (outward * _LYING_IN) ** 2
        + _ONE_WAY * _pose_squares_in(by_place, by_pose, pose.spread)
    )
    return np.asarray(_RADIUS_95 * np.sqrt(squares), float)


def _pose_squares_in(by_place: Floats, by_pose: Floats, spread: Floats) -> Floats:
    """What the pose's own doubt adds: how far places go with its numbers while pixels stay."""
    shifts = np.linalg.solve(by_place, by_pose)
    return np.asarray(((shifts @ spread) * shifts).sum(axis=(1, 2)))
