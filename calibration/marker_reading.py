"""Corner markers read where the detector located a square and could not tell its number.

In a small or noisy picture the detector's corners are a pixel off, and so are the cells it reads.
The corners are sharpened first, and all cells together vote for the number.
"""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.square_edges import sharpened_squares
from table.picture import Grey
from table.places import CameraXY, Floats

_NUMBERS = 4
_CELLS, _FINE = 6, 4  # across a marker with its black border; pixels across a cell
_LEAST_SIDE_PX = 14.0
_RIM_PX = 3.0
_LEAST_AREA = 1e-6  # in square pixels: three corners on a line make no square
_MOST_ROWS = 30000  # OpenCV counts them in 16 bits
_WINDOW_PX = 29  # in which it is told what is dark
# Agreement, -1 to 1, before the corners are sharpened and after; print and tags reach 0.80.
_LIKELY, _SURE, _LEAD = 0.6, 0.87, 0.15


def marker_squares(grey: Grey, squares: Sequence[CameraXY]) -> dict[int, CameraXY]:
    """The corner markers among located squares, corners clockwise from each one's top left."""
    located = np.array(squares, float).reshape(-1, 4, 2)
    large = located[_shortest_px(located) >= _LEAST_SIDE_PX]
    likely = large[_best(grey, large)[0] >= _LIKELY]
    if len(likely) == 0:
        return {}
    exact = sharpened_squares(grey, likely)
    agreement, marker, turn = _best(grey, exact)
    found: dict[int, CameraXY] = {}
    for i in np.argsort(-agreement, kind="stable"):
        if agreement[i] > _SURE and int(marker[i]) not in found:
            found[int(marker[i])] = CameraXY(np.roll(exact[i], -turn[i], axis=0))
    return found


def squares_in(grey: Grey, contrast: int) -> list[CameraXY]:
    """Every square so much darker than its light rim, corners clockwise."""
    dark = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, _WINDOW_PX, contrast
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


def _shortest_px(squares: Floats) -> Floats:
    """The shortest side of each square."""
    sides = squares - np.roll(squares, 1, axis=1)
    return np.asarray(np.hypot(sides[..., 0], sides[..., 1]).min(axis=1), float)


def _best(grey: Grey, squares: Floats) -> tuple[Floats, NDArray[np.intp], NDArray[np.intp]]:
    """How well each square's likeliest marker agrees, its number and its turn.

    Where two markers are as likely the agreement is -1.
    """
    fits = _normal(_cells(grey, squares)) @ _patterns().T
    order = np.sort(fits, axis=1)
    agreement = np.where(order[:, -1] - order[:, -2] > _LEAD, order[:, -1], -1.0)
    return agreement, *np.divmod(fits.argmax(axis=1), 4)


def _cells(grey: Grey, squares: Floats) -> Floats:
    """The mean grey of each cell in each square, a square's first corner at the top left."""
    if len(squares) == 0:
        return np.zeros((0, _CELLS**2))
    spots = _spots(squares).astype(np.float32)
    rows = [
        cv2.remap(
            grey, some[..., 0], some[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        for some in np.array_split(spots, len(spots) // _MOST_ROWS + 1)
    ]
    fine = np.concatenate(rows).reshape(-1, _CELLS, _FINE, _CELLS, _FINE)
    return np.asarray(fine.mean(axis=(2, 4)).reshape(len(squares), -1), float)


def _spots(squares: Floats) -> Floats:
    """The pixels at the middles of the small parts of each square's cells, (n, parts, 2).

    The perspective map of a unit square to four corners in closed form (Heckbert 1989).
    """
    first, second, third, fourth = np.moveaxis(squares, 1, 0)
    one, other, rest = second - third, fourth - third, first - second + third - fourth
    area = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    area = np.where(np.abs(area) < _LEAST_AREA, _LEAST_AREA, area)
    right = (rest[:, 0] * other[:, 1] - rest[:, 1] * other[:, 0]) / area
    down = (one[:, 0] * rest[:, 1] - one[:, 1] * rest[:, 0]) / area
    shares = (np.arange(_CELLS * _FINE) + 0.5) / (_CELLS * _FINE)
    v, u = (part.ravel()[:, None] for part in np.meshgrid(shares, shares, indexing="ij"))
    across = second - first + right[:, None] * second
    along = fourth - first + down[:, None] * fourth
    far = 1.0 + right[:, None, None] * u + down[:, None, None] * v
    return np.asarray((first[:, None] + across[:, None] * u + along[:, None] * v) / far, float)


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
