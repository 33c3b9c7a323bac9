"""A small table under a camera straight above its middle."""

import numpy as np

from calibration.camera_pose import CameraPose
from table.lens import Lens

PX_PER_IN, HEIGHT_IN, WH_IN = 50.0, 30.0, (10.0, 8.0)
SIZE_WH = (600, 500)


def pose():
    """A camera straight above the middle of a small table."""
    matrix = np.array([[PX_PER_IN * HEIGHT_IN, 0, 300], [0, PX_PER_IN * HEIGHT_IN, 250], [0, 0, 1]])
    return CameraPose(
        Lens(SIZE_WH, matrix, np.zeros(5)), np.eye(3), np.array([-5.0, -4.0, HEIGHT_IN]), 0.0
    )
