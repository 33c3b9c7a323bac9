"""Corners of a dark square on light paper to a small part of a pixel.

Each side is a line through the steepest places of many short profiles across it, and the
corners are where the lines meet. A corner detector pulls blurred corners inward; the sides
stay where they are.
"""

from typing import cast

import cv2
import numpy as np

from table.picture import Grey
from table.places import CameraXY, Floats

_PROFILES = 32  # on each side
_STEPS = 25  # along each profile
_REACH = 0.09  # half a profile's length, in sides: well inside the first module


def sharpened_corners(grey: Grey, corners: CameraXY) -> CameraXY:
    """The square's four corners, measured along its sides."""
    for _ in range(2):
        lines = [
            _side(grey, corners[i], corners[(i + 1) % 4], corners.mean(axis=0)) for i in range(4)
        ]
        corners = CameraXY(np.array([_meeting(lines[i - 1], lines[i]) for i in range(4)]))
    return corners


def _side(grey: Grey, start: Floats, end: Floats, middle: Floats) -> Floats:
    """The side's line (a, b, c) with a x + b y = c."""
    along = end - start
    outward = np.array([along[1], -along[0]]) / np.hypot(*along)
    if outward @ (middle - start) > 0:
        outward = -outward
    shares = np.linspace(0.12, 0.88, _PROFILES)
    feet = start + shares[:, None] * along
    reach_px = max(_REACH * float(np.hypot(*along)), 2.0)
    steps_px = np.linspace(-reach_px, reach_px, _STEPS)
    offsets_px, weights = _steepest(_profiles(grey, feet, outward, steps_px), steps_px)
    slope, level = _line(shares - 0.5, offsets_px, weights)
    ends = (
        start
        + np.outer([0.0, 1.0], along)
        + np.outer([level - slope / 2, level + slope / 2], outward)
    )
    normal = np.array([ends[1, 1] - ends[0, 1], ends[0, 0] - ends[1, 0]])
    return np.array([*normal, normal @ ends[0]])


def _profiles(grey: Grey, feet: Floats, outward: Floats, steps_px: Floats) -> Floats:
    places = (feet[:, None, :] + steps_px[None, :, None] * outward).astype(np.float32)
    values = cv2.remap(
        grey,
        places[..., 0],
        places[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(values, float)


def _steepest(profiles: Floats, steps_px: Floats) -> tuple[Floats, Floats]:
    """Where each profile rises from dark to light, and how strongly."""
    rise = np.clip(np.diff(profiles, axis=1), 0, None)
    middles = (steps_px[1:] + steps_px[:-1]) / 2
    peak = middles[rise.argmax(axis=1)]
    near = np.abs(middles - peak[:, None]) <= 0.6 * steps_px[-1]
    rise = np.where(near, rise, 0) + 1e-9
    return (rise * middles).sum(axis=1) / rise.sum(axis=1), rise.sum(axis=1)


def _line(x: Floats, y: Floats, weights: Floats) -> tuple[float, float]:
    """Slope and level of the line through most of the points: strays lose their say."""
    say, slope, level = weights, 0.0, 0.0
    for _ in range(5):
        middle_x, middle_y = (say @ x) / say.sum(), (say @ y) / say.sum()
        slope = (say * (x - middle_x)) @ (y - middle_y) / (say @ (x - middle_x) ** 2)
        level = middle_y - slope * middle_x
        off = np.abs(y - (slope * x + level))
        scale = max(float(np.median(off)) * 2.5, 0.05)
        say = weights / (1 + (off / scale) ** 4)
    return float(slope), float(level)


def _meeting(one: Floats, other: Floats) -> Floats:
    return cast("Floats", np.linalg.solve([one[:2], other[:2]], [one[2], other[2]]))
