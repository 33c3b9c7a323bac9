"""Where a patch itself ends, as told from where something lies across it."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.flat_table import FlatTable, Pixels
from vision.regions import at

_SMOOTH_CELLS = 6
_NEAR_CELLS = 2  # a place itself is smoothed less than its direction
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
    cells = np.concatenate(rings).astype(float)
    lengths = [len(ring) for ring in rings]
    counts = [len(range(0, length, step)) for length in lengths]
    places = np.concatenate([np.arange(0, length, step) for length in lengths])
    first = np.repeat(np.cumsum([0, *lengths[:-1]]), counts)
    length = np.repeat(lengths, counts)

    def further(by: int) -> Floats:
        """The cells that many further along their rings."""
        return np.asarray(cells[first + (places + by) % length])

    along = further(_SMOOTH_CELLS) - further(-_SMOOTH_CELLS)
    reach = np.maximum(np.sqrt(np.square(along).sum(axis=1)), 1e-9)
    smooth = np.mean([further(by) for by in range(-_NEAR_CELLS, _NEAR_CELLS + 1)], axis=0)
    return smooth, np.column_stack([-along[:, 1], along[:, 0]]) / reach[:, None]
