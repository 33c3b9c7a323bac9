"""Outlines as rings of points: evened, smoothed, moved onto the picture's own edges."""

from typing import cast

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats, SeenXY
from vision.surface.edge_search import edge_offsets, ring_normals
from vision.surface.flat_view import FlatView
from vision.surface.masks import GridMask

_SPACING_IN = 0.12  # between an outline's points: a corner is cut by half of that at most


def evenly(ring: SeenXY, spacing_in: float = _SPACING_IN) -> SeenXY:
    """Points along a closed ring, that far apart."""
    x, y = np.concatenate([ring, ring[:1]]).T
    run = np.zeros(len(x))
    np.cumsum(np.hypot(x[1:] - x[:-1], y[1:] - y[:-1]), out=run[1:])
    count = max(8, round(run[-1] / spacing_in))
    s = np.arange(count) * (run[-1] / count)
    return SeenXY(np.stack([np.interp(s, run, x), np.interp(s, run, y)], axis=1))


def clockwise(ring: SeenXY) -> SeenXY:
    """The ring run clockwise as seen, y down."""
    x, y = ring[:, 0], ring[:, 1]
    last = x[-1] * y[0] - x[0] * y[-1]
    signed = float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum() + last)
    return ring if signed > 0 else SeenXY(ring[::-1])


def _smoothed(ring: SeenXY) -> SeenXY:
    """The ring with cell steps smoothed out."""
    around = np.concatenate([ring[-1:], ring, ring[:1]])
    return SeenXY((around[:-2] + 2 * ring + around[2:]) / 4)


def sharpened_ring(view: FlatView, ring: SeenXY, hidden: GridMask) -> tuple[SeenXY, float]:
    """The ring moved onto the picture's own edges, and the share of it that has one."""
    ring = evenly(clockwise(ring))
    outward = ring_normals(_smoothed(ring))
    offsets = edge_offsets(view, ring, outward)
    veiled = hidden.at(ring)
    offsets[veiled] = np.nan
    clear = len(ring) - int(np.count_nonzero(np.isnan(offsets)))
    share = clear / max(len(ring) - int(np.count_nonzero(veiled)), 1)
    if clear < 8:
        return ring, share
    return SeenXY(ring + _evened(offsets)[:, None] * outward), share


def _evened(offsets: Floats) -> Floats:
    """Offsets without gaps and lone jumps."""
    clear = np.flatnonzero(~np.isnan(offsets))
    # Before its first place and after its last one the ring goes on.
    count, turns = len(offsets), np.concatenate([clear[-1:] - len(offsets), clear, clear[:1]])
    turns[-1] += count
    whole = np.interp(np.arange(count), turns, offsets[turns % count])
    around = np.concatenate([whole[-2:], whole, whole[:2]])
    near = np.array([around[k : k + count] for k in range(5)])
    return cast("Floats", median(near))


def thinned(ring: SeenXY, tolerance_in: float) -> SeenXY:
    """The ring with only the corners that matter."""
    points = cv2.approxPolyDP(ring.astype(np.float32), tolerance_in, True)
    return SeenXY(np.asarray(points, float).reshape(-1, 2))
