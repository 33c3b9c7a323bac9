"""Rectangles around patches, moved onto the picture's own edges."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table.places import Floats
from vision.edge_search import edge_offsets
from vision.flat_table import FlatTable, Pixels
from vision.regions import at
from vision.view import View

# How near a side's points must lie to its line, step by step.
_CLOSE_IN = (0.1, 0.06, 0.04, 0.03, 0.02)
_LOOSE_IN = (1.0, 0.5, 0.3, 0.15, 0.1, 0.08)


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


def tightened(box: Box, mask: Pixels, hidden: Pixels, flat: FlatTable) -> Box:
    """The rectangle drawn in to where most of the mask ends on each side.

    What sticks out, a man's shoulder or another's shadow, does not count, nor do places
    where something hides the side.
    """
    for _ in range(3):
        box = _fitted(box, [_mask_side(box, n, mask, hidden, flat) for n in range(4)], ends=True)
    return box


def _mask_side(box: Box, number: int, mask: Pixels, hidden: Pixels, flat: FlatTable) -> "_Side":
    s, start, normal = _side_points(box, number, 1 / flat.px_per_in)
    far = box.half_width if number < 2 else box.half_length
    inward = np.arange(0.2, -1.2 * far, -1 / flat.px_per_in)
    places = start[:, None] + inward[None, :, None] * normal
    own, veiled = at(mask, flat, places), at(hidden, flat, places)
    first = own.argmax(axis=1)
    before = np.arange(own.shape[1])[None] < first[:, None]
    clear = own.any(axis=1) & ~(veiled & before).any(axis=1)
    half_cell = 0.5 / flat.px_per_in
    return _line(s, np.where(clear, inward[first] + half_cell, np.nan), _LOOSE_IN)


def _side_points(box: Box, number: int, step_in: float) -> tuple[Floats, Floats, Floats]:
    """Places along a side: how far from its middle, where, and the outward normal."""
    normal = (box.across, -box.across, box.along, -box.along)[number]
    long = number < 2
    half, far = (box.half_length, box.half_width) if long else (box.half_width, box.half_length)
    s = np.linspace(-0.94, 0.94, max(6, int(2 * half / step_in))) * half
    return s, box.centre + s[:, None] * (box.along if long else box.across) + far * normal, normal


def sharpened(
    view: View, box: Box, reach_in: float = 0.2, *, ends: bool = True, hidden: Pixels | None = None
) -> tuple[Box, float]:
    """The rectangle moved onto the picture's own edges, and the share of it that has one.

    Without `ends` only its long sides move; sides that are hidden stay.
    """
    share = 0.0
    for _ in range(2):
        sides = [_side(view, box, number, reach_in, hidden) for number in range(4)]
        lengths = np.array([box.half_length] * 2 + [box.half_width * ends] * 2)
        share = float(np.average([side.share for side in sides], weights=lengths))
        box = _fitted(box, sides, ends=ends)
    return box, share


def weaker_side(view: View, box: Box, hidden: Pixels) -> float:
    """The share of clear edges on the long side that has fewer."""
    return min(_side(view, box, number, 0.12, hidden).share for number in (0, 1))


@dataclass(frozen=True, slots=True)
class _Side:
    """Where a side was found: how far outward at its middle, its slope, its share of edges."""

    offset_in: float = 0.0
    slope: float = 0.0
    share: float = 0.0


def _side(view: View, box: Box, number: int, reach_in: float, hidden: Pixels | None) -> _Side:
    s, points, normal = _side_points(box, number, 0.08)
    offsets = edge_offsets(view, points, np.broadcast_to(normal, points.shape), reach_in)
    if hidden is not None:
        shows = ~at(hidden, view.coarse, points)
        s, offsets = s[shows], offsets[shows]
    return _line(s, offsets)


def _line(s: Floats, offsets: Floats, tolerances_in: Sequence[float] = _CLOSE_IN) -> _Side:
    """The line through most offsets."""
    clear = ~np.isnan(offsets)
    if clear.sum() < 5:
        return _Side()
    total, s, offsets = len(offsets), s[clear], offsets[clear]
    terms = np.column_stack([np.ones_like(s), s])
    weights = np.ones(len(s))
    line: Floats = np.zeros(2)
    for tolerance_in in tolerances_in:
        weighted = terms * weights[:, None]
        stiff = np.diag([1e-6, 1e-3])
        line = np.linalg.solve(weighted.T @ terms + stiff, weighted.T @ offsets).astype(float)
        weights = 1 / (1 + ((offsets - terms @ line) / tolerance_in) ** 2)
    on = np.abs(offsets - terms @ line) < 0.04
    return _Side(float(line[0]), float(line[1]), float(on.sum() / total))


def _fitted(box: Box, sides: list[_Side], *, ends: bool) -> Box:
    """The rectangle whose sides lie where they were found."""
    right, left, head, tail = sides
    # Turning the box by a small angle moves a side's far end out by angle times s.
    sizes = np.array([box.half_length] * 2 + [box.half_width] * 2)
    weights = np.array([side.share for side in sides]) * sizes**2
    turns = np.array([right.slope, -left.slope, -head.slope, tail.slope])
    turn = float(np.clip((weights * turns).sum() / max(weights.sum(), 1e-9), -0.1, 0.1))
    along = box.along + turn * box.across
    head_in, tail_in = (head.offset_in, tail.offset_in) if ends else (0.0, 0.0)
    across_in = (right.offset_in - left.offset_in) / 2
    return Box(
        box.centre + box.across * across_in + box.along * (head_in - tail_in) / 2,
        along / np.linalg.norm(along),
        box.half_length + (head_in + tail_in) / 2,
        box.half_width + (right.offset_in + left.offset_in) / 2,
    )
