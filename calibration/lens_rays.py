"""What a lens does: directions to pixels, pixels to directions, whichever model it has."""

from math import exp

import cv2
import numpy as np

from table.lens import Lens
from table.places import CameraXY, Floats

_STOP = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-10)


def seen_pixels(lens: Lens, points: Floats, turn: Floats, shift: Floats) -> CameraXY:
    """Where the lens shows points that are turned and shifted before it, in OpenCV's frame."""
    if lens.is_fisheye:
        points = points.reshape(-1, 1, 3)
        pixels, _ = cv2.fisheye.projectPoints(points, turn, shift, lens.matrix, lens.distortion)
    else:
        pixels, _ = cv2.projectPoints(points, turn, shift, lens.matrix, lens.distortion)
    return CameraXY(np.asarray(pixels, float).reshape(-1, 2))


def flat_directions(lens: Lens, pixels: CameraXY) -> Floats:
    """The directions of pixels: how far right and down they lead at one step ahead, (n, 2)."""
    dots = np.asarray(pixels, float).reshape(-1, 1, 2)
    undistorted = cv2.fisheye.undistortPoints if lens.is_fisheye else cv2.undistortPoints
    flat = undistorted(dots, lens.matrix, lens.distortion, criteria=_STOP)
    return np.asarray(flat, float).reshape(-1, 2)


def pixel_slopes_by(lens: Lens, points: Floats, turn: Floats, shift: Floats) -> Floats:
    """How the pixels, x and y in turn, change with each number of the pose and the lens.

    Three of the turn, three of the shift; the log focal length, the log ratio of the two, the
    middle right and down as a share of the width, the distortion.
    """
    if lens.is_fisheye:
        points = points.reshape(-1, 1, 3)
        _, by = cv2.fisheye.projectPoints(points, turn, shift, lens.matrix, lens.distortion)
        by = by[:, [*range(8, 14), *range(8)]]
    else:
        distortion = np.zeros(max(5, len(lens.distortion)))
        distortion[: len(lens.distortion)] = lens.distortion
        _, by = cv2.projectPoints(points, turn, shift, lens.matrix, distortion)
    across, down = by[:, 6] * lens.matrix[0, 0], by[:, 7] * lens.matrix[1, 1]
    middle = by[:, 8:10] * lens.size_wh[0]
    return np.column_stack([by[:, :6], across + down, (across - down) / 2, middle, by[:, 10:]])


def changed_lens(lens: Lens, change: Floats) -> Lens:
    """The lens with its numbers changed by this much, in the order of `pixel_slopes_by`."""
    if not change.any():
        return lens
    longer, wider, right, down = change[:4]
    matrix = lens.matrix.copy()
    matrix[0, 0] *= exp(longer + wider / 2)
    matrix[1, 1] *= exp(longer - wider / 2)
    matrix[:2, 2] += np.array([right, down]) * lens.size_wh[0]
    distortion = np.zeros(max(len(change) - 4, len(lens.distortion)))
    distortion[: len(lens.distortion)] = lens.distortion
    distortion[: len(change) - 4] += change[4:]
    return Lens(lens.size_wh, matrix, distortion, lens.name, lens.is_fisheye)
