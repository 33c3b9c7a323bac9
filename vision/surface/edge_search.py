"""Outlines to a fraction of a cell: where the colour turns, across an outline, in inches.

A sub-pixel edge: along a short ray across the outline, the place that parts the colours of its
two ends in two by their mean, where they turn once and within a step.
"""

from functools import lru_cache
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats, SeenXY
from vision.pictures.channels import summed, three_channels
from vision.surface.flat_table import Pixels, Singles
from vision.surface.flat_view import FlatView
from vision.surface.paper_white import lab_of_pixels

_REACH_IN = 0.2  # to either side of where the outline is thought to be
_STEP_IN = 1 / 32  # along a ray
_SOFT_IN = 0.17  # over which a thing's edge may turn: a shadow's is softer
_AT_ONCE = 4096  # rays: more than OpenCV takes side by side there may be of many outlines
_FAINTEST = 5.0  # Lab units between the two sides, below which there is no edge to find


def edge_offsets(
    view: FlatView,
    points: SeenXY,
    outward: Floats,
) -> Floats:
    """How far outward of each point the edge runs; nan where none is clear."""
    steps = _steps(round(_REACH_IN / _STEP_IN))
    parts = [slice(n, n + _AT_ONCE) for n in range(0, len(points), _AT_ONCE)]
    found = [
        _turns(_lab_along(view, SeenXY(points[some]), outward[some], steps), steps)
        for some in parts
    ]
    return np.concatenate([np.zeros(0), *found])


def _lab_along(view: FlatView, points: SeenXY, outward: Floats, steps: Singles) -> Singles:
    """The fine picture's colours at steps along rays from points: (steps, rays, 3).

    Rows are of one step on all rays, not of one ray's steps: they are long, and quickly gone
    through.
    """
    start = view.pixels_from_seen(points).T.astype(np.float32, order="C")
    away = (outward * view.fine.px_per_in).T.astype(np.float32, order="C")
    x, y = start[:, None] + steps[:, None] * away[:, None]
    return _lab_at(view, x, y)


@lru_cache(maxsize=1)
def _steps(half: int) -> Singles:
    """Steps along a ray, so many to either side, in inches."""
    return np.arange(-half, half + 1, dtype=np.float32) * np.float32(_STEP_IN)


def sampled_lab(view: FlatView, places: SeenXY) -> Floats:
    """The fine picture's colours at places (rows, columns, 2), as taken."""
    pixels = view.pixels_from_seen(places).astype(np.float32)
    return _lab_at(view, pixels[..., 0], pixels[..., 1]).astype(float)


def _lab_at(view: FlatView, x: Singles, y: Singles) -> Singles:
    """The fine picture's colours at places between its pixels."""
    colours = cv2.remap(view.picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return lab_of_pixels(three_channels(cast("Pixels", colours)))


def _turns(lab: Singles, steps: Singles) -> Floats:
    """Where each column of colours turns from its first ones to its last ones."""
    count, rays, _ = lab.shape
    ends, means = _ends(count)
    # The way that the colours turn, and how far along it each of them lies.
    across = (means[0] @ lab.reshape(count, -1)).reshape(rays, 3)
    share = summed(lab * across)
    contrast, last = means @ share
    share -= last
    share /= np.maximum(contrast, 1e-9)
    # A clean edge goes down once; what wanders more than that is not one edge.
    wander = _sums(cv2.absdiff(share[1:], share[:-1]))
    inner = _sums(np.minimum(np.maximum(share[ends:-ends], 0), 1))
    offset = inner.astype(float) * _STEP_IN + (float(steps[ends]) - _STEP_IN / 2)
    # A shadow's edge is a slope, a thing's own a step.
    share -= np.float32(0.5)
    sloping = _sums(np.abs(share, share) < np.float32(0.35))
    clear = (contrast > _FAINTEST**2) & (wander < 2.5) & (sloping < _SOFT_IN / _STEP_IN)
    offset[~clear] = np.nan
    return offset


@lru_cache(maxsize=1)
def _ends(count: int) -> tuple[int, Singles]:
    """How many of so many steps are a ray's first and last ones, and the weights of two means.

    The first is that of the first ones less that of the last, the second that of the last ones.
    """
    ends = max(2, count // 5)
    weights = np.zeros((2, count), np.float32)
    weights[0, :ends] = weights[1, -ends:] = 1 / ends
    weights[0, -ends:] = -1 / ends
    return ends, weights


def _sums(values: NDArray[Any]) -> Singles:
    """The sum of each column; a product takes half the time of summing so few."""
    return cast("Singles", np.ones(len(values), np.float32) @ values)


def ring_normals(ring: SeenXY) -> Floats:
    """Unit normals of a closed ring's points, outward of a ring that runs clockwise as seen."""
    around = np.concatenate([ring[-1:], ring, ring[:1]])
    along = around[2:] - around[:-2]
    x, y = along.T / np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
    return np.array([y, -x]).T
