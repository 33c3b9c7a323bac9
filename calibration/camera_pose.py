"""Where the camera is: table inches with a height in, camera pixels out, and back.

The table frame (x right, y down, z up) is left-handed, OpenCV is right-handed: its z grows
away from the camera, into the table. `opencv_xyz` is the one place where the sign changes.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import cv2
import numpy as np

from calibration.lens_rays import flat_directions, seen_pixels
from table.lens import Lens
from table.places import CameraXY, Floats, TableXY

Heights = float | Floats


def opencv_xyz(xy: TableXY, height_in: Heights) -> Floats:
    """The points as OpenCV wants them: z grows away from the camera, into the table."""
    points = np.asarray(xy, float).reshape(-1, 2)
    return np.column_stack([points, np.broadcast_to(-np.asarray(height_in, float), len(points))])


@dataclass(frozen=True, eq=False)
class CameraPose:
    """A lens and its place over the table.

    `rotation` and `translation` take OpenCV's table points (z into the table) to the camera.
    `residual_px` is how far, root mean square, the corner markers lie from where the pose
    puts them. `spread` is the covariance of the pose's six numbers and the lens's eight, as
    `pose_fit` orders them; its zeros mean "known".
    """

    lens: Lens
    rotation: Floats  # (3, 3)
    translation: Floats  # (3,)
    residual_px: float
    spread: Floats = field(default_factory=lambda: np.zeros((14, 14)))

    def __post_init__(self) -> None:
        assert self.rotation.shape == (3, 3), self.rotation.shape
        assert self.translation.shape == (3,), self.translation.shape
        assert np.isfinite(self.rotation).all(), self.rotation
        assert np.isfinite(self.translation).all(), self.translation

    def camera_from_table(self, xy: TableXY, height_in: Heights) -> CameraXY:
        """Where points at these heights above the table are in the picture."""
        turn, _ = cv2.Rodrigues(self.rotation)
        points = opencv_xyz(xy, height_in)
        return seen_pixels(self.lens, points, np.asarray(turn, float), self.translation)

    def table_from_camera(self, xy: CameraXY, height_in: Heights) -> TableXY:
        """Where the rays through these pixels meet the level at these heights."""
        rays = self._rays(xy)
        eye = self._opencv_eye
        reach = (-np.asarray(height_in, float) - eye[2]) / rays[:, 2]
        return TableXY(eye[:2] + reach[:, None] * rays[:, :2])

    def _rays(self, xy: CameraXY) -> Floats:
        flat = flat_directions(self.lens, xy)
        return np.column_stack([flat, np.ones(len(flat))]) @ self.rotation

    @cached_property
    def _opencv_eye(self) -> Floats:
        return -self.rotation.T @ self.translation

    @property
    def eye(self) -> tuple[float, float, float]:
        """The camera's centre: x, y and height in table inches."""
        x, y, into = self._opencv_eye
        return float(x), float(y), float(-into)

    @property
    def focal_error(self) -> float:
        """How sure the focal length is: its standard error as a share of itself."""
        return float(np.sqrt(self.spread[6, 6]))

    def pixels_per_inch(self, xy: TableXY, height_in: Heights) -> Floats:
        """The smaller of the picture's two scales at each point, across and along the view."""
        points = np.asarray(xy, float).reshape(-1, 2)
        steps = np.array([[[0.0, 0.0]], [[0.5, 0.0]], [[0.0, 0.5]]])
        heights = np.tile(np.broadcast_to(np.asarray(height_in, float), len(points)), 3)
        pixels = self.camera_from_table(TableXY((points + steps).reshape(-1, 2)), heights)
        here, across, along = np.asarray(pixels).reshape(3, -1, 2)
        sides = np.stack([(across - here) * 2, (along - here) * 2], axis=2)
        return cast("Floats", np.linalg.svd(sides, compute_uv=False)[:, 1])
