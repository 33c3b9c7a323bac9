"""Where tags may be: patches of a tag's size with fine detail in every direction.

Wood grain, stripes and edges have detail one way only; print and tags have it every way.
"""

from dataclasses import dataclass
from math import log2

import cv2
import numpy as np

from table.picture import Grey
from table.places import CameraXY, Floats
from vision.tag_patterns import ACROSS, Samples

_CELL_MODULES = 2.5  # about: detail is summed up in cells of 2, 4 or 8 pixels
_APART_MODULES = 12
_LEAST_DETAIL = 6.0
_MOST_STEP = 25  # a paper's edge counts no more than the steps inside the tag
_FAINTEST_WHITE = 0.3  # of the brightest


@dataclass(frozen=True, eq=False)
class TagWindows:
    """Middles of patches that may be tags, the most detailed first."""

    middles: CameraXY
    detail: Floats


def tag_windows(grey: Grey, px_per_module: float, *, inside: Grey | None, most: int) -> TagWindows:
    """The patches with the most detail, at most that many."""
    halvings = max(1, round(log2(_CELL_MODULES * px_per_module)))
    cell_modules = 2**halvings / px_per_module
    detail = _detail(_evenly_lit(grey, halvings, cell_modules), px_per_module, halvings)
    if inside is not None:
        detail[cv2.resize(inside, detail.shape[::-1], interpolation=cv2.INTER_NEAREST) == 0] = 0
    cells, values = _peaks(detail, cell_modules)
    order = np.argsort(-values)[:most]
    edge = np.array([1.0, 0.5]) * _straight_px(px_per_module)
    return TagWindows(CameraXY((cells[order] + 0.5) * 2**halvings - 0.5 + edge), values[order])


def _straight_px(px_per_module: float) -> int:
    return max(1, round(1.7 * px_per_module))


def _cells(grey: Grey, halvings: int) -> Grey:
    """Each cell's mean; halving often is far faster than one large step."""
    for _ in range(halvings):
        grey = grey[: grey.shape[0] & ~1, : grey.shape[1] & ~1]
        grey = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    return grey


def _odd(cells: float) -> int:
    return int(cells) | 1


def _evenly_lit(grey: Grey, halvings: int, cell_modules: float) -> Grey:
    """The picture with white paper equally white everywhere."""
    small = _cells(grey, halvings)
    side = _odd(ACROSS / cell_modules)
    white = cv2.dilate(small, np.ones((side, side), np.uint8))
    least = max(8, int(_FAINTEST_WHITE * float(np.quantile(white[::4, ::4], 0.98))))
    white = cv2.max(cv2.blur(white, (side, side)), np.full_like(white, least))
    full = cv2.resize(white, grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(grey, full, scale=200), np.uint8)


def _detail(even: Grey, px_per_module: float, halvings: int) -> Samples:
    """The steps from module to module in that of four directions which has the least."""
    straight = _straight_px(px_per_module)
    slanted = max(1, round(1.2 * px_per_module))
    steps = ((0, straight), (straight, 0), (slanted, slanted), (slanted, -slanted))
    side = _odd(0.8 * ACROSS * px_per_module / 2**halvings)
    sums = [cv2.blur(_steps(even, *step, straight, halvings), (side, side)) for step in steps]
    return np.asarray(np.minimum.reduce(sums), np.float32)


def _steps(even: Grey, down: int, right: int, edge: int, halvings: int) -> Grey:
    """How much the picture changes over a step, an edge of the picture left out."""
    rows, columns = even.shape[0] - edge, even.shape[1] - 2 * edge
    one = even[:rows, edge : edge + columns]
    other = even[down : down + rows, edge + right : edge + right + columns]
    _, capped = cv2.threshold(cv2.absdiff(one, other), _MOST_STEP, 0, cv2.THRESH_TRUNC)
    return _cells(np.asarray(capped, np.uint8), halvings)


def _peaks(detail: Samples, cell_modules: float) -> tuple[Floats, Floats]:
    side = _odd(2 * _APART_MODULES / cell_modules)
    soft = cv2.GaussianBlur(detail, (0, 0), 1.0)
    highest = cv2.dilate(soft, np.ones((side, side), np.uint8))
    rows, columns = np.nonzero((soft >= highest) & (soft > _LEAST_DETAIL))
    return np.column_stack([columns, rows]).astype(float), soft[rows, columns].astype(float)
