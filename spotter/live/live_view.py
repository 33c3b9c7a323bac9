"""The newest picture made ready for the window: straight from above, and as it was taken."""

from collections.abc import Callable

import numpy as np

from calibration.camera_pose import CameraPose
from overlay.window.live_picture import LivePicture
from spotter.live.vision_thread import UnderstoodPicture
from table.picture import Picture
from table.places import CameraXY, Floats, TableXY
from vision.live.from_above import FromAbove, from_above
from vision.live.tracked import Tracked

PictureView = Callable[[], Picture | None]  # exactly the play area; made when it is asked for


def live_picture(picture: Picture, tracked: Tracked) -> LivePicture:
    """A picture that was looked at: what tracking saw of it from above serves the window too."""
    scene, above = tracked.scene, tracked.above
    if above is None or above.picture is not picture or not above.shown:
        return picture_from_above(picture, tracked.pose, scene.width, scene.height)
    return _live_picture(above)


def view_of(seen: UnderstoodPicture) -> PictureView | None:
    """How the newest picture looks straight from above, once somebody asks."""
    taken, tracked = seen.taken, seen.tracked
    if taken is None or tracked is None:
        return None
    return lambda: live_picture(taken.picture, tracked).from_above


def picture_from_above(
    picture: Picture, pose: CameraPose, width: float, height: float
) -> LivePicture:
    """A picture that nobody has looked at yet."""
    return _live_picture(from_above(picture, pose, width, height, shown=True))


def _live_picture(above: FromAbove) -> LivePicture:
    pose = above.pose

    def camera_from_table(xy: Floats) -> Floats:
        return np.asarray(pose.camera_from_table(TableXY(xy), 0.0))

    def table_from_camera(xy: Floats) -> Floats:
        return np.asarray(pose.table_from_camera(CameraXY(xy), 0.0))

    return LivePicture(above.play_area(), above.picture, camera_from_table, table_from_camera)
