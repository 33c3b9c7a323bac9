"""The corners of a rectangular cloth that lie under something, told by its sides that show."""

from dataclasses import dataclass

import cv2
import numpy as np

from table.places import Floats
from vision.cloth_patches import Patch
from vision.flat_table import FlatTable, Pixels
from vision.own_edge import own_edge
from vision.regions import at, both, either, filled, opened, widened, without
from vision.rings import hull

# Of the edges that show, whose directions agree on one right angle: napkins are no rectangles.
_LEAST_AGREEING, _LEAST_AGREEING_ELSE = 0.5, 0.75
_AGREEING = 0.67  # the cosine of four times the angle by which they stray from it: 12 degrees
_TRIED_ANGLES = 45
_FACING = 0.93  # the cosine of the angle between a side and the edges that tell where it is
_LEAST_PLACES = 6
_MOST_NEW_BARE = 0.04  # of the cloth, that giving back its corners may lay bare
_LEAST_BARE_IN = 0.25
_BESIDE_IN = 0.15
_FARTHEST_UNDER_IN = 1.2
_SHORT_RUNS = 0.25  # of the places along a side, that may come into sight sooner


def with_square_corners(
    ring: Floats, patch: Patch, hidden: Pixels, flat: FlatTable, *, square: bool
) -> Floats:
    """The ring around a patch, with what something hides of its rectangle.

    What is surely `square` goes on under what hides a whole side of it.
    """
    beside = widened(hidden, flat, _BESIDE_IN) if square else hidden
    least = _LEAST_AGREEING if square else _LEAST_AGREEING_ELSE
    along = _right_angle(own_edge(patch.cells, beside, flat)[1], least)
    if along is None:
        return ring
    edge, inward = own_edge(patch.cells, hidden, flat)
    corners = _rectangle(along, _Sides(edge, inward, ring, hidden if square else None, flat))
    under, _ = cv2.findContours(
        both(filled(corners, flat), hidden), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    if not under:
        return ring
    lost = flat.seen_from_cells(np.concatenate([part.reshape(-1, 2) for part in under]))
    whole = hull(np.vstack([ring, lost]))
    bare = [_bare_cells(r, patch, hidden, flat) for r in (ring, whole)]
    return whole if bare[1] - bare[0] <= _MOST_NEW_BARE * cv2.countNonZero(patch.cells) else ring


def _right_angle(inward: Floats, least: float) -> Floats | None:
    """A unit vector along two sides of the rectangle, None where the edges show none."""
    if len(inward) < 2 * _LEAST_PLACES:
        return None
    quarters = np.exp(4j * np.arctan2(inward[:, 1], inward[:, 0]))
    tried = np.exp(2j * np.pi * np.arange(_TRIED_ANGLES) / _TRIED_ANGLES)
    agreeing = (quarters * tried.conj()[:, None]).real > _AGREEING
    best = agreeing[agreeing.sum(axis=1).argmax()]
    if best.mean() < least:
        return None
    mean = quarters[best].mean()
    turn = float(np.angle(mean)) / 4
    return np.array([np.cos(turn), np.sin(turn)])


@dataclass(frozen=True, eq=False)
class _Sides:
    """What tells where a cloth's sides are: its own edge, the ring around it, what hides it."""

    edge: Floats
    inward: Floats
    ring: Floats
    hidden: Pixels | None  # where it does not matter, None
    flat: FlatTable


def _rectangle(along: Floats, sides: _Sides) -> Floats:
    """The corners of the rectangle on the edges; where a side has none, around the ring."""
    across = np.array([-along[1], along[0]])
    reaches = [_reach(way, sides) for way in (along, across, -along, -across)]
    right, low, left, high = reaches
    return np.array(
        [
            x * along + y * across
            for x, y in ((right, low), (-left, low), (-left, -high), (right, -high))
        ]
    )


def _reach(way: Floats, sides: _Sides) -> float:
    """How far the cloth reaches that way."""
    facing = sides.edge[sides.inward @ way < -_FACING] @ way
    if len(facing) < _LEAST_PLACES:
        under_in = (
            0.0 if len(facing) or sides.hidden is None else _under_in(way, sides.hidden, sides)
        )
        return float((sides.ring @ way).max()) + under_in
    return float(np.sort(facing)[int(0.8 * len(facing))])


def _under_in(way: Floats, hidden: Pixels, sides: _Sides) -> float:
    """How far a cloth goes on under what hides a whole side of it: as likely half of it as not."""
    aside = np.array([-way[1], way[0]])
    across, tenth = np.sort(sides.ring @ aside), len(sides.ring) // 10
    low, high = across[tenth], across[-1 - tenth]
    start = float((sides.ring @ way).max()) * way
    out = np.arange(0.1, 2 * _FARTHEST_UNDER_IN, 0.1)
    places = start + np.linspace(low, high, 9)[:, None, None] * aside + out[:, None] * way
    runs = np.cumprod(at(hidden, sides.flat, places), axis=1).sum(axis=1) * 0.1
    return float(np.sort(runs)[int(_SHORT_RUNS * len(runs))]) / 2


def _bare_cells(ring: Floats, patch: Patch, hidden: Pixels, flat: FlatTable) -> int:
    bare = without(filled(ring, flat), either(patch.cells, hidden))
    return cv2.countNonZero(opened(bare, flat, _LEAST_BARE_IN))
