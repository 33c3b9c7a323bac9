"""Books and bridges: rectangles at a known height."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.boxes import Box, box_around, sharpened, tightened
from vision.evidence import Evidence
from vision.flat_table import FlatTable, Pixels
from vision.found import Found, footprint_of, ground_of, sureness
from vision.regions import (
    Region,
    both,
    bridged,
    bytes_of,
    closed,
    either,
    opened,
    region,
    regions,
    share_of,
    without,
)
from vision.rings import hull_area


@dataclass(frozen=True, slots=True)
class _Straight:
    """What a kind of rectangle must show to be believed, inches and shares."""

    least_width_in: float
    most_length_in: float
    least_square: float  # how much of the rectangle the patch's hull fills
    least_fill: float  # and the patch itself
    least_edge: float  # of its sides that lie on edges


_STRAIGHTS = {
    "book": _Straight(2.5, 16, 0.85, 0.2, 0.4),
    "bridge": _Straight(1.3, 9, 0.85, 0.5, 0.55),
}
_LEAST_AROUND = 0.4


def find_straight(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The books or bridges of one listing."""
    thing, flat = evidence.spec.things[number], evidence.flat
    claimed = ground_of(above, flat)
    hidden = either(evidence.covered, claimed)
    mask = closed(without(evidence.masks[number], claimed), flat, 0.2)
    whole = opened(bridged(mask, hidden, flat, 1.2), flat, 0.35)
    found = []
    for patch in _rejoined(whole, claimed, flat):
        box = box_around(patch.ring)
        if 2 * box.half_width < _STRAIGHTS[thing.kind].least_width_in:
            continue
        box = tightened(box, patch.cells, hidden, flat)
        if not _plausible(box, patch, _STRAIGHTS[thing.kind]):
            continue
        box, share = sharpened(evidence.view, box, 0.25, hidden=hidden)
        if share >= _STRAIGHTS[thing.kind].least_edge:
            footprint = footprint_of(flat, box.corners, thing.height)
            found.append(Found(thing, footprint, box.corners, sureness(share)))
    return found


def _rejoined(mask: Pixels, claimed: Pixels, flat: FlatTable) -> list[Region]:
    """The mask's patches; those around something that lies on them are one again."""
    lying = np.zeros_like(mask)
    for patch in regions(claimed, flat, 1.0):
        wide = bytes_of(cv2.dilate(patch.cells, np.ones((9, 9), np.uint8)) > 0)
        if share_of(mask, without(wide, patch.cells)) > _LEAST_AROUND:
            lying = either(lying, wide)
    joined = []
    for patch in regions(either(mask, lying), flat, 1.5):
        own = both(patch.cells, mask)
        if own.any():
            joined.append(region(own, flat))
    return joined


def _plausible(box: Box, patch: Region, wanted: _Straight) -> bool:
    return (
        2 * box.half_width > wanted.least_width_in
        and 2 * box.half_length < wanted.most_length_in
        and hull_area(patch.ring) > wanted.least_square * box.area
        and patch.area_sq_in > wanted.least_fill * box.area
    )
