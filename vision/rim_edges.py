"""Circles moved onto the picture's own edges: the outermost round one is a thing's rim.

A rim has an inner edge too, a plate a painted line along it, and a shadow beside it may pass for
the thing's colour: what is known of a rim before may be off by a quarter of an inch.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot
from typing import cast

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from table.places import Floats
from vision.circles import Circle, around, settled
from vision.edge_search import FAINTEST, edge_offsets, sampled_lab
from vision.evidence import Evidence
from vision.flat_table import FlatTable, Mask, Singles
from vision.regions import at

PLAIN_EDGE = 0.85  # a circle at a strip's end has edges on three sides
LEAST_SHARP = 0.47  # of a rim's turn of colour; rounds that shadows and grain draw reach 0.43
_RAYS = 120
_REACHES_IN = (0.18, 0.1)  # the second is within the thickness of a mug's rim
_TOLERANCE_IN = 0.06
_ON_EDGE_IN = 0.04
_FEWEST = _RAYS // 5
_HOPELESS = _RAYS // 15  # rays with an edge: no closer look finds more
_THICK_IN = (0.12, 0.2)  # how thick a mug's rim is seen
_NEAR_IN = (0.1, 0.1, 0.1)  # again and again, until the circle lies on one edge alone
_ANOTHER_IN = 0.06  # what is less far out is the same edge
_ASTRAY_IN = 0.25  # what is farther from where it was looked for is not this rim's edge
_AS_PLAIN = 0.85  # of an inner edge's share, from which an outer one is believed
_LEAST_OUTER = 0.5
_LEAST_TOLD = 0.3  # of an outer edge, in reach, from which more may lie on one in the end
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


def sharpened(
    evidence: Evidence, circle: Circle, height_in: float, faintest: float = FAINTEST
) -> tuple[Circle, float]:
    """The rim moved onto the picture's own edges, and the share of it that lies on one.

    Only where it stands out against the table: on the other side is its own body.
    """
    return _on_edges(evidence, circle, height_in, faintest, _REACHES_IN)


def outermost(
    evidence: Evidence, circle: Circle, share: float, height_in: float
) -> tuple[Circle, float]:
    """The outer edge of a hollow thing's rim where the circle is on its inner one, else the circle.

    The share is how much of the circle lies on an edge.
    """
    for thick_in in _THICK_IN:
        outer = _outer_edge(evidence, circle, thick_in, height_in)
        if outer is not None and outer[1] >= max(_AS_PLAIN * share, _LEAST_OUTER):
            return outer
    return circle, share


def _outer_edge(
    evidence: Evidence, circle: Circle, thick_in: float, height_in: float
) -> tuple[Circle, float] | None:
    """The edge that far around a circle and its share, None where it is the circle's own again."""
    wider = replace(circle, radius=circle.radius + thick_in)
    last = None
    for outer, share, told in _ever_nearer(evidence, wider, height_in, FAINTEST, _NEAR_IN):
        another = outer.radius - circle.radius > _ANOTHER_IN
        around_it = outer.apart(wider) < _ASTRAY_IN
        if not (another and around_it and told >= _LEAST_TOLD):
            return None
        last = outer, share
    return last


def plainest_near(
    evidence: Evidence, circle: Circle, share: float, height_in: float
) -> tuple[Circle, float]:
    """The plainest round edge near a circle where it is plainer than the circle's own, else that.

    The share is how much of the circle lies on an edge.
    """
    best = circle, 0.0
    for _ in range(_MOST_MOVES):
        rough = _most_voted(evidence, best[0], height_in)
        moved = _on_edges(evidence, rough, height_in, FAINTEST, _NEAR_IN)
        if moved[1] <= best[1]:
            break
        best = moved
        if best[1] >= PLAIN_EDGE:
            break
    # A plate may have a line painted along its rim.
    best = outermost(evidence, *best, height_in)
    return best if best[1] >= share + _PLAINER else (circle, share)


def _most_voted(evidence: Evidence, circle: Circle, height_in: float) -> Circle:
    """The circle within half an inch that most edges lie on."""
    outward = around(_RAYS)[_outer_side(evidence.flat, circle, height_in)][::2]
    points = circle.centre + circle.radius * outward
    seen = at(evidence.in_sight, evidence.flat, points)
    if not seen.any():
        return circle
    turns = _turns(evidence, points[seen], outward[seen])
    # Where along each ray the growths of a circle begin that is moved: (moves, rays).
    begin = np.rint(_MOVES_IN @ outward[seen].T / _STEP_IN).astype(np.intp) + _FARTHEST
    growths = sliding_window_view(turns, turns.shape[1] - 2 * _FARTHEST, axis=1)
    rays = np.arange(len(turns)) * growths.shape[1]
    # Taking whole rows of growths is much faster than place by place.
    rows = np.ascontiguousarray(growths).reshape(-1, growths.shape[2])
    votes = rows.take(begin + rays, axis=0).sum(axis=1)
    move, growth = np.unravel_index(votes.argmax(), votes.shape)
    x, y = circle.centre + _MOVES_IN[move]
    radius = circle.radius + (growth - votes.shape[1] // 2) * _STEP_IN
    return Circle(float(x), float(y), float(radius))


def sharpness(evidence: Evidence, circle: Circle) -> float:
    """How much of the turn of colour across a circle happens at once, about 1 at a thing's rim.

    A shadow's edge is soft; so is one where edges of other things lie about.
    """
    outward, points = around(_RAYS), circle.points(_RAYS)
    seen = at(evidence.in_sight, evidence.flat, points)
    if not seen.any():
        return 0.0
    steps = np.array([-_WIDE_IN, -_ACROSS_IN, 0.0, _ACROSS_IN, _WIDE_IN])
    lab = sampled_lab(evidence.view, points[seen, None] + steps[:, None] * outward[seen, None])
    # A thin rim is a line: its two sides may be alike.
    narrow = max(_turn(lab[:, one], lab[:, other]) for one, other in ((1, 3), (1, 2), (2, 3)))
    return narrow / max(_turn(lab[:, 0], lab[:, 4]), _LEAST_TURN)


def _turn(inside: Floats, outside: Floats) -> float:
    return float(np.linalg.norm(outside - inside, axis=1).mean())


def _turns(evidence: Evidence, points: Floats, outward: Floats) -> Singles:
    """How plain an edge is at each step along each ray, 0 to 1: a step counts, a slope does not."""
    across = round(_ACROSS_IN / _STEP_IN)
    steps = np.arange(-2 * _FARTHEST - across, 2 * _FARTHEST + across + 1) * _STEP_IN
    lab = sampled_lab(evidence.view, points[:, None] + steps[:, None] * outward[:, None])
    turned = (lab[:, 2 * across :] - lab[:, : -2 * across]).astype(np.float32)
    turn = np.sqrt(np.einsum("ijk,ijk->ij", turned, turned))
    ridge = turn >= cv2.dilate(turn, np.ones((1, 3), np.uint8))
    plain = np.minimum(np.maximum(turn - FAINTEST, 0) / _PLAIN_TURN, 1) * ridge
    return np.asarray(cv2.dilate(plain, np.ones((1, 3), np.uint8)))


def _on_edges(
    evidence: Evidence,
    circle: Circle,
    height_in: float,
    faintest: float,
    reaches_in: tuple[float, ...],
) -> tuple[Circle, float]:
    """The circle moved onto edges ever nearer to it, and the share of it that lies on one."""
    last = circle, 0.0
    for moved, share, _ in _ever_nearer(evidence, circle, height_in, faintest, reaches_in):
        last = moved, share
    return last


def _ever_nearer(
    evidence: Evidence,
    circle: Circle,
    height_in: float,
    faintest: float,
    reaches_in: tuple[float, ...],
) -> Iterator[tuple[Circle, float, float]]:
    """The circle after each move onto edges: its share on one, and that which has one in reach."""
    share = 0.0
    for reach_in in reaches_in:
        outward = around(_RAYS)[_outer_side(evidence.flat, circle, height_in)]
        points = circle.centre + circle.radius * outward
        seen = at(evidence.in_sight, evidence.flat, points)
        points, outward = points[seen], outward[seen]
        if len(points) < _FEWEST:
            yield circle, 0.0, 0.0
            break
        offsets = edge_offsets(evidence.view, points, outward, reach_in, faintest)
        clear = ~np.isnan(offsets)
        told = np.count_nonzero(clear)
        if told >= _FEWEST:
            edge = (points + offsets[:, None] * outward)[clear]
            moved = settled(circle, edge, _TOLERANCE_IN)
            # Edges of what is in a mug lead astray.
            if moved.apart(circle) <= 2 * reach_in:
                circle = moved
            share = np.count_nonzero(np.abs(circle.gaps(edge)) < _ON_EDGE_IN) / len(points)
        yield circle, share, told / len(points)
        if told < _HOPELESS:
            break


def _outer_side(flat: FlatTable, circle: Circle, height_in: float) -> Mask:
    """The rays behind which the thing's own side does not lie."""
    lean = circle.centre - np.asarray(flat.table_from_seen(circle.centre, height_in))
    length = hypot(*lean)
    if length < 0.1:
        return np.ones(_RAYS, bool)
    return cast("Mask", around(_RAYS) @ (lean / length) > -0.1)
