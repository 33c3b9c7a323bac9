"""Notices that the camera, or one corner marker, was pushed, and finds the new pose.

Each picture's corner markers are compared with where the pose puts them. All of them off means
the camera moved; one of them off means that somebody pushed the paper.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import CORNER_NAMES, CornerMarkers, marker_places
from calibration.table_pose import table_pose
from table.errors import UserError
from table.table_spec import TableSpec

MOVED_IN = 0.08
What = Literal["still", "camera", "marker", "unseen"]


@dataclass(frozen=True, eq=False)
class Watched:
    """What became of the camera: what moved, how far, the pose to go on with, what to say."""

    what: What
    moved_in: float
    pose: CameraPose
    sentence: str = ""


def watched(pose: CameraPose, spec: TableSpec, markers: CornerMarkers) -> Watched:
    """Whether the camera still stands where `pose` says, and where it stands if not."""
    off_in = _offsets_in(pose, spec, markers)
    if not off_in:
        return Watched("unseen", 0.0, pose)
    far = {i: distance for i, distance in off_in.items() if distance > MOVED_IN}
    if not far:
        return Watched("still", max(off_in.values()), pose)
    if len(far) == 1 and len(off_in) >= 3:
        ((pushed, distance),) = far.items()
        sentence = f"corner marker {pushed} ({CORNER_NAMES[pushed]}) moved - {distance:.1f} in"
        return Watched("marker", distance, _without(pose, spec, markers, pushed), sentence)
    return _camera_moved(pose, spec, markers, float(np.mean(list(off_in.values()))))


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
    sentence = f"camera moved - {moved_in:.1f} in"
    if len(markers.found) < 3:
        return Watched("camera", moved_in, pose, f"{sentence}; uncover the corner markers")
    try:
        fresh = table_pose(markers, spec, pose.lens, pose.lens.size_wh)
    except UserError:
        return Watched("camera", moved_in, pose, f"{sentence}; put the corner markers right")
    # A nudge does not change the lens: what is known of it stays known as well as before.
    spread = fresh.spread.copy()
    spread[6:, 6:] = pose.spread[6:, 6:]
    return Watched("camera", moved_in, replace(fresh, spread=spread), sentence)


def _without(pose: CameraPose, spec: TableSpec, markers: CornerMarkers, pushed: int) -> CameraPose:
    """The pose from the other markers where there are three, else the old one."""
    others = CornerMarkers({i: markers.corners[i] for i in markers.found if i != pushed})
    if len(others.found) < 3:
        return pose
    fresh = table_pose(others, spec, pose.lens, pose.lens.size_wh)
    spread = fresh.spread.copy()
    spread[6:, 6:] = pose.spread[6:, 6:]
    return replace(fresh, spread=spread)
