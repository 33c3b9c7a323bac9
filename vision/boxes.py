"""Rectangles around patches, moved onto the picture's own edges."""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from table.places import Floats
from vision.edge_search import edge_offsets
from vision.view import View


@dataclass(frozen=True, eq=False)
class Box:
    """A rectangle in seen inches: centre, unit vector along its length, half its sizes."""

    centre: Floats
    along: Floats
    half_length: float
    half_width: float

    @property
    def across(self) -> Floats:
        """The unit vector across its length."""
        return np.array([-self.along[1], self.along[0]])

    @property
    def corners(self) -> Floats:
        """Its four corners."""
        u, v = self.along * self.half_length, self.across * self.half_width
        return np.array(
            [self.centre - u - v, self.centre + u - v, self.centre + u + v, self.centre - u + v]
        )

    @property
    def area(self) -> float:
        """Its area in square inches."""
        return 4 * self.half_length * self.half_width


def box_around(points: Floats) -> Box:
    """The smallest rectangle around points."""
    (x, y), (width, height), angle_deg = cv2.minAreaRect(points.astype(np.float32))
    along = np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))])
    if width < height:
        width, height, along = height, width, np.array([-along[1], along[0]])
    return Box(np.array([x, y]), along, width / 2, height / 2)


def sharpened(
    view: View, box: Box, reach_in: float = 0.2, *, ends: bool = True
) -> tuple[Box, float]:
    """The rectangle moved onto the picture's own edges, and the share of it that has one."""
    clear_share = 0.0
    for _ in range(2):
        sides = [_side(view, box, n, reach_in) for n in range(4)]
        clear_share = float(np.average([s[2] for s in sides], weights=[1, 1, 1, 1]))
        box = _fitted(box, sides, ends=ends)
    return box, clear_share


def _side(view: View, box: Box, number: int, reach_in: float) -> tuple[float, float, float]:
    """One side's offset outward, its slope, and the share of it with a clear edge."""
    normal = (box.across, -box.across, box.along, -box.along)[number]
    half, far = (
        (box.half_length, box.half_width) if number < 2 else (box.half_width, box.half_length)
    )
    tangent = box.along if number < 2 else box.across
    count = max(6, int(2 * half / 0.08))
    s = np.linspace(-half, half, count + 2)[1:-1] * 0.94
    points = box.centre + s[:, None] * tangent + far * normal
    offsets = edge_offsets(view, points, np.broadcast_to(normal, points.shape), reach_in)
    return _line(s, offsets)


def _line(s: Floats, offsets: Floats) -> tuple[float, float, float]:
    """The line through most offsets: at s = 0, its slope, and the share of points on it."""
    clear = ~np.isnan(offsets)
    if clear.sum() < 5:
        return 0.0, 0.0, 0.0
    s, offsets, total = s[clear], offsets[clear], len(offsets)
    weights = np.ones(len(s))
    slope = middle = 0.0
    for tolerance in (0.1, 0.06, 0.04, 0.03, 0.02):
        terms = np.column_stack([np.ones_like(s), s]) * weights[:, None]
        ridge = np.diag([1e-6, 1e-3])
        middle, slope = np.linalg.solve(
            terms.T @ np.column_stack([np.ones_like(s), s]) + ridge, terms.T @ offsets
        )
        weights = 1 / (1 + ((offsets - middle - slope * s) / tolerance) ** 2)
    on = np.abs(offsets - middle - slope * s) < 0.04
    return float(middle), float(slope), float(on.sum() / total)


def _fitted(box: Box, sides: list[tuple[float, float, float]], *, ends: bool) -> Box:
    """The rectangle whose sides lie where they were found."""
    (o0, s0, c0), (o1, s1, c1), (o2, s2, c2), (o3, s3, c3) = sides
    # Turning the box by a small angle moves a side's far end out by angle times s.
    weight = (
        np.array([c0, c1, c2, c3]) * np.array([box.half_length] * 2 + [box.half_width] * 2) ** 2
    )
    turns = np.array([s0, -s1, -s2, s3])
    turn = float((weight * turns).sum() / max(weight.sum(), 1e-9))
    turn = float(np.clip(turn, -0.1, 0.1))
    along = box.along + turn * box.across
    along = along / np.linalg.norm(along)
    if not ends:
        o2 = o3 = 0.0
    centre = box.centre + box.across * (o0 - o1) / 2 + box.along * (o2 - o3) / 2
    return Box(
        cast("Floats", centre),
        along,
        box.half_length + (o2 + o3) / 2,
        box.half_width + (o0 + o1) / 2,
    )
