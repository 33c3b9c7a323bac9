"""A row of places as a few straight lines end to end: where a gentle bend is."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.things.boxes import Box

_STEP_IN = 0.5  # along the row, over which places are told by their middle
_SHORTEST_IN = 2.0  # of the lines
_LEAST_BEND_IN = 0.08  # that places stray from one line and not from several
_MOST_ASIDE = 1.2  # half widths from the row's line to places of it


def broken(box: Box, points: Floats, count: int) -> list[Box]:
    """That many boxes, end to end, that follow the places along a box better than it does."""
    along, aside = _middles(box, points)
    least = round(_SHORTEST_IN / _STEP_IN)
    if len(along) < count * least:
        return []
    costs = _costs(along, aside)
    cost, cuts = _cheapest(costs, count, least)
    if costs[0, -1] - cost < len(along) * _LEAST_BEND_IN**2:
        return []
    return [_line(box, along[a:b], aside[a:b]) for a, b in pairwise(cuts)]


def _cheapest(costs: Floats, count: int, least: int) -> tuple[float, list[int]]:
    """What that many pieces of a row, none shorter than `least`, cost together, and their ends."""
    places = np.arange(len(costs))
    costs = np.where(places - places[:, None] >= least, costs, np.inf)
    best, before = costs[0], list[NDArray[np.intp]]()
    for _ in range(count - 1):
        sums = best[:, None] + costs
        before.append(sums.argmin(axis=0))
        best = sums.min(axis=0)
    cuts = [len(costs) - 1]
    for starts in reversed(before):
        cuts.append(int(starts[cuts[-1]]))
    return float(best[-1]), [0, *reversed(cuts)]


def _middles(box: Box, points: Floats) -> tuple[Floats, Floats]:
    """How far along a box and aside of it the places' middles are, step by step."""
    off = points - box.centre
    along, aside = off @ box.along, off @ box.across
    near = (np.abs(along) < box.half_length) & (np.abs(aside) < _MOST_ASIDE * box.half_width)
    along, aside = along[near], aside[near]
    steps = np.floor(along / _STEP_IN)
    # Sorted by steps, then in each: a step's middle is midway between its first and its last.
    counts = np.unique(steps, return_counts=True)[1]
    ends = counts.cumsum()
    first, last = ends - counts + (counts - 1) // 2, ends - counts + counts // 2
    rows = (values[np.lexsort((values, steps))] for values in (along, aside))
    middles = [(row[first] + row[last]) / 2 for row in rows]
    return middles[0], middles[1]


def _costs(along: Floats, aside: Floats) -> Floats:
    """How far the middles from one number up to another stray from their line, squared."""
    terms = np.stack([np.ones_like(along), along, aside, along**2, along * aside, aside**2])
    sums = np.concatenate([np.zeros((6, 1)), terms.cumsum(axis=1)], axis=1)
    n, x, y, xx, xy, yy = sums[:, None, :] - sums[:, :, None]
    n = np.maximum(n, 1)
    spread = np.maximum(xx - x * x / n, 1e-6)
    return np.asarray(yy - y * y / n - np.square(xy - x * y / n) / spread)


def _line(box: Box, along: Floats, aside: Floats) -> Box:
    """The box along the line through places of it."""
    middle, level = along.mean(), aside.mean()
    off = along - middle
    slope = (off @ aside) / (off @ off)
    level -= slope * middle
    ends = [
        box.centre + s * box.along + (level + slope * s) * box.across
        for s in (along[0] - _STEP_IN / 2, along[-1] + _STEP_IN / 2)
    ]
    way = ends[1] - ends[0]
    length = float(np.hypot(*way))
    return replace(box, centre=(ends[0] + ends[1]) / 2, along=way / length, half_length=length / 2)
