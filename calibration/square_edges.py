"""Corners of a dark square on light paper to a small part of a pixel.

Each side is a line through the steepest places of many short profiles across it, and the
corners are where the lines meet. A corner detector pulls blurred corners inward; the sides
stay where they are.
"""

from typing import cast

import cv2
import numpy as np

from calibration.medians import median
from table.picture import Grey
from table.places import CameraXY, Floats

_PROFILES = 32  # on each side
_STEPS = 25  # along each profile
_REACH = 0.09  # half a profile's length, in sides: well inside the first module
_SHARES = np.linspace(0.12, 0.88, _PROFILES)  # of a side, where its profiles cross it


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
    steps_px = reach_px[:, None] * np.linspace(-1, 1, _STEPS)
    profiles = _profiles(grey, feet, outward, steps_px)
    slope, level = _fitted_lines(_SHARES - 0.5, *_steepest(profiles, steps_px))
    starts = corners + (level - slope / 2)[:, None] * outward
    ends = corners + along + (level + slope / 2)[:, None] * outward
    normal = np.column_stack([ends[:, 1] - starts[:, 1], starts[:, 0] - ends[:, 0]])
    return np.column_stack([normal, (normal * starts).sum(axis=1)])


def _profiles(grey: Grey, feet: Floats, outward: Floats, steps_px: Floats) -> Floats:
    """The grey values across each side, (sides, profiles, steps)."""
    places = feet[:, :, None] + steps_px[:, None, :, None] * outward[:, None, None]
    flat = places.reshape(-1, _STEPS, 2).astype(np.float32)
    values = cv2.remap(
        grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(values, float).reshape(len(feet), _PROFILES, _STEPS)


def _steepest(profiles: Floats, steps_px: Floats) -> tuple[Floats, Floats]:
    """Where each profile rises from dark to light, and how strongly."""
    rise = np.clip(np.diff(profiles, axis=2), 0, None)
    middles = (steps_px[:, 1:] + steps_px[:, :-1]) / 2
    peak = np.take_along_axis(middles, rise.argmax(axis=2), axis=1)
    near = np.abs(middles[:, None] - peak[..., None]) <= 0.6 * steps_px[:, None, -1:]
    rise = np.where(near, rise, 0) + 1e-9
    weights = rise.sum(axis=2)
    return (rise * middles[:, None]).sum(axis=2) / weights, weights


def _fitted_lines(x: Floats, y: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Slope and level of each side's line through most of its points: strays lose their say."""
    say = weights
    slope = level = np.zeros(len(y))
    for _ in range(5):
        total = say.sum(axis=1)
        middle_x, middle_y = (say @ x) / total, (say * y).sum(axis=1) / total
        from_x, from_y = x - middle_x[:, None], y - middle_y[:, None]
        slope = (say * from_x * from_y).sum(axis=1) / (say * from_x**2).sum(axis=1)
        level = middle_y - slope * middle_x
        off = np.abs(y - (slope[:, None] * x + level[:, None]))
        scale = np.maximum(median(off, axis=1) * 2.5, 0.05)
        say = weights / (1 + (off / scale[:, None]) ** 4)
    return slope, level


def _meetings(some: Floats, others: Floats) -> Floats:
    """Where each line meets its partner."""
    sides = np.stack([some[:, :2], others[:, :2]], axis=1)
    there = np.linalg.solve(sides, np.stack([some[:, 2], others[:, 2]], axis=1)[..., None])
    return cast("Floats", there[..., 0])
