"""Strips that straight pieces do not explain: a road that was cut or laid in a curve."""

import cv2
import numpy as np
from shapely import Polygon

from vision.colour.evidence import Evidence
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.outlines import sharpened_ring, thinned
from vision.surface.patches import (
    Region,
    all_filled,
    bridged,
    opened,
    regions,
    share_inside,
    share_of,
    without,
)
from vision.things.candidate import footprint_of
from vision.things.strip_ground import StripGround

_LEAST_SQ_IN = 4.0
_LEAST_LEFT_SQ_IN = 1.0  # of what shows besides straight strips, though much of it is hidden
_LEAST_EDGE = 0.75
_EXPLAINED = 0.45  # of a patch, by straight strips, that is enough
_WIDTH_IN = (0.6, 3.5)
_NARROWEST_IN = 0.5  # of what shows besides straight strips, and may be a part of a strip
_MOST_WIDER = 1.6  # than it is on the whole
_SLENDER = 2.5  # how many times as long as wide a strip is at least

Outline = tuple[Polygon, float]  # and the share of it that has a clear edge


def with_curved(evidence: Evidence, ground: StripGround, straight: list[Outline]) -> list[Outline]:
    """The straight strips, and in place of those that explain too little the patch itself."""
    flat = evidence.flat
    known = all_filled((np.array(s.buffer(0.1).exterior.coords) for s, _ in straight), flat)
    left = opened(without(ground.shown, known), flat, _NARROWEST_IN)
    if cv2.countNonZero(left) < _LEAST_LEFT_SQ_IN * flat.px_per_in**2:
        return straight
    whole = opened(bridged(ground.shown, ground.hidden, flat, 2.5), flat, _NARROWEST_IN)
    outlines = straight
    for patch in regions(whole, flat, _LEAST_SQ_IN):
        if share_of(known, patch.cells) >= _EXPLAINED or ground.is_anothers(patch.cells):
            continue
        curved = _curved(evidence, patch, ground.hidden)
        if curved is not None:
            kept = [one for one in outlines if _share_inside(one[0], patch, evidence) < 0.5]
            outlines = [*kept, curved]
    return outlines


def _share_inside(shape: Polygon, patch: Region, evidence: Evidence) -> float:
    return share_inside(patch.cells, np.array(shape.exterior.coords), evidence.flat)


def _curved(evidence: Evidence, patch: Region, hidden: Pixels) -> Outline | None:
    """The patch's own outline, if it is a strip's and the picture has its edges."""
    ring, share = sharpened_ring(evidence.view, patch.ring, hidden)
    if share < _LEAST_EDGE:
        return None
    shape = footprint_of(evidence.flat, thinned(ring, 0.05), 0.0)
    width_in = 2 * shape.area / max(shape.length, 1e-6)
    slender = shape.area > _SLENDER * width_in**2
    if not _WIDTH_IN[0] < width_in < _WIDTH_IN[1] or not slender:
        return None
    return (shape, share) if _widest_in(patch, evidence.flat) < _MOST_WIDER * width_in else None


def _widest_in(patch: Region, flat: FlatTable) -> float:
    """How wide a patch is where it is widest; a book that touches a road is wider than roads."""
    return 2 * float(cv2.distanceTransform(patch.cells, cv2.DIST_L2, 3).max()) / flat.px_per_in
