"""Rectangles of which other things hide much: cells that show in, rectangles out."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np

from table.places import Floats
from vision.colour.evidence import Evidence
from vision.surface.edge_search import edge_offsets
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.own_edge import own_edge
from vision.surface.patches import (
    at,
    either,
    halved,
    opened,
    patches,
    share_of,
    widened,
    without_small,
)
from vision.surface.turned_ground import known_ground
from vision.things.hidden_sides import ClothEdges, Rectangle, ShownCloth, best_rectangle
from vision.things.right_angles import right_angle, right_angles, straightened

_SLIVER_IN, _NARROWEST_IN = 0.2, 0.4
_LEAST_SCRAP_SQ_IN = 0.15  # a corner that shows beyond a road
_LEAST_PIECE_SQ_IN = 1.0
_LEAST_AGREEING = 0.5  # of a piece's edges, on one right angle
_LEAST_CLEAR = 0.45  # of where a piece ends in sight, on an edge
_MANY_IN = 4.0  # of edges, around a thing that a shadow touches
_LEAST_OF_TWO = 0.25  # of them, where two things of a colour touch
_MOST_EDGES = 2500
_REACH_IN, _NEAR_IN, _FAR_IN = 0.25, 0.4, 2.5


def part_hidden(  # noqa: PLR0913 - few callers need the optional ones
    evidence: Evidence,
    shown: Pixels,
    hidden: Pixels,
    taken: Sequence[Pixels] = (),
    doubtful: Pixels | None = None,
    *,
    may_be: Callable[[Pixels], bool] = lambda _: True,
) -> Iterator[Rectangle]:
    """A rectangle for each piece of the cells that show, if its edges tell of one.

    What is `doubtful` may hide a piece, or lie beside its edge. Pieces mostly on `taken`
    ground, half as fine as the cells, are not asked; the caller may add to it as rectangles
    come. Nor are those, as coarse, that `may_be` says are none.
    """
    # Every second cell tells as much of the ground, but not of its edges.
    flat = evidence.flat.shrunk(2)
    over = hidden if doubtful is None else either(hidden, doubtful)
    own, veil = (halved(cells, flat) for cells in (shown, over))
    whole = patches(opened(own, flat, _NARROWEST_IN), flat, _LEAST_PIECE_SQ_IN)
    pieces = [piece for piece in whole if may_be(piece) and not _is_on(piece, taken)]
    if not pieces:
        return
    ends, edges = _edges(evidence, shown, hidden)
    ground = known_ground(own, veil, flat)
    for piece in pieces:
        if _is_on(piece, taken):
            continue
        best = None
        for near in _near(piece, ends, edges, flat):
            best = _rectangle(evidence, ShownCloth(piece, near, edges, ground), flat)
            # Where none of its sides is told, other pieces of it may tell how they run.
            if best is None or best.sides_told:
                break
        if best is not None:
            yield best


def _is_on(piece: Pixels, taken: Sequence[Pixels]) -> bool:
    """Whether most of a piece is on ground that is taken."""
    return any(share_of(ground, piece) > 0.5 for ground in taken)


def _near(piece: Pixels, ends: Floats, edges: ClothEdges, flat: FlatTable) -> Iterator[ClothEdges]:
    """The edges near a piece, then those farther off too, if there are more.

    None where few of the piece's `ends` in sight are edges: it is a shadow. On a large shadow
    there may be a thing that has many.
    """
    ground = widened(piece, flat, _NEAR_IN)
    near = edges.some(at(ground, flat, edges.places))
    least = _LEAST_CLEAR * np.count_nonzero(at(ground, flat, ends))
    if len(near.places) < least and len(near.places) * edges.step_in < _MANY_IN:
        return
    yield near
    more = edges.some(at(widened(piece, flat, _FAR_IN), flat, edges.places))
    if len(more.places) > len(near.places):
        yield more


def _edges(evidence: Evidence, shown: Pixels, hidden: Pixels) -> tuple[Floats, ClothEdges]:
    """Where cells end in sight, and where that is on an edge of the picture."""
    clean = opened(shown, evidence.flat, _SLIVER_IN)
    scraps = without_small(clean, evidence.flat, _LEAST_SCRAP_SQ_IN)
    places, inward = own_edge(scraps, hidden, evidence.flat, _MOST_EDGES)
    if not len(places):
        return places, ClothEdges(places, inward, 0.0)
    offsets = edge_offsets(evidence.view, places, -inward, _REACH_IN)
    clear = ~np.isnan(offsets)
    moved: Floats = places - offsets[:, None] * inward
    # Outlines run along rows and columns and across: a little more than a cell at a time.
    return places, ClothEdges(moved[clear], inward[clear], 1.1 / evidence.flat.px_per_in)


def _rectangle(evidence: Evidence, shown: ShownCloth, flat: FlatTable) -> Rectangle | None:
    """The rectangle that a piece is part of, None where its edges tell of none."""
    own, found = shown.piece_edges, []
    for along in _ways(own):
        straight = straightened(along, own.places, own.inward)
        best = best_rectangle(evidence.view, shown, straight, flat)
        found += [best] if best is not None else []
    return max(found, key=lambda one: one.worth, default=None)


def _ways(own: ClothEdges) -> Sequence[Floats]:
    """The ways that sides may run: one, or two where what touches a piece turns its edges."""
    along = right_angle(own.inward, _LEAST_AGREEING)
    if along is not None:
        return [along]
    return list(islice(right_angles(own.inward, _LEAST_OF_TWO), 2))
