"""The camera's pose that puts the corner markers where the picture shows them.

Eight numbers are fitted: rotation, translation, log focal length and the first distortion
coefficient. With a known lens the last two are held still; without one they start at what
webcams have, and the markers pull them only as far as they can tell.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import exp

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from table.lens import Lens
from table.places import CameraXY, Floats, TableXY

# A view straight down says next to nothing about the focal length, so what webcams have
# must fill in: 63 degrees across, and nearly all of them between 50 and 78.
WEBCAM_FOCAL_PER_WIDTH = 0.81
_FOCAL_SPREAD = 0.10
_DISTORTION_SPREAD = 0.03
_CORNER_SPREAD_PX = 0.25


def fitted_pose(
    seen: Mapping[int, CameraXY],
    places: Mapping[int, TableXY],
    lens: Lens | None,
    size_wh: tuple[int, int],
) -> CameraPose:
    """The pose that fits best, with how sure each of its numbers is."""
    pixels = np.concatenate([seen[i] for i in sorted(seen)])
    points = np.concatenate([places[i] for i in sorted(seen)])
    start = lens or _webcam_lens(size_wh)
    free = 6 if lens else 8
    numbers, spread = _fitted(_Problem(points, pixels, start), free)
    pose = _pose(numbers, start)
    off_px = pose.camera_from_table(TableXY(points), 0.0) - pixels
    return replace(pose, residual_px=float(np.sqrt((off_px**2).sum(axis=1).mean())), spread=spread)


def _webcam_lens(size_wh: tuple[int, int]) -> Lens:
    focal_px = WEBCAM_FOCAL_PER_WIDTH * max(size_wh)
    across, down = (size_wh[0] - 1) / 2, (size_wh[1] - 1) / 2
    matrix = np.array([[focal_px, 0, across], [0, focal_px, down], [0, 0, 1]])
    return Lens(size_wh, matrix, np.zeros(5), "guessed")


class _Problem:
    """What is to be fitted: table points, their pixels and the lens to start from."""

    def __init__(self, points: Floats, pixels: Floats, lens: Lens) -> None:
        self.points, self.pixels, self.lens = points, pixels, lens

    def start(self) -> Floats:
        """The closed solution for a flat target: of its two the one seen from above."""
        flat = np.column_stack([self.points, np.zeros(len(self.points))])
        _, turns, shifts, _ = cv2.solvePnPGeneric(
            flat, self.pixels, self.lens.matrix, self.lens.distortion, flags=cv2.SOLVEPNP_IPPE
        )
        guesses = [np.array([*t.ravel(), *s.ravel(), 0, 0]) for t, s in zip(turns, shifts, strict=True)]
        return min(guesses, key=lambda g: (_pose(g, self.lens).eye[2] < 0, self.off(g) @ self.off(g)))

    def off(self, numbers: Floats) -> Floats:
        """How far the points miss their pixels and the lens its expectation, in spreads."""
        there = _pose(numbers, self.lens).camera_from_table(TableXY(self.points), 0.0)
        missed = (there - self.pixels).ravel() / _CORNER_SPREAD_PX
        return np.array([*missed, numbers[6] / _FOCAL_SPREAD, numbers[7] / _DISTORTION_SPREAD])

    def slopes(self, numbers: Floats, free: int) -> Floats:
        """How `off` changes with each free number."""
        steps = 1e-6 * np.maximum(1.0, np.abs(numbers))
        return np.column_stack(
            [
                (self.off(numbers + step) - self.off(numbers - step)) / (2 * steps[i])
                for i in range(free)
                for step in [steps[i] * np.eye(8)[i]]
            ]
        )


def _fitted(problem: _Problem, free: int) -> tuple[Floats, Floats]:
    """The numbers of least error and their covariance, by damped Gauss-Newton steps."""
    numbers = problem.start()
    damping = 1e-3
    for _ in range(40):
        slopes, off = problem.slopes(numbers, free), problem.off(numbers)
        normal = slopes.T @ slopes
        step = np.zeros(8)
        step[:free] = -np.linalg.solve(normal + damping * np.diag(normal.diagonal()), slopes.T @ off)
        after = problem.off(numbers + step)
        if after @ after < off @ off:
            numbers, damping = numbers + step, damping / 10
            if np.abs(step).max() < 1e-9:
                break
        else:
            damping *= 10
            if damping > 1e6:
                break
    slopes = problem.slopes(numbers, free)
    spread = np.zeros((8, 8))
    spread[:free, :free] = np.linalg.inv(slopes.T @ slopes)
    return numbers, spread


def moved_pose(pose: CameraPose, change: Floats) -> CameraPose:
    """The pose with its eight numbers changed by this much, as its `spread` orders them."""
    turn, _ = cv2.Rodrigues(pose.rotation)
    numbers = np.array([*turn.ravel(), *pose.translation, 0, 0]) + change
    return replace(_pose(numbers, pose.lens), residual_px=pose.residual_px, spread=pose.spread)


def _pose(numbers: Floats, lens: Lens) -> CameraPose:
    rotation, _ = cv2.Rodrigues(numbers[:3])
    matrix = lens.matrix.copy()
    matrix[0, 0] *= exp(numbers[6])
    matrix[1, 1] *= exp(numbers[6])
    distortion = lens.distortion.copy()
    distortion[0] += numbers[7]
    return CameraPose(
        Lens(lens.size_wh, matrix, distortion, lens.name), rotation, numbers[3:6].copy(), 0.0
    )
