"""Circles that may be round things: edges vote for their middles, no colour is asked.

The votes are Hough's, weighed by how the light slopes (OpenCV's gradient transform). Around a
patch only part of whose ring is round, circles through three of its places are tried at random
and the one that most places lie on is kept (RANSAC: Fischler and Bolles, 1981).
"""

from dataclasses import replace
from functools import lru_cache
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import CellXY, Floats, SeenXY
from vision.surface.flat_table import Pixels
from vision.things.cells import Cells

_PX_PER_IN = 9.0  # at which circles are voted for; they are moved onto finer edges later
_CELL = 2.0  # of the grid that is voted on, in cells of the picture's
_STRONG = 300  # gradient of an edge that votes
_PERFECT = 0.7  # how much of a circle must have edges; proposals may be poor
_APART_IN = 0.3
_NEAR_IN = 0.07  # from a circle to places on it
_MOST = 120
_TRIES, _MOST_OF_A_RING = 80, 3


def voted_circles(cells: Cells, grey: Pixels, radii_in: tuple[float, float]) -> Floats:
    """Circles (n, 3) of those radii, seen inches, that the edges of a picture vote for."""
    # Yuen and others 1990, in OpenCV's newer variant.
    flat = replace(cells.flat, px_per_in=min(cells.flat.px_per_in, _PX_PER_IN))
    least, most = (round(radius * flat.px_per_in) for radius in radii_in)
    found = cv2.HoughCircles(
        cv2.resize(grey, flat.size_wh, interpolation=cv2.INTER_AREA),
        cv2.HOUGH_GRADIENT_ALT,
        _CELL,
        _APART_IN * flat.px_per_in,
        param1=_STRONG,
        param2=_PERFECT,
        minRadius=max(least, 4),
        maxRadius=max(most, 5),
    )
    if found is None:
        return np.zeros((0, 3))
    circles = cast("Floats", found[0, :_MOST].astype(float))
    return np.column_stack(
        [flat.seen_from_cells(CellXY(circles[:, :2])), circles[:, 2] / flat.px_per_in]
    )


def circles_through(ring: SeenXY, radii_in: tuple[float, float]) -> Floats:
    """The circles (up to 3) through most places of a ring of which only some lie on circles."""
    ring = SeenXY(ring[:: max(1, len(ring) // 100)])
    circles = _through_three(*ring[_threes(len(ring))])
    radii = circles[:, 2]
    circles = circles[(radii > radii_in[0]) & (radii < radii_in[1])]
    votes = _votes(ring - ring[0], circles - [*ring[0], 0.0]) / np.maximum(circles[:, 2], 1e-9)
    left = circles[np.argsort(-votes, kind="stable")]
    kept: list[Floats] = []
    while len(left) and len(kept) < _MOST_OF_A_RING:
        kept.append(left[0])
        left = left[np.abs(left - left[0]).sum(axis=1) > _APART_IN]
    return np.array(kept).reshape(-1, 3)


@lru_cache(maxsize=256)
def _threes(count: int) -> NDArray[np.intp]:
    """Three of so many places, by chance and always the same, for each try."""
    return np.random.default_rng(count).integers(0, count, (3, _TRIES))


def _votes(ring: Floats, circles: Floats) -> NDArray[np.intp]:
    """How many places of a ring lie on each circle."""
    (ring_x, ring_y), (x, y, radii) = ring.T, circles.T
    # Squares, multiplied out, are one product of two matrices.
    squares = (x * x + y * y)[:, None] - 2 * circles[:, :2] @ ring.T + (ring_x**2 + ring_y**2)
    low, high = (radii - _NEAR_IN).clip(0) ** 2, (radii + _NEAR_IN) ** 2
    on = (squares > low[:, None]) & (squares < high[:, None])
    return np.asarray(np.count_nonzero(on, axis=1))


def _through_three(a: Floats, b: Floats, c: Floats) -> Floats:
    """The circles through three places each, (n, 3)."""
    (a_x, a_y), (b_x, b_y), (c_x, c_y) = a.T, (b - a).T, (c - a).T
    twice = 2 * (b_x * c_y - b_y * c_x)
    twice = np.where(np.abs(twice) < 1e-6, 1e-6, twice)
    bb, cc = b_x**2 + b_y**2, c_x**2 + c_y**2
    x, y = (c_y * bb - b_y * cc) / twice, (b_x * cc - c_x * bb) / twice
    return np.stack([a_x + x, a_y + y, np.hypot(x, y)], axis=1)
