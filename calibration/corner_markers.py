"""The four corner markers: found in a picture, then turned into the camera's pose.

Markers 0, 1, 2, 3 lie top left, top right, bottom right, bottom left. Four or any three of
them give a pose; fewer do with the last good pose, if they lie where it says.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.grey import grey_of
from calibration.pose_fit import fitted_pose
from calibration.square_edges import sharpened_corners
from table.errors import UserError
from table.lens import Lens
from table.picture import Grey, Picture
from table.places import CameraXY, Floats, TableXY
from table.table_spec import TableSpec

CORNER_NAMES = ("top left", "top right", "bottom right", "bottom left")
_SEARCH_WIDTHS_PX = (1280, 2560)  # a marker has 37 pixels in the first of these on most desks
_MOVED_PX = 4.0  # per 1000 pixels of width: a camera that was not touched stays within


@dataclass(frozen=True, eq=False)
class CornerMarkers:
    """The corner markers a picture shows: four corners each, clockwise from the top left."""

    corners: Mapping[int, CameraXY]

    @property
    def found(self) -> tuple[int, ...]:
        """The numbers of those seen."""
        return tuple(sorted(self.corners))


def corner_markers(picture: Picture) -> CornerMarkers:
    """The corner markers in a picture, their corners to a small part of a pixel."""
    grey = grey_of(picture)
    rough: dict[int, CameraXY] = {}
    for width_px in _SEARCH_WIDTHS_PX:
        rough = _rough_corners(grey, min(1.0, width_px / grey.shape[1]))
        if len(rough) == 4 or width_px >= grey.shape[1]:
            break
    return CornerMarkers({i: sharpened_corners(grey, rough[i]) for i in sorted(rough)})


def _rough_corners(grey: Grey, scale: float) -> dict[int, CameraXY]:
    small = (
        grey
        if scale == 1
        else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    )
    corners, ids, _ = _detector().detectMarkers(small)
    largest: dict[int, CameraXY] = {}
    numbers = [] if ids is None else [int(i) for i in ids.ravel()]
    for marker, quad in zip(numbers, corners, strict=True):
        full = (np.asarray(quad, float).reshape(4, 2) + 0.5) / scale - 0.5
        # A soldier's marker may bear the same number; the corner's is the larger one.
        if marker < 4 and (marker not in largest or _area(full) > _area(largest[marker])):
            largest[marker] = CameraXY(full)
    return largest


def _area(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.02
    settings.adaptiveThreshWinSizeMin = 5
    settings.adaptiveThreshWinSizeMax = 45
    settings.adaptiveThreshWinSizeStep = 20
    return cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings
    )


def marker_places(spec: TableSpec) -> dict[int, TableXY]:
    """Where the markers' corners are on the table, clockwise from each one's top left."""
    side = spec.corner_marker
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)])
    right, bottom = spec.width - side, spec.height - side
    outer = ((0, 0), (right, 0), (right, bottom), (0, bottom))
    return {i: TableXY(square + outer[i]) for i in range(4)}


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
    if len(markers.found) >= 3:
        return _checked(fitted_pose(markers.corners, places, lens, size_wh), markers, where)
    if last is not None and last.lens.size_wh == size_wh and _agree(markers, places, last):
        return last
    raise UserError(f"{where}: {_missing(markers)}")


def _agree(markers: CornerMarkers, places: Mapping[int, TableXY], last: CameraPose) -> bool:
    limit_px = _MOVED_PX * last.lens.size_wh[0] / 1000
    return all(
        np.abs(last.camera_from_table(places[i], 0.0) - markers.corners[i]).max() < limit_px
        for i in markers.found
    )


def _checked(pose: CameraPose, markers: CornerMarkers, where: str) -> CameraPose:
    if pose.residual_px > 5 * _MOVED_PX * pose.lens.size_wh[0] / 1000:
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
