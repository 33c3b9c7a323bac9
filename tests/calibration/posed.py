"""A camera over the table, and the corner markers as it sees them."""

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import CornerMarkers, marker_places
from table.lens import Lens
from table.table_spec import TableSpec

SPEC = TableSpec(36.0, 24.0, 1.5)
LENS = Lens(
    (1920, 1080),
    np.array([[1560, 0, 950], [0, 1558, 545], [0, 0, 1.0]]),
    np.array([-0.05, 0.01, 0.0002, -0.0003, 0.0]),
)


def pose_at(tilt=(0.08, -0.05, 0.02), eye=(17.0, 12.5, 42.0)):
    """A camera there, tilted like that."""
    rotation, _ = cv2.Rodrigues(np.array(tilt))
    return CameraPose(LENS, rotation, -rotation @ np.array([eye[0], eye[1], -eye[2]]), 0.1)


def seen_from(pose, spec=SPEC, noise_px=0.1, only=range(4)):
    """The corner markers in its picture."""
    noise = np.random.default_rng(3)
    return CornerMarkers(
        {
            i: pose.camera_from_table(places, 0.0) + noise.normal(0, noise_px, (4, 2))
            for i, places in marker_places(spec).items()
            if i in only
        }
    )
