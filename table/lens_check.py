"""Whether a lens can be one: numbers that no camera has are refused."""

import numpy as np

from table.errors import UserError
from table.lens import Lens


def refuse_absurd(lens: Lens, file: str) -> None:
    """Refuse a lens that no camera has: it would put the table somewhere else, or nowhere."""
    (fx, skew, cx), (low, fy, cy), last = lens.matrix
    width, height = lens.size_wh
    if tuple(last) != (0, 0, 1) or low != 0 or abs(skew) > 0.1 * abs(fx):
        raise UserError(f"{file}: camera_matrix is no [fx 0 cx, 0 fy cy, 0 0 1]")
    if not (0.1 * width <= fx <= 50 * width and 0.5 <= fy / fx <= 2.0):
        raise UserError(
            f"{file}: camera_matrix has focal lengths {fx:g} and {fy:g} pixels for a "
            f"picture {width} wide; calibrate the camera again"
        )
    if not (-0.5 * width <= cx <= 1.5 * width and -0.5 * height <= cy <= 1.5 * height):
        raise UserError(
            f"{file}: camera_matrix has its centre ({cx:g}, {cy:g}) far outside the "
            f"picture; calibrate the camera again"
        )
    if _folds(lens):
        raise UserError(
            f"{file}: distortion_coefficients fold the picture over itself; "
            f"calibrate the camera again"
        )


def _folds(lens: Lens) -> bool:
    """Whether the lens takes two directions inside the picture to one pixel."""
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    width, height = lens.size_wh
    corner = np.hypot(max(cx, width - cx) / fx, max(cy, height - cy) / fy)
    if lens.is_fisheye:
        return _fisheye_folds(lens, float(corner))
    padded = np.zeros(8)
    padded[: min(8, len(lens.distortion))] = lens.distortion[:8]
    k1, k2, p1, p2, k3, k4, k5, k6 = padded
    # Walk outward until the seen radius leaves the picture: it must grow all the way.
    r = np.linspace(0.0, 3.0 * corner, 3001)
    seen = r * (1 + k1 * r**2 + k2 * r**4 + k3 * r**6) / (1 + k4 * r**2 + k5 * r**4 + k6 * r**6)
    inside = seen <= corner
    last = len(r) if inside.all() else int(np.argmin(inside)) + 1
    grows = bool(np.all(np.diff(seen[:last]) > 0))
    tangential = float(max(abs(p1), abs(p2)))
    return not grows or last == len(r) or tangential > 0.5


def _fisheye_folds(lens: Lens, corner: float) -> bool:
    """Whether the angle that is seen stops growing before the picture's corner.

    What lies more than a right angle off the axis is behind the camera, where no table is, so
    a picture may be larger than the circle its lens draws.
    """
    k1, k2, k3, k4 = lens.distortion
    angle = np.linspace(0.0, np.pi / 2, 2001)
    square = angle**2
    seen = angle * (1 + square * (k1 + square * (k2 + square * (k3 + square * k4))))
    inside = seen <= corner
    last = len(angle) if inside.all() else int(np.argmin(inside)) + 1
    return not bool(np.all(np.diff(seen[:last]) > 0))
