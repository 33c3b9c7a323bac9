"""Circles moved onto the picture's own edges, several at once: each ray is looked along alone."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from table.places import Floats
from vision.colour.evidence import Evidence
from vision.surface.edge_search import edge_offsets
from vision.surface.flat_table import FlatTable, Mask
from vision.surface.patches import at
from vision.things.circles import Circle, around, settled

RAYS = 120
_TOLERANCE_IN = 0.06
_ON_EDGE_IN = 0.04
_STILL_IN = 0.002
_FEWEST = RAYS // 5
_HOPELESS = RAYS // 15  # rays with an edge: no closer look finds more


@dataclass(frozen=True, slots=True)
class OnEdges:
    """A circle and the share of it that lies on edges; how many of its rays met one when moved.

    `reach_in` is how far it was last looked for edges from where it lies still, None if it moved.
    """

    circle: Circle
    share: float = 0.0
    met: int = RAYS
    rays: int = RAYS
    reach_in: float | None = None

    def may_move(self, reach_in: float) -> bool:
        """Whether looking so far for edges may move it: some were met, and it lay not still."""
        return self.met >= _HOPELESS and reach_in != self.reach_in


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
        found = nearer(evidence, found, height_in, faintest, reach_in)
    return found


def nearer(
    evidence: Evidence,
    starts: Sequence[OnEdges],
    height_in: float,
    faintest: float,
    reach_in: float,
) -> list[OnEdges]:
    """Circles moved once more where that is not in vain, onto the edges in reach.

    Only where they stand out against the table is looked.
    """
    moved = list(starts)
    going = [n for n, one in enumerate(starts) if one.may_move(reach_in)]
    if not going:
        return moved
    points, outward, counts = _seen_rays(evidence, [starts[n].circle for n in going], height_in)
    if not len(points):
        return [OnEdges(one.circle, met=0) for one in starts]
    offsets = edge_offsets(evidence.view, points, outward, reach_in, faintest)
    clear = ~np.isnan(offsets)
    places = points + offsets[:, None] * outward
    end = 0
    for n, count in zip(going, counts, strict=True):
        own = slice(end, end + count)
        end += count
        moved[n] = _moved(starts[n], places[own][clear[own]], count, reach_in)
    return moved


def _moved(start: OnEdges, places: Floats, rays: int, reach_in: float) -> OnEdges:
    """A circle moved onto the places where some of its rays meet edges."""
    circle, share, met, still = start.circle, start.share, len(places), False
    if rays < _FEWEST:
        return OnEdges(circle, met=0)
    if met >= _FEWEST:
        closer = settled(circle, places, _TOLERANCE_IN)
        # Edges of what is in a mug lead astray.
        apart_in = closer.apart(circle)
        if apart_in <= 2 * reach_in:
            circle, still = closer, apart_in < _STILL_IN
        share = np.count_nonzero(np.abs(circle.gaps(places)) < _ON_EDGE_IN) / rays
    return OnEdges(circle, share, met, rays, reach_in if still else None)


def _seen_rays(
    evidence: Evidence, circles: Sequence[Circle], height_in: float
) -> tuple[Floats, Floats, list[int]]:
    """The points of circles that show, the ways out of them, and how many each circle has."""
    middles = np.array([(circle.x, circle.y) for circle in circles])
    radii = np.array([circle.radius for circle in circles])
    ways = around(RAYS).T
    # All x together and all y: rows of them are gone through faster than pairs.
    planes = middles.T[:, :, None] + radii[:, None] * ways[:, None]
    seen = at(evidence.in_sight, evidence.flat, planes.transpose(1, 2, 0))
    seen &= outer_sides(evidence.flat, middles, height_in)
    shown = np.flatnonzero(seen)
    points = planes.reshape(2, -1).take(shown, axis=1)
    return points.T, ways.take(shown % RAYS, axis=1).T, np.count_nonzero(seen, axis=1).tolist()


def outer_sides(flat: FlatTable, middles: Floats, height_in: float) -> Mask:
    """For circles about some middles the rays behind which the thing's own side does not lie."""
    lean = (middles - flat.eye[:2]) * (1 - 1 / flat.spread(height_in))
    length = np.hypot(lean[:, 0], lean[:, 1])[:, None]
    return (lean @ around(RAYS).T > -0.1 * length) | (length < 0.1)
