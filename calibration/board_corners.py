"""The inner corners of a board to a few hundredths of a pixel, by one way for all boards.

A chessboard's corner is where its four edges meet. The search looks at as much of the edges as
a square has room for; on a ChArUco board the markers inside the white squares would be in its
way, so they are painted white first.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from table.picture import Grey
from table.places import Floats

_REACH = 1 / 3  # of a square's side: edges seen so far from the corner count
_LEAST_PX, _MOST_PX = 2, 30
_COVERED = 0.65  # of the white between a marker and its square's edge; the rest is the edge's blur
_STOP = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 0.0005)


def exact_corners(
    grey: Grey, rough: Floats, corners_in: Floats, square_in: float
) -> tuple[Floats, Floats]:
    """The corners that are there near the rough ones, in the board's inches and in pixels."""
    halves = _half_windows_px(rough, corners_in, square_in)
    exact = np.array(rough, np.float64)
    for half in np.unique(halves):
        some = halves == half
        start = np.ascontiguousarray(rough[some], np.float32)
        window = (int(half), int(half))
        exact[some] = cv2.cornerSubPix(grey, start, window, (-1, -1), _STOP).reshape(-1, 2)
    # A window with no corner in it, as under a hand, sends the search anywhere.
    held = np.linalg.norm(exact - rough, axis=1) <= halves
    return corners_in[held], exact[held]


def _half_windows_px(rough: Floats, corners_in: Floats, square_in: float) -> Floats:
    """How far from each corner its edges are looked at, by the nearest of its neighbours."""
    beside = np.linalg.norm(corners_in[:, None] - corners_in[None], axis=2) / square_in
    apart_px = np.linalg.norm(np.asarray(rough)[:, None] - np.asarray(rough)[None], axis=2)
    sides_px = np.where(beside > 0.5, apart_px / np.maximum(beside, 0.5), np.inf).min(axis=1)
    reach_px = np.where(np.isfinite(sides_px), sides_px * _REACH, 0)
    return np.asarray(np.floor(np.clip(reach_px, _LEAST_PX, _MOST_PX)), float)


def without_markers(grey: Grey, quads: Sequence[Floats], margin: float) -> Grey:
    """The picture with the markers painted as white as the paper round them.

    `margin` is the white around a marker, as a share of the marker's side.
    """
    bare = grey.copy()
    for quad in quads:
        middle = np.mean(quad, axis=0)
        _paint(bare, middle + (quad - middle) * (1 + 2 * margin * _COVERED))
    return bare


def _paint(bare: Grey, quad: Floats) -> None:
    """Fill a quadrilateral with the brightness of its own rim."""
    corner = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 2, 0)
    end = np.ceil(quad.max(axis=0)).astype(int) + 3
    part = bare[corner[1] : end[1], corner[0] : end[0]]
    if not part.size:
        return
    outline = [np.round((quad - corner) * 16).astype(np.int32)]
    rim, inside = np.zeros_like(part), np.zeros_like(part)
    cv2.polylines(rim, outline, isClosed=True, color=1, shift=4)
    cv2.fillPoly(inside, outline, 1, shift=4)
    if rim.any():
        part[inside > 0] = np.percentile(part[rim > 0], 70)
