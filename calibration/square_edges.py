"""Corners of a dark square on light paper to a small part of a pixel.

Sub-pixel edges and lines through them, in place of a corner detector. Each side is a line through
the steepest places of many short profiles across it, and the corners are where the lines meet. A
corner detector pulls blurred corners inward; the sides stay where they are.
"""

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.medians import median
from table.picture import Grey
from table.places import CameraXY, Floats

_PROFILES = 32  # on each side
_STEPS = 25  # along each profile
_REACH = 0.09  # half a profile's length, in sides: well inside the first module
_SHARES = np.linspace(0.12, 0.88, _PROFILES)  # of a side, where its profiles cross it
_PLACES = np.linspace(-1, 1, _STEPS)  # along a profile, in its reach
_RISES = ((_PLACES[1:] + _PLACES[:-1]) / 2).astype(np.float32)  # where it rises, between them
_NEAR = (np.abs(_RISES[:, None] - _RISES) <= 0.6).astype(np.float32)  # to each rise: 1.0 or 0.0
_POWERS = (_SHARES - 0.5)[:, None] ** np.arange(3)  # of a side's shares from its middle


def sharpened_corners(grey: Grey, corners: CameraXY) -> CameraXY:
    """The square's four corners, measured along its sides."""
    return CameraXY(sharpened_squares(grey, np.asarray(corners, float)[None])[0])


def sharpened_squares(grey: Grey, squares: Floats) -> Floats:
    """The corners of many squares at once, (n, 4, 2)."""
    for _ in range(2):
        lines = _sides(grey, squares).reshape(-1, 4, 3)
        before = np.roll(lines, 1, axis=1)
        squares = _meetings(before.reshape(-1, 3), lines.reshape(-1, 3)).reshape(-1, 4, 2)
    return squares


def _sides(grey: Grey, squares: Floats) -> Floats:
    """The lines (a, b, c) of all squares' sides, with a x + b y = c."""
    corners = squares.reshape(-1, 2)
    along = (np.roll(squares, -1, axis=1) - squares).reshape(-1, 2)
    length = np.hypot(along[:, 0], along[:, 1])
    outward = np.column_stack([along[:, 1], -along[:, 0]]) / length[:, None]
    to_middle = (squares.mean(axis=1, keepdims=True) - squares).reshape(-1, 2)
    outward[(to_middle * outward).sum(axis=1) > 0] *= -1
    feet = corners[:, None] + _SHARES[:, None] * along[:, None]
    reach_px = np.maximum(_REACH * length, 2.0)
    profiles = _profiles(grey, feet, outward, reach_px[:, None] * _PLACES)
    slope, level = _fitted_lines(*_steepest(profiles, reach_px))
    starts = corners + (level - slope / 2)[:, None] * outward
    ends = corners + along + (level + slope / 2)[:, None] * outward
    normal = np.column_stack([ends[:, 1] - starts[:, 1], starts[:, 0] - ends[:, 0]])
    return np.column_stack([normal, (normal * starts).sum(axis=1)])


def _profiles(grey: Grey, feet: Floats, outward: Floats, steps_px: Floats) -> NDArray[np.float32]:
    """The grey values across each side, (sides, profiles, steps)."""
    x, y = (
        (feet[:, :, None, i] + (steps_px * outward[:, i, None])[:, None])
        .reshape(-1, _STEPS)
        .astype(np.float32)
        for i in (0, 1)
    )
    values = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, np.float32).reshape(len(feet), _PROFILES, _STEPS)


def _steepest(profiles: NDArray[np.float32], reach_px: Floats) -> tuple[Floats, Floats]:
    """Where each profile rises from dark to light, and how strongly."""
    rise = np.maximum(profiles[..., 1:] - profiles[..., :-1], 0)
    rise *= _NEAR[rise.argmax(axis=2)]
    rise += np.float32(1e-9)
    weights = rise.sum(axis=2)
    return (rise @ _RISES) / weights * reach_px[:, None], np.asarray(weights, float)


def _fitted_lines(y: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Slope and level of each side's line through most of its points: strays lose their say."""
    x, say = _POWERS[:, 1], weights
    slope = level = np.zeros(len(y))
    for _ in range(5):
        total, sum_x, sum_xx = (say @ _POWERS).T
        sum_y, sum_xy = ((say * y) @ _POWERS[:, :2]).T
        slope = (total * sum_xy - sum_x * sum_y) / (total * sum_xx - sum_x * sum_x)
        level = (sum_y - slope * sum_x) / total
        off = np.abs(y - (slope[:, None] * x + level[:, None]))
        scale = np.maximum(median(off, axis=1) * 2.5, 0.05)
        strays = off / scale[:, None]
        strays *= strays
        say = weights / (1 + strays * strays)
    return slope, level


def _meetings(some: Floats, others: Floats) -> Floats:
    """Where each line meets its partner."""
    sides = np.stack([some[:, :2], others[:, :2]], axis=1)
    there = np.linalg.solve(sides, np.stack([some[:, 2], others[:, 2]], axis=1)[..., None])
    return cast("Floats", there[..., 0])
