"""Where a patch itself ends, as told from where something lies across it."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.patches import at

_SMOOTH_CELLS = 6
_NEAR_CELLS = 2  # a place itself is smoothed less than its direction
# How many cells farther along its ring those lie that tell a place and its direction.
_AROUND = np.array([-_SMOOTH_CELLS, *range(-_NEAR_CELLS, _NEAR_CELLS + 1), _SMOOTH_CELLS])
_MOST_PLACES = 700
_SHORTEST = 24  # cells around a patch, below which it tells no direction


def own_edge(
    mask: Pixels, hidden: Pixels, flat: FlatTable, most_places: int = _MOST_PLACES
) -> tuple[Floats, Floats]:
    """Places in seen inches on the mask's outlines, and the way inward at each.

    Left out are those at which something hides what lies beyond.
    """
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    rings = [outline.reshape(-1, 2) for outline in outlines if len(outline) >= _SHORTEST]
    if not rings:
        return np.zeros((0, 2)), np.zeros((0, 2))
    step = max(1, sum(len(ring) for ring in rings) // most_places)
    cells, inward = _smooth(rings, step)
    edge = flat.seen_from_cells(cells)
    cell_in = 1 / flat.px_per_in
    # Outer rings and holes run opposite ways round; the mask tells which side is inside.
    flipped = at(mask, flat, edge - 2 * cell_in * inward) & ~at(
        mask, flat, edge + 2 * cell_in * inward
    )
    inward = np.where(flipped[:, None], -inward, inward)
    edge = edge - 0.5 * cell_in * inward
    free = ~(at(hidden, flat, edge - 1.5 * cell_in * inward))
    free &= ~at(hidden, flat, edge - 3 * cell_in * inward)
    return edge[free], inward[free]


def _smooth(rings: Sequence[NDArray[Any]], step: int) -> tuple[Floats, Floats]:
    """Every so many cells of rings, smoothed, and a normal at each place."""
    # Before its first cell and after its last one each ring goes on.
    far = _SMOOTH_CELLS
    cells = np.concatenate([part for r in rings for part in (r[-far:], r, r[:far])]).astype(float)
    starts = accumulate((len(ring) + 2 * far for ring in rings[:-1]), initial=far)
    ends = zip(starts, rings, strict=True)
    places = np.concatenate([np.arange(start, start + len(r), step) for start, r in ends])
    # Numbers for places: NumPy is far faster with those than with pairs.
    near = cells.view(complex).ravel()[places + _AROUND[:, None]]
    along = near[-1] - near[0]
    reach = np.maximum(np.sqrt(along.real**2 + along.imag**2), 1e-9)
    smooth = _pairs(near[1:-1].sum(axis=0)) / (2 * _NEAR_CELLS + 1)
    return smooth, _pairs(1j * along) / reach[:, None]


def _pairs(places: NDArray[np.complex128]) -> Floats:
    """Places told by one number each as pairs."""
    return places.view(float).reshape(-1, 2)
