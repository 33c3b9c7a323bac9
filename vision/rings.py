"""Outlines as rings of points: evened, smoothed, moved onto the picture's own edges."""

from typing import cast

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats
from vision.edge_search import edge_offsets, ring_normals
from vision.flat_table import Pixels
from vision.view import View

_SPACING_IN = 0.12


def hull(points: Floats) -> Floats:
    """The convex ring around points."""
    return np.asarray(cv2.convexHull(points.astype(np.float32)), float).reshape(-1, 2)


def hull_area(points: Floats) -> float:
    """The area of the convex ring around points, square inches."""
    return float(cv2.contourArea(hull(points).astype(np.float32)))


def evenly(ring: Floats, spacing_in: float = _SPACING_IN) -> Floats:
    """Points along a closed ring, that far apart."""
    x, y = np.concatenate([ring, ring[:1]]).T
    run = np.zeros(len(x))
    np.cumsum(np.hypot(x[1:] - x[:-1], y[1:] - y[:-1]), out=run[1:])
    count = max(8, round(run[-1] / spacing_in))
    s = np.arange(count) * (run[-1] / count)
    return np.stack([np.interp(s, run, x), np.interp(s, run, y)], axis=1)


def clockwise(ring: Floats) -> Floats:
    """The ring run clockwise as seen, y down."""
    x, y = ring[:, 0], ring[:, 1]
    last = x[-1] * y[0] - x[0] * y[-1]
    signed = float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum() + last)
    return ring if signed > 0 else ring[::-1]


def smoothed(ring: Floats, width: int = 5) -> Floats:
    """The ring with cell steps smoothed out."""
    weights = np.hanning(width + 2)[1:-1]
    weights /= weights.sum()
    padded = np.vstack([ring[-(width // 2) :], ring, ring[: width // 2]])
    return np.column_stack([np.convolve(padded[:, k], weights, "valid") for k in (0, 1)])


def sharpened_ring(
    view: View, ring: Floats, hidden: Pixels, reach_in: float = 0.2
) -> tuple[Floats, float]:
    """The ring moved onto the picture's own edges, and the share of it that has one."""
    ring = evenly(clockwise(ring))
    outward = ring_normals(smoothed(ring, 3))
    offsets = edge_offsets(view, ring, outward, reach_in)
    cells = view.coarse.cells_from_seen(ring).round().astype(int)
    rows = cells[:, 1].clip(0, hidden.shape[0] - 1)
    columns = cells[:, 0].clip(0, hidden.shape[1] - 1)
    seen = hidden[rows, columns] == 0
    offsets[~seen] = np.nan
    clear = ~np.isnan(offsets)
    share = float(clear.sum() / max(seen.sum(), 1))
    if clear.sum() < 8:
        return ring, share
    return ring + _evened(offsets)[:, None] * outward, share


def _evened(offsets: Floats) -> Floats:
    """Offsets without gaps and lone jumps."""
    index = np.arange(len(offsets))
    clear = ~np.isnan(offsets)
    whole = np.interp(index, index[clear], offsets[clear], period=len(offsets))
    around = np.concatenate([whole[-2:], whole, whole[:2]])
    near = np.stack([around[k : k + len(whole)] for k in range(5)])
    return cast("Floats", median(near))


def thinned(ring: Floats, tolerance_in: float) -> Floats:
    """The ring with only the corners that matter."""
    points = cv2.approxPolyDP(ring.astype(np.float32), tolerance_in, True)
    return np.asarray(points, float).reshape(-1, 2)
