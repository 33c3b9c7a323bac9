"""Circles moved onto the picture's own edges: the outermost round one is a thing's rim.

A rim has an inner edge too, a plate a painted line along it, and a shadow beside it may pass for
the thing's colour: what is known of a rim before may be off by a quarter of an inch.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from table.places import Floats
from vision.colour.evidence import Evidence
from vision.surface.edge_search import FAINTEST, lab_along
from vision.surface.flat_table import Singles
from vision.surface.patches import at
from vision.things.circles import Circle, around
from vision.things.rim_moves import RAYS, OnEdges, nearer, on_edges, outer_sides

PLAIN_EDGE = 0.85  # a circle at a strip's end has edges on three sides
LEAST_SHARP = 0.47  # of a rim's turn of colour; rounds that shadows and grain draw reach 0.43
_REACHES_IN = (0.18, 0.1)  # the second is within the thickness of a mug's rim
_THICK_IN = (0.12, 0.2)  # how thick a mug's rim is seen
_NEAR_IN = (0.1, 0.1, 0.1)  # again and again, until the circle lies on one edge alone
_ANOTHER_IN = 0.06  # what is less far out is the same edge
_ASTRAY_IN = 0.25  # what is farther from where it was looked for is not this rim's edge
_AS_PLAIN = 0.85  # of an inner edge's share, from which an outer one is believed
_LEAST_OUTER = 0.5
_LEAST_MET = 0.3  # of its rays, that meet an edge, from which it may be one in the end
_PLAINER = 0.1  # of a round, that tells a better circle
_MOST_MOVES = 3
_STEP_IN = 1 / 32
_ACROSS_IN = 1 / 16
_WIDE_IN = 1 / 4
_LEAST_TURN = 1.0  # Lab units, which no camera's noise stays below
_PLAIN_TURN = 15.0  # Lab units above the faintest, from which an edge is as plain as can be
_FARTHEST = 14  # steps that a circle is moved or grown at most
_MOVES = np.stack(np.meshgrid(*[np.arange(-_FARTHEST, _FARTHEST + 1, 2)] * 2), axis=-1)
_MOVES_IN = _MOVES[np.hypot(*_MOVES.T) <= _FARTHEST] * _STEP_IN


_STEPS_IN = np.arange(
    -2 * _FARTHEST - _ACROSS_IN / _STEP_IN,
    2 * _FARTHEST + _ACROSS_IN / _STEP_IN + 1,
    dtype=np.float32,
) * np.float32(_STEP_IN)


def sharpened(
    evidence: Evidence, circles: Sequence[Circle], height_in: float, faintest: float = FAINTEST
) -> list[tuple[Circle, float]]:
    """Rims moved onto the picture's own edges, and the share of each that lies on one.

    Only where they stand out against the table: on the other side is their own body.
    """
    found = on_edges(evidence, circles, height_in, faintest, _REACHES_IN)
    return [(one.circle, one.share) for one in found]


def outermost(
    evidence: Evidence, circle: Circle, share: float, height_in: float
) -> tuple[Circle, float]:
    """The outer edge of a hollow thing's rim where the circle is on its inner one, else the circle.

    The share is how much of the circle lies on an edge.
    """
    wider = [replace(circle, radius=circle.radius + thick_in) for thick_in in _THICK_IN]
    tried = [(start, OnEdges(start)) for start in wider]
    for reach_in in _NEAR_IN:
        moved = nearer(evidence, [one for _, one in tried], height_in, FAINTEST, reach_in)
        begun = (start for start, _ in tried)
        pairs = list(zip(begun, moved, strict=True))
        tried = [(start, one) for start, one in pairs if _is_outer(circle, start, one)]
    least = max(_AS_PLAIN * share, _LEAST_OUTER)
    outer = ((one.circle, one.share) for _, one in tried if one.share >= least)
    return next(outer, (circle, share))


def _is_outer(circle: Circle, start: Circle, moved: OnEdges) -> bool:
    """Whether what was begun around a circle may be another edge than the circle's own."""
    another = moved.circle.radius - circle.radius > _ANOTHER_IN
    around_it = moved.circle.apart(start) < _ASTRAY_IN
    return another and around_it and moved.met >= _LEAST_MET * moved.rays


def plainest_near(
    evidence: Evidence, circle: Circle, share: float, height_in: float
) -> tuple[Circle, float]:
    """The plainest round edge near a circle where it is plainer than the circle's own, else that.

    The share is how much of the circle lies on an edge.
    """
    best = circle, 0.0
    for _ in range(_MOST_MOVES):
        rough = _most_voted(evidence, best[0], height_in)
        (moved,) = on_edges(evidence, [rough], height_in, FAINTEST, _NEAR_IN)
        if moved.share <= best[1]:
            break
        best = moved.circle, moved.share
        if best[1] >= PLAIN_EDGE:
            break
    # A plate may have a line painted along its rim.
    best = outermost(evidence, *best, height_in)
    return best if best[1] >= share + _PLAINER else (circle, share)


def _most_voted(evidence: Evidence, circle: Circle, height_in: float) -> Circle:
    """The circle within half an inch that most edges lie on."""
    outward = around(RAYS)[outer_sides(evidence.flat, circle.centre[None], height_in)[0]][::2]
    points = circle.centre + circle.radius * outward
    seen = at(evidence.in_sight, evidence.flat, points)
    if not seen.any():
        return circle
    turns = _turns(evidence, points[seen], outward[seen])
    # Where along each ray the growths of a circle begin that is moved: (moves, rays).
    begin = np.rint(_MOVES_IN @ outward[seen].T / _STEP_IN).astype(np.intp) + _FARTHEST
    growths = sliding_window_view(turns, len(turns) - 2 * _FARTHEST, axis=0)
    count = turns.shape[1]
    # Taking whole rows of growths is much faster than place by place, and a product than a sum.
    rows = np.ascontiguousarray(growths).reshape(-1, growths.shape[2])
    taken = rows.take(begin * count + np.arange(count), axis=0)
    votes = np.ones(count, np.float32) @ taken
    move, growth = np.unravel_index(votes.argmax(), votes.shape)
    x, y = circle.centre + _MOVES_IN[move]
    radius = circle.radius + (growth - votes.shape[1] // 2) * _STEP_IN
    return Circle(float(x), float(y), float(radius))


def sharpness(evidence: Evidence, circle: Circle) -> float:
    """How much of the turn of colour across a circle happens at once, about 1 at a thing's rim.

    A shadow's edge is soft; so is one where edges of other things lie about.
    """
    outward, points = around(RAYS), circle.points(RAYS)
    seen = at(evidence.in_sight, evidence.flat, points)
    if not seen.any():
        return 0.0
    steps = np.array([-_WIDE_IN, -_ACROSS_IN, 0.0, _ACROSS_IN, _WIDE_IN], np.float32)
    lab = lab_along(evidence.view, points[seen], outward[seen], steps)
    # A thin rim is a line: its two sides may be alike.
    narrow = max(_turn(lab[one], lab[other]) for one, other in ((1, 3), (1, 2), (2, 3)))
    return narrow / max(_turn(lab[0], lab[4]), _LEAST_TURN)


def _turn(inside: Singles, outside: Singles) -> float:
    """How far the colours on two sides of a circle are apart, in the mean."""
    off = outside - inside
    return float(np.sqrt(np.einsum("ij,ij->i", off, off)).mean())


def _turns(evidence: Evidence, points: Floats, outward: Floats) -> Singles:
    """How plain an edge is at each step (row) along each ray, 0 to 1: a slope does not count."""
    across = round(_ACROSS_IN / _STEP_IN)
    lab = lab_along(evidence.view, points, outward, _STEPS_IN)
    turned = lab[2 * across :] - lab[: -2 * across]
    turn = np.sqrt(cv2.transform(turned * turned, np.ones((1, 3), np.float32)))
    beside = np.ones((3, 1), np.uint8)
    ridge = turn >= cv2.dilate(turn, beside)
    plain = np.minimum(np.maximum(turn - FAINTEST, 0) / _PLAIN_TURN, 1) * ridge
    return np.asarray(cv2.dilate(plain, beside))
