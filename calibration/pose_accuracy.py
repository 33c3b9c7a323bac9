"""How exact places on the table are: what the pose's spread says, and what the markers prove."""

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import CornerMarkers, marker_places
from calibration.pose_fit import moved_pose
from calibration.table_calibration import nine_points
from calibration.table_pose import table_pose
from table.errors import UserError
from table.lens import Lens
from table.places import Floats, TableXY
from table.table_spec import TableSpec

_SURE = 2.45  # standard errors of a circle that holds 95 of 100


def nine_errors_in(pose: CameraPose, spec: TableSpec) -> tuple[tuple[float, float, float], ...]:
    """At nine places x, y and the radius in inches that holds the truth 95 times in 100."""
    places = nine_points(spec.width, spec.height)
    slopes = _slopes(pose, places)
    spread = np.einsum("nip,pq,njq->nij", slopes, pose.spread, slopes)
    radii = _SURE * np.sqrt(np.trace(spread, axis1=1, axis2=2) / 2)
    return tuple(
        (float(x), float(y), float(radius))
        for (x, y), radius in zip(np.asarray(places), radii, strict=True)
    )


def _slopes(pose: CameraPose, places: TableXY) -> Floats:
    """How each place moves with each of the pose's fourteen numbers, (n, 2, 14)."""
    pixels = pose.camera_from_table(places, 0.0)
    steps = 1e-5 * np.eye(14)
    return np.stack(
        [
            (
                moved_pose(pose, step).table_from_camera(pixels, 0.0)
                - moved_pose(pose, -step).table_from_camera(pixels, 0.0)
            )
            / 2e-5
            for step in steps
        ],
        axis=2,
    )


def proved_errors_in(
    markers: CornerMarkers, spec: TableSpec, lens: Lens | None, size_wh: tuple[int, int]
) -> dict[int, float]:
    """For each of four markers how far off the pose from the other three puts its middle."""
    if len(markers.found) < 4:
        return {}
    errors = {}
    for left_out in markers.found:
        others = CornerMarkers({i: markers.corners[i] for i in markers.found if i != left_out})
        try:
            pose = table_pose(others, spec, lens, size_wh)
        except UserError:
            continue
        here = pose.table_from_camera(markers.corners[left_out], 0.0)
        gap = (here - marker_places(spec)[left_out]).mean(axis=0)
        errors[left_out] = float(np.hypot(*gap))
    return errors
