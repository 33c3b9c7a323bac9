"""Where tags may be: patches of a tag's size with fine detail in every direction, or bright ones.

Wood grain, stripes and edges have detail one way only; print and tags have it every way. On a
rough dark cloth in poor light the cloth has as much of it, but there the paper shines out.
"""

from dataclasses import dataclass
from functools import reduce
from math import log2

import cv2
import numpy as np
from numpy.typing import NDArray

from table.picture import Grey
from table.places import CameraXY, Floats
from vision.surface.flat_table import Singles
from vision.tags.patterns import ACROSS

_CELL_MODULES = 2.5  # about: detail is summed up in cells of 2, 4 or 8 pixels
_APART_MODULES = 12
_MOST_STEP, _STEP_SCALE = (
    25,
    np.uint8(10),
)  # a paper's edge counts no more than the steps inside the tag
_LEAST_CELLS = 4  # a smaller picture holds no tag
_LEAST_DETAIL = 45.0  # in scaled steps
_TAGS_DETAIL = 100.0  # open tags have 130, or 110 in poor pictures with a pixel to the module
_LEAST_SHINE = 0.06
_MOST_IN_TURN, _MOST_DETAILED, _MOST_SHINING = 240, 600, 80
_DARKEST = 8.0  # in grey values: what is darker shows nothing
_FAINTEST_WHITE = 0.4  # of the brightest
_ALL_BUT_FEW = 0.98


@dataclass(frozen=True, eq=False)
class TagWindows:
    """Middles of patches that may be tags, the likeliest first; which have an open tag's detail."""

    middles: CameraXY
    detailed: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.middles)

    def __getitem__(self, which: NDArray[np.bool_] | slice) -> "TagWindows":
        return TagWindows(CameraXY(self.middles[which]), self.detailed[which])


def tag_windows(grey: Grey, px_per_module: float, *, inside: Grey | None) -> TagWindows:
    """The patches with the most detail and the brightest, in turn."""
    halvings = max(1, round(log2(_CELL_MODULES * px_per_module)))
    cell_modules = 2**halvings / px_per_module
    if min(grey.shape) < _LEAST_CELLS * 2**halvings:
        return TagWindows(CameraXY(np.zeros((0, 2))), np.zeros(0, bool))
    cells = _cells(grey, halvings)
    detail = _detail(_evenly_lit(grey, cells, cell_modules), px_per_module, halvings)
    shine = _shine(cells, cell_modules)
    edge = np.array([1.0, 0.5]) * _straight_px(px_per_module) / 2**halvings
    by_detail, details = _peaks(detail, cell_modules, inside, _LEAST_DETAIL)
    by_detail = by_detail + edge
    by_shine = _peaks(shine, cell_modules, inside, _LEAST_SHINE)[0][:_MOST_SHINING]
    first, later = by_detail[:_MOST_IN_TURN], by_detail[_MOST_IN_TURN:_MOST_DETAILED]
    new, order = _in_turn(first, by_shine, _APART_MODULES / 2 / cell_modules)
    places = np.concatenate([np.concatenate([first, by_shine[new]])[order], later])
    alike = details[:_MOST_DETAILED] >= _TAGS_DETAIL
    in_turn = np.concatenate([alike[: len(first)], np.zeros(int(new.sum()), bool)])[order]
    detailed = np.concatenate([in_turn, alike[len(first) :]])
    return TagWindows(CameraXY((places + 0.5) * 2**halvings - 0.5), detailed)


def _in_turn(
    some: Floats, others: Floats, apart: float
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Which others are not on the first list as well, and the order of that list and them in turn.

    A place on both lists is taken from the first, whose places are the more exact, as early as
    either list has it.
    """
    if len(some) == 0 or len(others) == 0:
        return np.ones(len(others), bool), np.arange(len(some) + len(others))
    across, down = np.abs(others.T[:, :, None] - some.T[:, None, :])
    gaps = np.maximum(across, down)
    nearest, both = gaps.argmin(axis=1), gaps.min(axis=1) < apart
    rank, other_rank = np.arange(len(some)) + 0.0, np.arange(len(others)) + 0.5
    np.minimum.at(rank, nearest[both], other_rank[both])
    return ~both, np.argsort(np.concatenate([rank, other_rank[~both]]))


def _shine(cells: Grey, cell_modules: float) -> Singles:
    """By which share each patch of a tag's size is brighter than what lies round it."""
    inner, outer = _odd(0.8 * ACROSS / cell_modules), _odd(2.2 * ACROSS / cell_modules)
    bright, around = (cv2.boxFilter(cells, cv2.CV_32F, (side, side)) for side in (inner, outer))
    return np.asarray(bright / np.maximum(around, _DARKEST) - 1.0, np.float32)


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


def _evenly_lit(grey: Grey, cells: Grey, cell_modules: float) -> Grey:
    """The picture with white paper equally white everywhere."""
    side = _odd(ACROSS / cell_modules)
    white = cv2.dilate(cells, np.ones((side, side), np.uint8))
    least = max(8, int(_FAINTEST_WHITE * _brightest(np.asarray(white[::4, ::4], np.uint8))))
    white = cv2.max(cv2.blur(white, (side, side)), np.full_like(white, least))
    full = cv2.resize(white, grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(grey, full, scale=200), np.uint8)


def _brightest(values: Grey) -> int:
    """What all but the brightest few of values do not exceed."""
    place = int(_ALL_BUT_FEW * (values.size - 1))
    return int(np.partition(values, place, axis=None)[place])


def _detail(even: Grey, px_per_module: float, halvings: int) -> Singles:
    """The steps from module to module in that of four directions which has the least."""
    straight = _straight_px(px_per_module)
    slanted = max(1, round(1.2 * px_per_module))
    steps = ((0, straight), (straight, 0), (slanted, slanted), (slanted, -slanted))
    side = _odd(0.8 * ACROSS * px_per_module / 2**halvings)
    sums = [cv2.blur(_steps(even, *step, straight, halvings), (side, side)) for step in steps]
    return np.asarray(reduce(cv2.min, sums), np.float32)


def _steps(even: Grey, down: int, right: int, edge: int, halvings: int) -> Grey:
    """How much the picture changes over a step, an edge of the picture left out."""
    rows, columns = even.shape[0] - edge, even.shape[1] - 2 * edge
    one = even[:rows, edge : edge + columns]
    other = even[down : down + rows, edge + right : edge + right + columns]
    _, capped = cv2.threshold(cv2.absdiff(one, other), _MOST_STEP, 0, cv2.THRESH_TRUNC)
    scaled = np.multiply(capped, _STEP_SCALE, out=capped)
    return _cells(np.asarray(scaled, np.uint8), halvings)


def _peaks(
    values: Singles, cell_modules: float, inside: Grey | None, least: float
) -> tuple[Floats, Floats]:
    """The cells (column, row) that are highest round about, the highest first, and their values."""
    soft = cv2.GaussianBlur(values, (0, 0), 1.0)
    if inside is not None:
        wanted = cv2.resize(inside, soft.shape[::-1], interpolation=cv2.INTER_NEAREST)
        soft = cv2.copyTo(soft, wanted)
    side = _odd(2 * _APART_MODULES / cell_modules)
    highest = cv2.dilate(soft, np.ones((side, side), np.uint8))
    high = cv2.compare(soft, cv2.max(highest, np.full_like(highest, least)), cv2.CMP_GE)
    places = cv2.findNonZero(high)
    if places is None:
        return np.zeros((0, 2)), np.zeros(0)
    columns, rows = places.reshape(-1, 2).T
    heights = soft[rows, columns]
    order = np.argsort(-heights)
    return np.column_stack([columns, rows])[order].astype(float), heights[order].astype(float)
