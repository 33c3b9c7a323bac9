"""The camera's pose from the corner markers a picture shows.

Four or any three of them give a pose; fewer do with the last good pose, if they lie where it
says.
"""

from collections.abc import Mapping

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import CORNER_NAMES, CornerMarkers, marker_places
from calibration.pose_fit import fitted_pose
from calibration.table_shape import refuse_other_size
from table.errors import UserError
from table.lens import Lens
from table.places import TableXY
from table.table_spec import TableSpec

_MOVED_PX = 4.0  # per 1000 pixels of width: a camera that was not touched stays within


class MarkersHiddenError(UserError):
    """Too few corner markers are seen to tell where the camera is."""


def table_pose(  # noqa: PLR0913 - the optional ones are named at every call
    markers: CornerMarkers,
    spec: TableSpec,
    lens: Lens | None,
    size_wh: tuple[int, int],
    *,
    last: CameraPose | None = None,
    where: str = "picture",
) -> CameraPose:
    """The camera's pose from four or three markers, or `last` where fewer agree with it.

    Without a lens the focal length is estimated too; `focal_error` says how well.
    """
    if lens is not None and lens.size_wh != size_wh:
        raise UserError(
            f"{where}: {size_wh[0]} x {size_wh[1]} pixels, camera.yaml is for "
            f"{lens.size_wh[0]} x {lens.size_wh[1]}; calibrate at the size you play at"
        )
    places = marker_places(spec)
    if lens is None:
        # A lens that is not known bends to fit even a table of another shape.
        refuse_other_size(markers, spec, where)
    if len(markers.found) >= 3:
        return _checked(_fitted(markers, places, lens, size_wh), markers, where)
    if last is not None and last.lens.size_wh == size_wh and _agree(markers, places, last):
        return last
    raise MarkersHiddenError(f"{where}: {_missing(markers)}")


def _fitted(
    markers: CornerMarkers,
    places: Mapping[int, TableXY],
    lens: Lens | None,
    size_wh: tuple[int, int],
) -> CameraPose:
    """The pose by all markers, or by three where the fourth lies somewhere else."""
    pose = fitted_pose(markers.corners, places, lens, size_wh)
    if len(markers.found) == 3 or pose.residual_px < _limit_px(pose):
        return pose
    threes = [{i: c for i, c in markers.corners.items() if i != out} for out in markers.found]
    fits = [fitted_pose(three, places, lens, size_wh) for three in threes]
    best = min(fits, key=lambda fit: fit.residual_px)
    return best if best.residual_px < _limit_px(best) / 4 else pose


def _limit_px(pose: CameraPose) -> float:
    return 5 * _MOVED_PX * pose.lens.size_wh[0] / 1000


def _agree(markers: CornerMarkers, places: Mapping[int, TableXY], last: CameraPose) -> bool:
    limit_px = _MOVED_PX * last.lens.size_wh[0] / 1000
    return all(
        np.abs(last.camera_from_table(places[i], 0.0) - markers.corners[i]).max() < limit_px
        for i in markers.found
    )


def _checked(pose: CameraPose, markers: CornerMarkers, where: str) -> CameraPose:
    if pose.residual_px > _limit_px(pose):
        raise UserError(
            f"{where}: corner markers {_listed(markers.found)} do not lie as table.toml says "
            f"(off by {pose.residual_px:.0f} pixels); check table width, height and corner_marker"
        )
    return pose


def _missing(markers: CornerMarkers) -> str:
    missing = [f"{i} ({CORNER_NAMES[i]})" for i in range(4) if i not in markers.corners]
    if not markers.found:
        return (
            "no corner marker found; all four must be in the picture, sharp, flat and in even light"
        )
    plural = "s" if len(markers.found) > 1 else ""
    return (
        f"corner marker{plural} {_listed(markers.found)} found, {', '.join(missing)} not; "
        "uncover them or take the shine off them"
    )


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
