"""Outlines as rings of points: evened, smoothed, moved onto the picture's own edges."""

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np

from calibration.medians import median
from table.places import Floats, SeenXY
from vision.surface.edge_search import edge_offsets, ring_normals
from vision.surface.flat_view import FlatView
from vision.surface.masks import GridMask

_CORNER_IN = 0.1  # by which a ring strays from one with only the corners that matter
_FEWEST = 8  # places of a ring that show where it runs
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


def sharpened_rings(view: FlatView, rings: Sequence[SeenXY], hidden: GridMask) -> list[SeenXY]:
    """The rings moved onto the picture's own edges, where these are seen."""
    if not rings:
        return []
    rings = [evenly(clockwise(ring)) for ring in rings]
    outwards = [ring_normals(_smoothed(ring)) for ring in rings]
    places = SeenXY(np.concatenate(rings))
    # All rings at once: each alone has so few places that asking takes longer than looking.
    offsets = edge_offsets(view, places, np.concatenate(outwards))
    offsets[hidden.at(places)] = np.nan
    ends = np.cumsum([len(ring) for ring in rings])[:-1]
    each = zip(rings, outwards, np.split(offsets, ends), strict=True)
    return [_moved_out(ring, outward, own) for ring, outward, own in each]


def _moved_out(ring: SeenXY, outward: Floats, offsets: Floats) -> SeenXY:
    """A ring moved outward by offsets, nan where none is known; too few of them move nothing."""
    if np.count_nonzero(np.isfinite(offsets)) < _FEWEST:
        return ring
    return SeenXY(ring + _evened(offsets)[:, None] * outward)


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


def thinned(ring: SeenXY, tolerance_in: float = _CORNER_IN) -> SeenXY:
    """The ring with only the corners that matter."""
    points = cv2.approxPolyDP(ring.astype(np.float32), tolerance_in, True)
    return SeenXY(np.asarray(points, float).reshape(-1, 2))
