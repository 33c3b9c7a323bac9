"""Books and bridges: rectangles at a known height."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.boxes import Box, box_around, sharpened
from vision.evidence import Evidence
from vision.flat_table import FlatTable, Pixels
from vision.found import Found, footprint_of, ground_of, sureness
from vision.regions import (
    Region,
    bridged,
    bytes_of,
    closed,
    either,
    opened,
    regions,
    share_of,
    without,
)
from vision.rings import hull


@dataclass(frozen=True, slots=True)
class _Straight:
    """What a kind of rectangle must show to be believed, inches and shares."""

    least_width_in: float
    most_length_in: float
    least_square: float  # how much of the rectangle the patch's hull fills
    least_fill: float  # and the patch itself


_STRAIGHTS = {"book": _Straight(2.5, 16, 0.85, 0.2), "bridge": _Straight(1.0, 9, 0.85, 0.5)}
_LEAST_EDGE = 0.35
_LEAST_AROUND = 0.5


def find_straight(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The books or bridges of one listing."""
    thing, flat = evidence.spec.things[number], evidence.flat
    claimed = ground_of(above, flat)
    hidden = either(evidence.covered, claimed)
    mask = closed(without(evidence.masks[number], claimed), flat, 0.2)
    whole = opened(bridged(mask, hidden, flat, 1.2), flat, 0.35)
    whole = either(whole, _lying_on(whole, claimed, flat))
    found = []
    for patch in regions(whole, flat, 1.5):
        box = box_around(patch.ring)
        if not _plausible(box, patch, _STRAIGHTS[thing.kind]):
            continue
        box, share = sharpened(evidence.view, box, 0.25)
        if share >= _LEAST_EDGE:
            footprint = footprint_of(flat, box.corners, thing.height)
            found.append(Found(thing, footprint, box.corners, sureness(share)))
    return found


def _lying_on(mask: Pixels, claimed: Pixels, flat: FlatTable) -> Pixels:
    """What lies on things of this mask: claimed patches whose surroundings mostly have it."""
    lying = np.zeros_like(mask)
    for patch in regions(claimed, flat, 1.0):
        wide = cv2.dilate(patch.cells, np.ones((11, 11), np.uint8))
        if share_of(mask, without(bytes_of(wide > 0), patch.cells)) > _LEAST_AROUND:
            lying = either(lying, bytes_of(wide > 0))
    return lying


def _plausible(box: Box, patch: Region, wanted: _Straight) -> bool:
    hull_area = cv2.contourArea(hull(patch.ring).astype(np.float32))
    return (
        2 * box.half_width > wanted.least_width_in
        and 2 * box.half_length < wanted.most_length_in
        and hull_area > wanted.least_square * box.area
        and patch.area_sq_in > wanted.least_fill * box.area
    )
