"""The right angle that the edges of a rectangle agree on, though corners and sides are hidden."""

from collections.abc import Iterator
from math import atan2, cos, sin

import numpy as np

from table.places import Floats

LEAST_PLACES = 6  # of edge, that tell a side
_AGREEING = 0.67  # the cosine of four times the angle by which they stray from it: 12 degrees
_TRIED_ANGLES = 2 * np.pi * np.arange(45) / 45
_TRIED = np.column_stack([np.cos(_TRIED_ANGLES), np.sin(_TRIED_ANGLES)])
_FINER = np.radians(np.arange(-6.0, 7.0))
_FACING = 0.93  # the cosine of the angle between a side and its edges
_NEARLY_FACING = 0.88  # of it, however a side is turned to either end of those
_SAME_IN = 0.06


def right_angle(inward: Floats, least: float) -> Floats | None:
    """A unit vector along two sides of a rectangle, None where fewer than `least` agree on one."""
    return next(right_angles(inward, least), None)


def right_angles(inward: Floats, least: float) -> Iterator[Floats]:
    """Unit vectors along two sides each, as long as `least` of all edges agree on the next one."""
    # Four times its angle is the same for an edge of each side.
    x, y = inward.T
    twice_x, twice_y = x * x - y * y, 2 * x * y
    quarters = np.stack([twice_x * twice_x - twice_y * twice_y, 2 * twice_x * twice_y])
    while quarters.shape[1] >= 2 * LEAST_PLACES:
        agreeing = _TRIED @ quarters > _AGREEING
        counts = np.count_nonzero(agreeing, axis=1)
        first = counts.argmax()
        if counts[first] < least * len(inward):
            return
        best = agreeing[first]
        across, down = quarters[:, best].sum(axis=1)
        turn = atan2(down, across) / 4
        yield np.array([cos(turn), sin(turn)])
        quarters = quarters[:, ~best]


def straightened(along: Floats, places: Floats, inward: Floats) -> Floats:
    """The vector turned a little, to where the places of edges make the straightest sides.

    How edges lie tells a direction far better than how each of them is turned.
    """
    turns = np.arctan2(along[1], along[0]) + _FINER
    worth = sum(_straightness(turns + k * np.pi / 2, places, inward) for k in range(4))
    best = turns[np.argmax(worth)]
    return np.array([np.cos(best), np.sin(best)])


def _straightness(turns: Floats, places: Floats, inward: Floats) -> Floats:
    """How many places of one side lie in a row with others, for each way that it may face.

    The more lie together the better.
    """
    ways = np.stack([np.cos(turns), np.sin(turns)])
    near = inward @ ways[:, len(turns) // 2] < -_NEARLY_FACING
    places, inward = places[near], inward[near]
    if not len(places):
        return np.zeros(len(turns))
    facing, out = inward @ ways < -_FACING, places @ ways
    rows = np.rint((out - np.where(facing, out, np.inf).min(axis=0)) / _SAME_IN)
    # One after another with room between, so that all ways are counted at once.
    stride = int(rows[facing].max(initial=0)) + 3
    rows += np.arange(len(turns)) * stride
    counts = np.bincount(rows[facing].astype(np.intp), minlength=len(turns) * stride)
    together = np.square(np.convolve(counts, (0.5, 1.0, 0.5))[:-2])
    return np.asarray(together.reshape(len(turns), stride).sum(axis=1))
