"""Where a patch itself ends, as told from where something lies across it."""

import cv2
import numpy as np

from table.places import Floats
from vision.flat_table import FlatTable, Pixels
from vision.regions import at

_SMOOTH_CELLS = 6
_MOST_PLACES = 700
_SHORTEST = 24  # cells around a patch, below which it tells no direction


def own_edge(
    mask: Pixels, hidden: Pixels, flat: FlatTable, most_places: int = _MOST_PLACES
) -> tuple[Floats, Floats]:
    """Places in seen inches on the mask's outlines, and the way inward at each.

    Left out are those at which something hides what lies beyond.
    """
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    rings = [o.reshape(-1, 2).astype(float) for o in outlines if len(o) >= _SHORTEST]
    if not rings:
        return np.zeros((0, 2)), np.zeros((0, 2))
    step = max(1, sum(len(ring) for ring in rings) // most_places)
    parts = [_smooth(ring) for ring in rings]
    cells = np.concatenate([place[::step] for place, _ in parts])
    inward = np.concatenate([way[::step] for _, way in parts])
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


def _smooth(ring: Floats) -> tuple[Floats, Floats]:
    """A ring of cells smoothed, and a normal at each place."""
    width = min(2 * _SMOOTH_CELLS + 1, len(ring) | 1)
    around = np.concatenate([ring[-_SMOOTH_CELLS:], ring, ring[:_SMOOTH_CELLS]])
    padded = np.vstack([ring[-(width // 2) :], ring, ring[: width // 2]])
    sums = np.vstack([np.zeros((1, 2)), np.cumsum(padded, axis=0)])
    near = 2  # the place itself is smoothed less than its direction
    few = (
        sums[width // 2 + near + 1 : width // 2 + near + 1 + len(ring)]
        - (sums[width // 2 - near : width // 2 - near + len(ring)])
    )
    along = around[2 * _SMOOTH_CELLS :] - around[: -2 * _SMOOTH_CELLS]
    length = np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    return few / (2 * near + 1), np.column_stack([-along[:, 1], along[:, 0]]) / length
