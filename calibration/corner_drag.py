"""Four corners pointed out by hand, for tables whose markers cannot be found.

Pure logic: a window or the command line says where the mouse went, this keeps the corners.
"""

from dataclasses import dataclass, replace

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.pose_fit import fitted_pose
from table.errors import UserError
from table.lens import Lens
from table.places import CameraPixel, CameraXY, Floats, TableXY
from table.table_spec import TableSpec

GRAB_PX = 60.0
_INSET = 0.15  # of the picture's width and height: how far in the corners start


@dataclass(frozen=True, slots=True)
class CornerDrag:
    """The play area's corners in the picture, from the top left clockwise; one may be held."""

    corners: tuple[CameraPixel, CameraPixel, CameraPixel, CameraPixel]
    held: int | None = None

    def pressed(self, at: CameraPixel) -> "CornerDrag":
        """The mouse went down: the nearest corner within reach is held."""
        gaps = [np.hypot(corner.x - at.x, corner.y - at.y) for corner in self.corners]
        nearest = int(np.argmin(gaps))
        return replace(self, held=nearest if gaps[nearest] <= GRAB_PX else None)

    def moved(self, to: CameraPixel) -> "CornerDrag":
        """The mouse moved: a held corner goes with it."""
        if self.held is None:
            return self
        corners = list(self.corners)
        corners[self.held] = to
        one, two, three, four = corners
        return replace(self, corners=(one, two, three, four))

    def released(self) -> "CornerDrag":
        """The mouse went up."""
        return replace(self, held=None)


def first_corners(size_wh: tuple[int, int]) -> CornerDrag:
    """Corners to start from: a rectangle some way in from the picture's edges."""
    left, right = size_wh[0] * _INSET, size_wh[0] * (1 - _INSET)
    top, bottom = size_wh[1] * _INSET, size_wh[1] * (1 - _INSET)
    return CornerDrag(
        (
            CameraPixel(left, top),
            CameraPixel(right, top),
            CameraPixel(right, bottom),
            CameraPixel(left, bottom),
        )
    )


def pose_by_hand(
    drag: CornerDrag, spec: TableSpec, lens: Lens | None, size_wh: tuple[int, int]
) -> CameraPose:
    """The pose that puts the play area's corners there."""
    pixels = np.array([(corner.x, corner.y) for corner in drag.corners])
    _check_round(pixels)
    places = np.array([(0, 0), (spec.width, 0), (spec.width, spec.height), (0, spec.height)], float)
    return fitted_pose({0: CameraXY(pixels)}, {0: TableXY(places)}, lens, size_wh)


def _check_round(pixels: Floats) -> None:
    sides = np.roll(pixels, -1, axis=0) - pixels
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    if not (turns > 0).all():
        raise UserError(
            "--corners: these four do not go round the table; give top left, top right, "
            "bottom right, bottom left"
        )
