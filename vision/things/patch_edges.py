"""Patches without the shadows that hang on them: a thing has edges, a shadow has none."""

from typing import cast

import cv2
import numpy as np

from vision.colour.evidence import Evidence
from vision.surface.flat_table import Pixels, Singles
from vision.surface.outlines import sharpened_ring
from vision.surface.patches import (
    Region,
    both,
    closed,
    connected_to,
    either,
    opened,
    regions,
    without,
)

_LEAST_EDGE, _SURE_EDGE = 0.4, 0.7  # of an outline
_REACH_IN, _LEAST_REACH_IN = 0.25, 0.12
_STEEP = 3.5  # Lab units from cell to cell
_GAP_IN = 0.25  # in an edge
_HELD_IN = 0.3
_LEAST_HELD = 0.25  # of a patch
_AROUND_CELLS = 12  # more than what fills gaps in edges
_SUM = np.ones((1, 3), np.float32)
_CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)


def without_shadow(patch: Region, evidence: Evidence) -> Region | None:
    """The patch without what its edges do not hold in; None where it has hardly any.

    A shadow, or the glow of a lamp, has no edge of its own: the desk runs into it.
    """
    share = _edge_share(patch, evidence)
    if share > _SURE_EDGE:
        return patch
    held = _largest_held_in(patch, evidence)
    held_share = 0.0 if held is None else _edge_share(held, evidence)
    if max(share, held_share) < _LEAST_EDGE:
        return None
    return held if held_share > share else patch


def held_in(cells: Pixels, hidden: Pixels, evidence: Evidence) -> Pixels:
    """The cells that cannot be reached from the others, in sight, but across an edge."""
    held = np.zeros_like(cells)
    left, top, width, height = cv2.boundingRect(cells)
    # Only what touches the cells leads to them, and only the edges around tell how.
    here = np.s_[
        max(0, top - _AROUND_CELLS) : top + height + _AROUND_CELLS,
        max(0, left - _AROUND_CELLS) : left + width + _AROUND_CELLS,
    ]
    own, flat = cells[here], evidence.flat
    edges = closed(steep_cells(evidence.view.lab[here], _STEEP), flat, _GAP_IN)
    outside = without(np.bitwise_not(either(own, hidden[here])), edges)
    inside, beside = without(own, edges), cast("Pixels", cv2.dilate(outside, _CROSS))
    reached = connected_to(both(inside, beside), inside, connectivity=4)
    held[here] = opened(without(own, reached), flat, _HELD_IN)
    return held


def _largest_held_in(patch: Region, evidence: Evidence) -> Region | None:
    held = held_in(patch.cells, np.zeros_like(patch.cells), evidence)
    parts = regions(held, evidence.flat, _LEAST_HELD * patch.area_sq_in)
    return parts[0] if parts else None


def steep_cells(lab: Singles, least: float) -> Pixels:
    """Where the colour changes faster than that, Lab units from cell to cell."""
    across = cv2.Sobel(lab, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(lab, cv2.CV_32F, 0, 1, scale=1 / 8)
    squares = cv2.add(cv2.multiply(across, across, across), cv2.multiply(down, down, down))
    return cast("Pixels", cv2.inRange(cv2.transform(squares, _SUM), least**2, np.inf))


def _edge_share(patch: Region, evidence: Evidence) -> float:
    """The share of a patch's outline that runs along the picture's edges."""
    rings, _ = cv2.findContours(patch.cells, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    depth_px = float(cv2.distanceTransform(patch.cells, cv2.DIST_L2, 3).max())
    # Looking deeper than a pencil is thick would find its other side.
    reach_in = min(_REACH_IN, max(_LEAST_REACH_IN, depth_px / evidence.flat.px_per_in))
    shares, lengths = [], []
    for ring in rings:
        seen = evidence.flat.seen_from_cells(ring.reshape(-1, 2).astype(float))
        shares.append(sharpened_ring(evidence.view, seen, evidence.covered, reach_in)[1])
        lengths.append(len(seen))
    return float(np.average(shares, weights=lengths))
