"""Corner markers read where the detector located a square and could not tell its number.

In a small or noisy picture the detector's corners are a pixel off, and so are the cells it reads.
The corners are sharpened first, and all cells together vote for the number.
"""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.square_edges import sharpened_corners
from table.picture import Grey
from table.places import CameraXY, Floats

_NUMBERS = 4
_CELLS, _FINE = 6, 4  # across a marker with its black border; pixels across a cell
_LEAST_SIDE_PX = 14.0
_RIM_PX = 3.0
_WINDOW_PX, _CONTRAST = 29, 9  # for outlines: what is so much darker than what is around it
# Agreement, -1 to 1, before the corners are sharpened and after; print and tags reach 0.80.
_LIKELY, _SURE, _LEAD = 0.6, 0.87, 0.15


def marker_squares(grey: Grey, squares: Sequence[CameraXY]) -> dict[int, CameraXY]:
    """The corner markers among located squares, corners clockwise from each one's top left."""
    found: dict[int, tuple[float, CameraXY]] = {}
    for square in squares:
        if _shortest_px(square) < _LEAST_SIDE_PX or _best(grey, square)[0] < _LIKELY:
            continue
        exact = sharpened_corners(grey, square)
        agreement, number, turn = _best(grey, exact)
        if agreement > max(_SURE, found[number][0] if number in found else 0.0):
            found[number] = agreement, CameraXY(np.roll(exact, -turn, axis=0))
    return {number: square for number, (_, square) in found.items()}


def squares_in(grey: Grey) -> list[CameraXY]:
    """Every dark square with a light rim, corners clockwise."""
    dark = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, _WINDOW_PX, _CONTRAST
    )
    outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    large = [line for line in outlines if cv2.arcLength(line, True) > 4 * _LEAST_SIDE_PX]
    shapes = [cv2.approxPolyDP(line, 0.03 * cv2.arcLength(line, True), True) for line in large]
    corners = [np.asarray(shape, float).reshape(-1, 2) for shape in shapes]
    quads = [quad for quad in corners if len(quad) == 4 and cv2.isContourConvex(_exact(quad))]
    # What the picture's edge cuts off has its corners elsewhere.
    far = np.array(grey.shape[::-1]) - 1 - _RIM_PX
    quads = [quad for quad in quads if (quad >= _RIM_PX).all() and (quad <= far).all()]
    # Clockwise as seen, y pointing down, is a positive area.
    return [
        CameraXY(quad if cv2.contourArea(_exact(quad), True) > 0 else quad[::-1]) for quad in quads
    ]


def _exact(quad: Floats) -> NDArray[np.float32]:
    return quad.astype(np.float32)


def _shortest_px(square: Floats) -> float:
    return float(np.hypot(*(square - np.roll(square, 1, axis=0)).T).min())


def _best(grey: Grey, square: Floats) -> tuple[float, int, int]:
    """How well the likeliest marker agrees, its number and its turn; -1 where two are as likely."""
    cells = _normal(_cells(grey, square).ravel()[None])[0]
    fits = _patterns() @ cells
    best = int(fits.argmax())
    clear = fits[best] - np.delete(fits, best).max() > _LEAD
    return (float(fits[best]) if clear else -1.0), best // 4, best % 4


def _cells(grey: Grey, square: Floats) -> Floats:
    """The mean grey of each cell in a square, the square's first corner at the top left."""
    side = _CELLS * _FINE
    target = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(square.astype(np.float32), target)
    flat = cv2.warpPerspective(grey, warp, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(flat, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA), float)


def _normal(rows: Floats) -> Floats:
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9))


@lru_cache(maxsize=1)
def _patterns() -> Floats:
    """Each marker at each of its four quarter turns, as a square's cells would show it."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    markers = [cv2.aruco.generateImageMarker(book, i, _CELLS) for i in range(_NUMBERS)]
    # Turned clockwise once, a marker's own top left is the square's second corner.
    turned = [np.rot90(marker, -turn) for marker in markers for turn in range(4)]
    return _normal(np.array(turned, float).reshape(len(turned), -1))
