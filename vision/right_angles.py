"""The right angle that the edges of a rectangle agree on, though corners and sides are hidden."""

from collections.abc import Iterator

import numpy as np

from table.places import Floats

LEAST_PLACES = 6  # of edge, that tell a side
_AGREEING = 0.67  # the cosine of four times the angle by which they stray from it: 12 degrees
_TRIED_ANGLES = 45
_FACING = 0.93  # the cosine of the angle between a side and its edges
_FINER_DEG = np.arange(-6.0, 7.0)
_SAME_IN = 0.06


def right_angle(inward: Floats, least: float) -> Floats | None:
    """A unit vector along two sides of a rectangle, None where fewer than `least` agree on one."""
    return next(right_angles(inward, least), None)


def right_angles(inward: Floats, least: float) -> Iterator[Floats]:
    """Unit vectors along two sides each, as long as `least` of all edges agree on the next one."""
    quarters = np.exp(4j * np.arctan2(inward[:, 1], inward[:, 0]))
    tried = np.exp(2j * np.pi * np.arange(_TRIED_ANGLES) / _TRIED_ANGLES)
    while len(quarters) >= 2 * LEAST_PLACES:
        agreeing = (quarters * tried.conj()[:, None]).real > _AGREEING
        best = agreeing[agreeing.sum(axis=1).argmax()]
        if best.sum() < least * len(inward):
            return
        turn = float(np.angle(quarters[best].mean())) / 4
        yield np.array([np.cos(turn), np.sin(turn)])
        quarters = quarters[~best]


def straightened(along: Floats, places: Floats, inward: Floats) -> Floats:
    """The vector turned a little, to where the places of edges make the straightest sides.

    How edges lie tells a direction far better than how each of them is turned.
    """
    turns = np.arctan2(along[1], along[0]) + np.radians(_FINER_DEG)
    best = max(turns, key=lambda turn: _straightness(float(turn), places, inward))
    return np.array([np.cos(best), np.sin(best)])


def _straightness(turn: float, places: Floats, inward: Floats) -> float:
    """How many places lie in one row with others, the more together the better."""
    total = 0.0
    for quarter in range(4):
        angle = turn + quarter * np.pi / 2
        way = np.array([np.cos(angle), np.sin(angle)])
        out = places[inward @ way < -_FACING] @ way
        if len(out):
            rows = np.bincount(np.rint((out - out.min()) / _SAME_IN).astype(np.intp))
            total += float(np.square(np.convolve(rows, (0.5, 1.0, 0.5))).sum())
    return total
