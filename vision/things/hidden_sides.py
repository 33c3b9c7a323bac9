"""Rectangles that explain pieces of a colour: sides where edges are, hidden ones in between.

A mat or a book is what other things lie on: roads, books and men may hide most of it. What is
left are pieces with some straight edges of their own. Every four sides that those edges allow
are tried, and the picture says which four it bears out best.
"""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats
from vision.surface.edge_search import edge_offsets
from vision.surface.flat_table import FlatTable, Mask, Pixels
from vision.surface.flat_view import FlatView
from vision.surface.turned_ground import OUTWARD, TurnedGround, turned_ground

_FACING = 0.93  # the cosine of the angle between a side and the edges that tell where it is
_LEAST_PLACES = 6
_PLAIN_IN = 1.0  # of edge, that tell a side for sure
_MOST_SIDES = 4  # tried each way
_SAME_SIDE_IN = 0.15
_MOST_BARE = 0.33  # of what shows
_LEAST_KEPT = 0.4  # of the piece it is built on: the rest may be shadow
_WELL_INSIDE_IN, _BESIDE_IN = 0.25, 0.2
_MOST_LOOKED_AT = 16
_SAMPLES = 24  # along a side
_REACH_IN = 0.2
# Inches of edges that tell as much as: an inch of side in sight without one, a square inch of
# bare ground inside, a side told by edges, one put where the cloth happens to end.
_EDGELESS, _BARE, _TOLD, _ENDS = 0.6, 1.5, 0.1, 0.3


@dataclass(frozen=True, eq=False)
class ClothEdges:
    """Places in seen inches where a cloth ends in sight, and the way inward at each."""

    places: Floats
    inward: Floats
    step_in: float  # between neighbours

    def some(self, chosen: Mask) -> "ClothEdges":
        """The chosen ones."""
        return ClothEdges(self.places[chosen], self.inward[chosen], self.step_in)

    def along(self, axes: Floats) -> "ClothEdges":
        """The edges in inches along other axes."""
        return ClothEdges(self.places @ axes.T, self.inward @ axes.T, self.step_in)

    def facing(self, k: int, middle: Floats) -> Floats:
        """Where those lie, along their axis, that may be part of side `k` around a middle."""
        places = self.places[self.inward[:, k % 2] * OUTWARD[k] < -_FACING, k % 2]
        return np.asarray(places[(places - middle[k % 2]) * OUTWARD[k] > 0])


@dataclass(frozen=True, eq=False)
class Rectangle:
    """Corners in seen inches, how many of its sides edges tell, how well it explains them."""

    corners: Floats
    sides_told: int
    worth: float


@dataclass(frozen=True, eq=False)
class ShownCloth:
    """A piece of cloth, the edges near it and all there are, and what is known of the ground."""

    piece: Pixels
    piece_edges: ClothEdges
    edges: ClothEdges
    ground: Pixels


def best_rectangle(
    view: FlatView, shown: ShownCloth, along: Floats, flat: FlatTable
) -> Rectangle | None:
    """The rectangle with sides `along` that explains a piece of cloth and the edges best."""
    ground = turned_ground(shown.ground, along, flat)
    cells = cv2.findNonZero(shown.piece).reshape(-1, 2)
    few = cells[:: max(1, len(cells) // 100)].astype(float)
    seed = flat.seen_from_cells(few) @ ground.axes.T
    edges = shown.edges.along(ground.axes)
    told = _told_sides(edges, shown.piece_edges.along(ground.axes), median(seed))
    sides = _settled(told, seed, ground)
    own, bare = ground.counted(sides)
    possible = bare <= _MOST_BARE * own
    possible[possible] = _hold_most(sides[possible], seed)
    if not possible.any():
        return None
    told, sides = told[possible], sides[possible]
    worth = _TOLD * np.isfinite(told).sum(axis=1) - _ENDS * np.isinf(told).sum(axis=1)
    worth -= _ends_inside(sides, edges) + _BARE * bare[possible]
    likely = np.arange(len(worth))
    if len(worth) > _MOST_LOOKED_AT:
        likely = np.argsort(-worth - _matched(sides, edges))[:_MOST_LOOKED_AT]
    worth = worth[likely] + _borne_out(view, sides[likely], ground)
    best = likely[worth.argmax()]
    if worth.max() <= 0:
        return None
    left, top, right, bottom = sides[best]
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return Rectangle(corners @ ground.axes, int(np.isfinite(told[best]).sum()), float(worth.max()))


def _told_sides(edges: ClothEdges, own: ClothEdges, middle: Floats) -> Floats:
    """Every left, top, right and bottom that edges tell (n, 4).

    Where the piece's own are few a side may lie under something (nan), or where the cloth
    happens to end (inf).
    """
    tried = []
    for k in range(4):
        peaks = _peaks(edges.facing(k, middle))
        plain = _most_together(own.facing(k, middle)) * edges.step_in >= _PLAIN_IN
        tried.append(peaks if plain else [*peaks, np.nan, np.inf])
    return np.array(list(product(*tried)))


def _peaks(places: Floats) -> list[float]:
    """The values around which most lie."""
    peaks: list[float] = []
    left = np.sort(places)
    while len(left) >= _LEAST_PLACES and len(peaks) < _MOST_SIDES:
        ends = np.searchsorted(left, left + _SAME_SIDE_IN)
        counts = ends - np.arange(len(left))
        first = int(counts.argmax())
        if counts[first] < _LEAST_PLACES:
            break
        peaks.append(float(left[(first + ends[first]) // 2]))
        left = left[np.abs(left - peaks[-1]) > _SAME_SIDE_IN]
    return peaks


def _most_together(places: Floats) -> int:
    """How many values lie around the one around which most do, 0 where those are too few."""
    in_order = np.sort(places)
    counts = np.searchsorted(in_order, in_order + _SAME_SIDE_IN) - np.arange(len(places))
    most = int(counts.max(initial=0))
    return most if most >= _LEAST_PLACES else 0


def _settled(told: Floats, seed: Floats, ground: TurnedGround) -> Floats:
    """The sides, those no edge tells put where the cloth ends or half the way under."""
    low = len(seed) // 50
    ends = np.sort(seed, axis=0)[[low, -1 - low]].ravel()
    untold = ~np.isfinite(told)
    sides = np.where(untold, ends, told)
    under, across = np.isnan(told), np.full((4, len(sides), 2), np.nan)
    # How far a side may reach depends on how wide the two across let it be: once they have moved
    # it is looked at again.
    for k in (0, 1, 2, 3, 0, 1, 2, 3):
        between = sides[:, 1 - k % 2 :: 2]
        rows = np.flatnonzero(untold[:, k] & (between != across[k]).any(axis=1))
        if not len(rows):
            continue
        across[k] = between
        shown, hidden = ground.reaches(ends, sides[rows], k)
        sides[rows, k] = np.where(under[rows, k], (shown + hidden) / 2, shown)
    return sides


def _hold_most(sides: Floats, seed: Floats) -> Mask:
    """Whether each four sides hold enough of the piece."""
    return np.asarray(_counted_inside(seed, sides) >= _LEAST_KEPT * len(seed))


def _counted_inside(places: Floats, sides: Floats) -> Floats:
    """How many places lie between each four sides."""
    (x, y), (left, top, right, bottom) = places.T, sides.T[:, :, None]
    inside = (x > left) & (x < right) & (y > top) & (y < bottom)
    return np.asarray(np.count_nonzero(inside, axis=1))


def _matched(sides: Floats, edges: ClothEdges) -> Floats:
    """Inches of the cloth's own edges that lie on each four sides."""
    on = np.zeros((len(sides), len(edges.places)), bool)
    for axis in range(2):
        out, across = edges.places[:, axis], edges.places[:, 1 - axis]
        first, last = sides[:, axis, None], sides[:, axis + 2, None]
        low, high = sides[:, 1 - axis, None], sides[:, 3 - axis, None]
        # Where the cloth lies tells which of two sides an edge may be part of.
        off = np.where(edges.inward[:, axis] > 0, out - first, out - last)
        on |= (np.abs(off) < _SAME_SIDE_IN) & (across > low) & (across < high)
    return np.asarray(np.count_nonzero(on, axis=1) * edges.step_in)


def _ends_inside(sides: Floats, edges: ClothEdges) -> Floats:
    """Inches of the cloth's ends well inside each four sides, which speak against them."""
    inner = sides + _WELL_INSIDE_IN * np.array([1, 1, -1, -1])
    return np.asarray(_counted_inside(edges.places, inner) * edges.step_in)


def _borne_out(view: FlatView, sides: Floats, ground: TurnedGround) -> Floats:
    """Inches of sides that lie on the picture's edges, less those in sight that do not."""
    share = (np.arange(_SAMPLES) + 0.5) / _SAMPLES
    places = np.empty((len(sides), 4, _SAMPLES, 2))
    outward = np.zeros_like(places)
    for k in range(4):
        low, high = sides[:, 1 - k % 2, None], sides[:, 3 - k % 2, None]
        places[:, k, :, 1 - k % 2] = low + share * (high - low)
        places[:, k, :, k % 2] = sides[:, k, None]
        outward[:, k, :, k % 2] = OUTWARD[k]
    beside = _BESIDE_IN * outward
    shows = ground.shows(places - beside) & ~ground.is_hidden(places + beside)
    seen, way = (some[shows] @ ground.axes for some in (places, outward))
    on_edge = np.abs(edge_offsets(view, seen, way, _REACH_IN)) < _SAME_SIDE_IN
    worth = np.zeros(shows.shape)
    worth[shows] = np.where(on_edge, 1.0, -_EDGELESS)
    lengths = (sides[:, 2:] - sides[:, :2])[:, [1, 0, 1, 0]]
    return np.asarray((worth.mean(axis=2) * lengths).sum(axis=1))
