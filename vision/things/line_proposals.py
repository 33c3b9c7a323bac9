"""Rectangles that may be books, cards or pens: two straight edges side by side, and their ends.

The edges are the line segments of LSD (Grompone von Gioi, Jakubowicz, Morel and Randall, 2010).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import CellXY, Floats
from vision.surface.flat_table import FlatTable, Mask, Pixels
from vision.things.sizes import SizePrior

_SHORTEST_IN = 0.4
_MOST_LINES = 120
_PARALLEL = 0.09  # sine of the angle between two lines that make one thing
_IN_LINE, _IN_LINE_IN, _GAP_IN = 0.06, 0.08, 0.8  # of pieces of one line: turn, offset, gap
_BESIDE = 0.35  # of the shorter of two lines that lies beside the other
_MOST_PAIRS = 300
_MOST = 150
_NEAR_END, _NEAR_END_IN = 0.3, 0.3  # share of its length and inches from a line's end to a side's


def straight_lines(grey: Pixels, flat: FlatTable) -> Floats:
    """The longest straight edges (n, 4) of a picture, seen inches, pieces of one line joined."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    if found is None:
        return np.zeros((0, 4))
    ends = flat.seen_from_cells(CellXY(found.reshape(-1, 2, 2).astype(float)))
    length = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    order = np.argsort(-length, kind="stable")[:_MOST_LINES]
    return _joined(ends[order][length[order] > _SHORTEST_IN])


def _joined(ends: Floats) -> Floats:
    """Lines (n, 2, 2), the longest first, with those that go on in line with them: (m, 4)."""
    starts, ways = ends[:, 0], ends[:, 1] - ends[:, 0]
    ways = ways / np.hypot(*ways.T)[:, None]
    # Of every line (rows) how each of them (columns) lies to it, told all at once.
    way_x, way_y = ways.T[..., None]
    (x, y), (other_x, other_y) = (
        end.T[:, None] - starts.T[..., None] for end in (starts, ends[:, 1])
    )
    one, other = x * way_x + y * way_y, other_x * way_x + other_y * way_y
    in_line = np.abs(y * way_x - x * way_y) < _IN_LINE_IN
    in_line &= np.abs(other_y * way_x - other_x * way_y) < _IN_LINE_IN
    in_line &= np.abs(way_x * ways[:, 1] - way_y * ways[:, 0]) < _IN_LINE
    np.fill_diagonal(in_line, True)
    low, high = np.minimum(one, other), np.maximum(one, other)
    lines, left = [], np.ones(len(ends), bool)
    while left.any():
        n = int(left.argmax())
        own, first, last = _chained(low[n], high[n], in_line[n] & left, n)
        lines.append((*(starts[n] + first * ways[n]), *(starts[n] + last * ways[n])))
        left &= ~own
    return np.array(lines).reshape(-1, 4)


def _chained(low: Floats, high: Floats, in_line: Mask, one: int) -> tuple[Mask, float, float]:
    """Which pieces of a line hang together with one of them, and where they end."""
    first, last = float(low[one]), float(high[one])
    while True:
        own = in_line & (low <= last + _GAP_IN) & (high >= first - _GAP_IN)
        ends = float(low[own].min()), float(high[own].max())
        if ends == (first, last):
            return own, *ends
        first, last = ends


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Lines side by side: the way along both, places along it where they end, across it where."""

    along: Floats  # (n, 2)
    across: Floats
    ends: Floats  # (n, 2), low and high
    sides: Floats
    drawn_in: Floats  # the length of both lines together

    def part(self, some: NDArray[np.intp]) -> "_Pairs":
        """Some of the pairs."""
        return _Pairs(*(each[some] for each in vars(self).values()))


def line_rectangles(lines: Floats, priors: Sequence[SizePrior]) -> Floats:
    """Rectangles (n, 5) between lines, about as large as a listed thing, likeliest first."""
    if len(lines) < 2 or not priors:
        return np.zeros((0, 5))
    pairs = _pairs(lines)
    closed = _closed_ends(lines, pairs)
    tries = [np.column_stack(ends) for ends in product(*closed)]
    every = np.concatenate([_rectangles(pairs, ends) for ends in tries])
    every = every[_is_listed(every, priors)]
    return every[np.argsort(-every[:, 5], kind="stable")[:_MOST], :5]


def _pairs(lines: Floats) -> _Pairs:
    """All pairs of lines that run side by side, those first that are most of their length."""
    first, second = lines[:, :2], lines[:, 2:]
    length = np.hypot(*(second - first).T)
    way = (second - first) / length[:, None]
    i, j = np.triu_indices(len(lines), 1)
    cross = way[i, 0] * way[j, 1] - way[i, 1] * way[j, 0]
    i, j = i[np.abs(cross) < _PARALLEL], j[np.abs(cross) < _PARALLEL]
    same = np.where((way[i] * way[j]).sum(axis=1) > 0, 1.0, -1.0)
    along = way[i] * length[i, None] + (same * length[j])[:, None] * way[j]
    along /= np.hypot(*along.T)[:, None]
    across = np.column_stack([-along[:, 1], along[:, 0]])
    one, other = (
        np.sort(np.stack([(first[k] * along).sum(axis=1), (second[k] * along).sum(axis=1)]), axis=0)
        for k in (i, j)
    )
    beside = np.minimum(one[1], other[1]) - np.maximum(one[0], other[0])
    middles = (first + second) / 2
    sides = np.sort([(middles[k] * across).sum(axis=1) for k in (i, j)], axis=0).T
    ends = np.column_stack([np.minimum(one[0], other[0]), np.maximum(one[1], other[1])])
    drawn = length[i] + length[j]
    pairs = _Pairs(along, across, ends, sides, drawn)
    reach = ends[:, 1] - ends[:, 0]
    good = np.flatnonzero(beside > _BESIDE * np.minimum(length[i], length[j]))
    likely = (drawn / reach * np.minimum(reach, 3.0))[good]
    return pairs.part(good[np.argsort(-likely, kind="stable")[:_MOST_PAIRS]])


def _closed_ends(lines: Floats, pairs: _Pairs) -> tuple[tuple[Floats, Floats], ...]:
    """Where each pair may end, low and high: where its lines do, or at a line across both.

    nan where no line crosses near.
    """
    first, second = lines[:, :2], lines[:, 2:]
    way = (second - first) / np.hypot(*(second - first).T)[:, None]
    upright = np.abs(pairs.along @ way.T) < _PARALLEL
    places = pairs.along @ ((first + second) / 2).T
    one, other = pairs.across @ first.T, pairs.across @ second.T
    low, high = pairs.sides.T[..., None]
    covered = np.minimum(np.maximum(one, other), high) - np.maximum(np.minimum(one, other), low)
    crosses = upright & (covered > _BESIDE * (high - low))
    near_in = _NEAR_END * (pairs.ends[:, 1] - pairs.ends[:, 0]) + _NEAR_END_IN
    return tuple((end, _nearest(places, crosses, end, near_in)) for end in pairs.ends.T)


def _nearest(places: Floats, allowed: Mask, end: Floats, near_in: Floats) -> Floats:
    """The allowed place (n, m) nearest to each end, nan where none is near."""
    gaps = np.where(allowed, np.abs(places - end[:, None]), np.inf)
    best = gaps.argmin(axis=1)
    rows = np.arange(len(end))
    return np.where(gaps[rows, best] < near_in, places[rows, best], np.nan)


def _rectangles(pairs: _Pairs, ends: Floats) -> Floats:
    """Rectangles between pairs of lines and ends (n, 2), and how much of them lines bear out."""
    length, width = ends[:, 1] - ends[:, 0], pairs.sides[:, 1] - pairs.sides[:, 0]
    there = length > _SHORTEST_IN  # not where an end is nan
    middle = ends.mean(axis=1)[:, None] * pairs.along
    middle += pairs.sides.mean(axis=1)[:, None] * pairs.across
    angle = np.arctan2(pairs.along[:, 1], pairs.along[:, 0])
    upright = width > length
    angle = np.where(upright, angle + np.pi / 2, angle)
    sizes = np.column_stack([np.maximum(length, width), np.minimum(length, width)]) / 2
    closed = (ends != pairs.ends).sum(axis=1)
    borne = np.minimum(1.0, pairs.drawn_in / np.maximum(2 * length, 1e-6)) + 0.5 * closed
    return np.column_stack([middle, angle, sizes, borne])[there]


def _is_listed(rectangles: Floats, priors: Sequence[SizePrior]) -> Mask:
    """Which rectangles are about as large as something that is listed."""
    length, width = 2 * rectangles[:, 3], 2 * rectangles[:, 4]
    listed = np.zeros(len(rectangles), bool)
    for prior in priors:
        (short, long), (narrow, wide) = prior.lengths_in, prior.widths_in
        listed |= (length > short) & (length < long) & (width > narrow) & (width < wide)
    return listed
