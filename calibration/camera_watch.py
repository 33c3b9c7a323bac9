"""Notices that the camera, or one corner marker, was pushed, and finds the new pose.

Each picture's corner markers are compared with where the pose puts them. All of them off means
the camera moved; one of them off means that somebody pushed the paper.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import CORNER_NAMES, CornerMarkers, marker_places
from calibration.table_pose import table_pose
from table.errors import UserError
from table.table_spec import TableSpec

MOVED_IN = 0.08
_TOLD_IN = 0.05  # is a tenth of an inch when it is told
# A pose found anew fits the markers about as well as the one before: a torn or stretched picture,
# or a pushed paper, does not.
_WORSE, _WORSE_PX = 2.0, 0.8  # times; pixels to the 1000 of the picture's width
_ENOUGH = 3  # markers for a pose
# "lost": too few markers are seen, or they fit no camera; "torn": some lie as they lay, some not.
What = Literal["still", "camera", "marker", "torn", "lost", "unseen"]


@dataclass(frozen=True, eq=False)
class Watched:
    """What became of the camera: what moved, how far, the pose to go on with, what to say."""

    what: What
    moved_in: float
    pose: CameraPose
    sentence: str = ""


def watched(
    pose: CameraPose, spec: TableSpec, markers: CornerMarkers, least_in: float = MOVED_IN
) -> Watched:
    """Whether the camera still stands where `pose` says, and where it stands if not.

    A marker nearer than `least_in` to its place has not moved.
    """
    off_in = _offsets_in(pose, spec, markers)
    if not off_in:
        return Watched("unseen", 0.0, pose, "no corner marker is seen; uncover them")
    far = {i: distance for i, distance in off_in.items() if distance > least_in}
    if not far:
        return Watched("still", max(off_in.values()), pose)
    if len(far) == 1 and len(off_in) >= _ENOUGH:
        ((pushed, distance),) = far.items()
        sentence = f"corner marker {pushed} ({CORNER_NAMES[pushed]}) moved - {distance:.1f} in"
        return Watched("marker", distance, _without(pose, spec, markers, pushed), sentence)
    moved_in = float(np.mean(list(off_in.values())))
    if len(off_in) - len(far) >= 2:
        return Watched("torn", moved_in, pose, f"{_named(far)} moved; put them right")
    return _camera_moved(pose, spec, markers, moved_in)


def _offsets_in(pose: CameraPose, spec: TableSpec, markers: CornerMarkers) -> dict[int, float]:
    """How far on the table each marker's middle seems to lie from its place."""
    places = marker_places(spec)
    return {
        i: float(
            np.linalg.norm(
                (pose.table_from_camera(markers.corners[i], 0.0) - places[i]).mean(axis=0)
            )
        )
        for i in markers.found
    }


def _camera_moved(
    pose: CameraPose, spec: TableSpec, markers: CornerMarkers, moved_in: float
) -> Watched:
    far = f"{moved_in:.1f}" if moved_in >= _TOLD_IN else f"less than {2 * _TOLD_IN:.1f}"
    sentence = f"camera moved - {far} in"
    if len(markers.found) < _ENOUGH:
        unseen = _named([i for i in range(4) if i not in markers.found])
        return Watched("lost", moved_in, pose, f"{sentence}; bring {unseen} back into its picture")
    fresh = _anew(pose, spec, markers)
    if fresh is None:
        return Watched("lost", moved_in, pose, f"{sentence}; put the corner markers right")
    return Watched("camera", moved_in, fresh, sentence)


def _anew(pose: CameraPose, spec: TableSpec, markers: CornerMarkers) -> CameraPose | None:
    """The pose by these markers, None where they do not fit a camera with this lens."""
    try:
        fresh = table_pose(markers, spec, pose.lens, pose.lens.size_wh)
    except UserError:
        return None
    limit_px = _WORSE * pose.residual_px + _WORSE_PX * pose.lens.size_wh[0] / 1000
    if fresh.residual_px > limit_px:
        return None
    # A nudge does not change the lens: what is known of it stays known as well as before.
    spread = fresh.spread.copy()
    spread[6:, 6:] = pose.spread[6:, 6:]
    return replace(fresh, spread=spread)


def _without(pose: CameraPose, spec: TableSpec, markers: CornerMarkers, pushed: int) -> CameraPose:
    """The pose from the other markers where there are three, else the old one."""
    others = CornerMarkers({i: markers.corners[i] for i in markers.found if i != pushed})
    fresh = None if len(others.found) < _ENOUGH else _anew(pose, spec, others)
    return pose if fresh is None else fresh


def _named(numbers: Iterable[int]) -> str:
    """Some markers in words."""
    each = [f"{i} ({CORNER_NAMES[i]})" for i in numbers]
    return f"corner marker{'s' if len(each) > 1 else ''} {', '.join(each)}"
