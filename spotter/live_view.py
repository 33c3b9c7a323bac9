"""The newest picture made ready for the window: straight from above, and as it was taken."""

import numpy as np

from calibration.camera_pose import CameraPose
from overlay.live_picture import LivePicture
from table.picture import Picture
from table.places import CameraXY, Floats, TableXY
from vision.flat_table import FlatTable, flat_picture

PX_PER_IN = 28.0  # a 36 in table fills a laptop's screen


def live_picture(picture: Picture, pose: CameraPose, width: float, height: float) -> LivePicture:
    """What the window lays its marks on."""
    flat = FlatTable(width, height, pose.eye, PX_PER_IN, 0.0)
    from_above = flat_picture(picture, pose, flat)

    def camera_from_table(xy: Floats) -> Floats:
        return np.asarray(pose.camera_from_table(TableXY(xy), 0.0))

    def table_from_camera(xy: Floats) -> Floats:
        return np.asarray(pose.table_from_camera(CameraXY(xy), 0.0))

    return LivePicture(from_above, picture, camera_from_table, table_from_camera)
