"""Circles among all edges of a picture: each edge votes for the centres it may turn about.

Edges are turns of colour, not of brightness alone: a white mug on a pale cloth is as bright.
"""

from dataclasses import dataclass
from functools import reduce
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.flat_table import Singles
from vision.things.circles import Circle

Counts = NDArray[np.uint16]

_SOBEL = 1 / 8
_LEAST_VOTED = 0.45  # of a circle's round
_BESIDE = 1.0  # cells that are voted for, by which two centres or radii are one circle's


@dataclass(frozen=True, slots=True)
class Voting:
    """How circles are voted for."""

    least_turn: float = 3.0  # units of colour for each cell, across an edge
    apart: float | None = None  # cells from a circle's centre within which there is no other one
    rough: int = 2  # cells of the picture, along a side, to one that is voted for


@dataclass(frozen=True, eq=False)
class _Edges:
    """Cells on edges, (n,), and which way the colour turns there, as a unit vector."""

    x: Singles
    y: Singles
    across_x: Singles
    across_y: Singles


_USUAL = Voting()


def voted_circles(
    colours: Singles, radii: tuple[float, float], most: int, voting: Voting = _USUAL
) -> list[Circle]:
    """The circles of those radii, in cells, that most edges lie on; the likeliest first."""
    rough, apart = voting.rough, voting.apart
    if min(colours.shape[:2]) < 2 * rough:
        return []
    small = cv2.resize(colours, None, fx=1 / rough, fy=1 / rough, interpolation=cv2.INTER_AREA)
    sizes = np.arange(int(radii[0] / rough), int(radii[1] / rough) + 2)
    edges = _edges(np.asarray(small, np.float32), voting.least_turn)
    votes = _votes(edges, sizes, small.shape[:2])
    alike = np.array([_BESIDE] * 3 if apart is None else [*[apart / rough] * 2, np.inf])
    return [
        Circle((x + 0.5) * rough - 0.5, (y + 0.5) * rough - 0.5, (float(sizes[n]) + 0.5) * rough)
        for y, x, n in _peaks(votes, sizes, most, alike)
    ]


def _edges(colours: Singles, least_turn: float) -> _Edges:
    """Where the channel that turns most does so more than on either side."""
    height, width = colours.shape[:2]
    right, down = (
        cv2.Sobel(colours, cv2.CV_32F, dx, dy, ksize=3, scale=_SOBEL).reshape(height * width, -1)
        for dx, dy in ((1, 0), (0, 1))
    )
    squares = right * right + down * down
    channel = squares.argmax(axis=1)
    turn = np.sqrt(reduce(np.maximum, squares.T))
    strong = np.flatnonzero(turn > least_turn)
    own = channel[strong]
    across_x, across_y = (some[strong, own] / turn[strong] for some in (right, down))
    step = np.rint(across_y).astype(np.intp) * width + np.rint(across_x).astype(np.intp)
    ahead, behind = (turn.take(strong + by, mode="clip") for by in (step, -step))
    ridge = (turn[strong] >= ahead) & (turn[strong] >= behind)
    y, x = np.divmod(strong[ridge], width)
    return _Edges(x.astype(np.float32), y.astype(np.float32), across_x[ridge], across_y[ridge])


def _votes(edges: _Edges, sizes: NDArray[np.intp], shape: tuple[int, int]) -> Counts:
    """How many edges voted for each circle, and beside it: (rows, columns, radii)."""
    height, width = shape
    both_ways = np.concatenate([sizes, -sizes])[:, None].astype(np.float32)
    x = np.rint(edges.x + both_ways * edges.across_x).astype(np.int32)
    y = np.rint(edges.y + both_ways * edges.across_y).astype(np.int32)
    # As numbers without a sign those below zero are large.
    inside = (x.view(np.uint32) < width) & (y.view(np.uint32) < height)
    layer = np.tile(np.arange(len(sizes), dtype=np.int32), 2)[:, None]
    places = ((y * width + x) * len(sizes) + layer)[inside]
    counts = np.bincount(places, minlength=height * width * len(sizes)).astype(np.uint16)
    # OpenCV evens all radii at once, as if they were colours.
    evened = cv2.boxFilter(counts.reshape(height, width, -1), -1, (3, 3), normalize=False)
    votes = cast("Counts", evened.reshape(height, width, -1))
    # An edge lies between two cells as often as on one.
    votes[..., :-1] += votes[..., 1:]
    return votes


def _peaks(
    votes: Counts, sizes: NDArray[np.intp], most: int, alike: Floats
) -> list[tuple[int, int, int]]:
    """The places where most of a round voted, each farther from the others than what is alike."""
    rounds = 2 * np.pi * sizes
    many = np.flatnonzero(votes >= np.ceil(_LEAST_VOTED * rounds).astype(np.uint16))
    places = np.column_stack(np.unravel_index(many, votes.shape))
    shares = votes.ravel()[many] * (1 / rounds).astype(np.float32)[places[:, 2]]
    found: list[tuple[int, int, int]] = []
    while len(found) < most and len(shares):
        best = places[shares.argmax()]
        found.append((int(best[0]), int(best[1]), int(best[2])))
        apart = (np.abs(places - best) > alike).any(axis=1)
        places, shares = places[apart], shares[apart]
    return found
