"""Circles moved onto the picture's own edges, several at once: each ray is looked along alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.circles import Circle, around, settled
from vision.edge_search import edge_offsets
from vision.evidence import Evidence
from vision.flat_table import FlatTable, Mask
from vision.regions import at

RAYS = 120
_TOLERANCE_IN = 0.06
_ON_EDGE_IN = 0.04
_FEWEST = RAYS // 5
_HOPELESS = RAYS // 15  # rays with an edge: no closer look finds more


@dataclass(frozen=True, slots=True)
class OnEdges:
    """A circle and the share of it that lies on edges; how many of its rays met one when moved."""

    circle: Circle
    share: float = 0.0
    met: int = RAYS
    rays: int = RAYS

    @property
    def is_hopeless(self) -> bool:
        """Whether so few rays met an edge that moving it once more is in vain."""
        return self.met < _HOPELESS


def on_edges(
    evidence: Evidence,
    circles: Sequence[Circle],
    height_in: float,
    faintest: float,
    reaches_in: tuple[float, ...],
) -> list[OnEdges]:
    """Circles moved onto edges ever nearer to them."""
    found = [OnEdges(circle) for circle in circles]
    for reach_in in reaches_in:
        going = [n for n, one in enumerate(found) if not one.is_hopeless]
        moved = nearer(evidence, [found[n] for n in going], height_in, faintest, reach_in)
        for n, one in zip(going, moved, strict=True):
            found[n] = one
    return found


def nearer(
    evidence: Evidence,
    starts: Sequence[OnEdges],
    height_in: float,
    faintest: float,
    reach_in: float,
) -> list[OnEdges]:
    """Circles moved once, onto the edges in reach, where they stand out against the table."""
    if not starts:
        return []
    points, outward, counts = _seen_rays(evidence, [one.circle for one in starts], height_in)
    if max(counts) < _FEWEST:
        return [OnEdges(one.circle, met=0) for one in starts]
    offsets = edge_offsets(evidence.view, points, outward, reach_in, faintest)
    clear = ~np.isnan(offsets)
    places = points + offsets[:, None] * outward
    moved, end = [], 0
    for start, count in zip(starts, counts, strict=True):
        own = slice(end, end + count)
        end += count
        moved.append(_moved(start, places[own][clear[own]], count, reach_in))
    return moved


def _moved(start: OnEdges, places: Floats, rays: int, reach_in: float) -> OnEdges:
    """A circle moved onto the places where some of its rays meet edges."""
    circle, share, met = start.circle, start.share, len(places)
    if rays < _FEWEST:
        return OnEdges(circle, met=0)
    if met >= _FEWEST:
        closer = settled(circle, places, _TOLERANCE_IN)
        # Edges of what is in a mug lead astray.
        if closer.apart(circle) <= 2 * reach_in:
            circle = closer
        share = np.count_nonzero(np.abs(circle.gaps(places)) < _ON_EDGE_IN) / rays
    return OnEdges(circle, share, met, rays)


def _seen_rays(
    evidence: Evidence, circles: Sequence[Circle], height_in: float
) -> tuple[Floats, Floats, list[int]]:
    """The points of circles that show, the ways out of them, and how many each circle has."""
    middles = np.array([(circle.x, circle.y) for circle in circles])
    radii = np.array([circle.radius for circle in circles])
    which, ray = np.nonzero(outer_sides(evidence.flat, middles, height_in))
    outward = around(RAYS)[ray]
    points = middles[which] + radii[which, None] * outward
    seen = at(evidence.in_sight, evidence.flat, points)
    counts: NDArray[np.intp] = np.bincount(which[seen], minlength=len(circles))
    return points[seen], outward[seen], counts.tolist()


def outer_sides(flat: FlatTable, middles: Floats, height_in: float) -> Mask:
    """For circles about some middles the rays behind which the thing's own side does not lie."""
    lean = middles - np.asarray(flat.table_from_seen(middles, height_in))
    length = np.hypot(lean[:, 0], lean[:, 1])[:, None]
    return cast("Mask", (lean @ around(RAYS).T > -0.1 * length) | (length < 0.1))
