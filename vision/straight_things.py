"""Books, bridges and walls: rectangles at a known height."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.boxes import Box, box_around, sharpened
from vision.evidence import Evidence
from vision.flat_table import Pixels
from vision.found import Found, footprint_of, sureness
from vision.regions import Region, bridged, closed, grown, opened, regions, without
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
_PENCIL_IN = (7.0, 0.3)


def find_straight(evidence: Evidence, number: int, claimed: Pixels) -> list[Found]:
    """The books or bridges of one listing."""
    thing, flat = evidence.spec.things[number], evidence.flat
    hidden = cv2.bitwise_or(evidence.covered, claimed)
    mask = closed(without(evidence.masks[number], claimed), flat, 0.2)
    whole = opened(bridged(mask, hidden, flat, 1.2), flat, 0.35)
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


def _plausible(box: Box, patch: Region, wanted: _Straight) -> bool:
    hull_area = cv2.contourArea(hull(patch.ring).astype(np.float32))
    return (
        2 * box.half_width > wanted.least_width_in
        and 2 * box.half_length < wanted.most_length_in
        and hull_area > wanted.least_square * box.area
        and patch.area_sq_in > wanted.least_fill * box.area
    )


def find_walls(evidence: Evidence, number: int, claimed: Pixels) -> list[Found]:
    """The pencils and cards of one listing: long, thin and of one colour."""
    thing, flat = evidence.spec.things[number], evidence.flat
    mask = closed(without(evidence.strict[number], claimed), flat, 0.2)
    whole = bridged(mask, evidence.covered, flat, 1.2)
    found = []
    for patch in regions(whole, flat, 0.25):
        box = box_around(patch.ring)
        thin = 0.1 < 2 * box.half_width < 1.0 and 5 * box.half_width < box.half_length
        if not thin or not 1.0 < box.half_length < 6:
            continue
        box, share = sharpened(evidence.view, box, 0.12, ends=False)
        box = _pencil(box)
        footprint = footprint_of(flat, box.corners, thing.height / 2)
        found.append(Found(thing, footprint, grown(box.corners, 1.1), sureness(share)))
    return found


def _pencil(box: Box) -> Box:
    """A pencil where the box is about as thick and as long as one."""
    if 2 * box.half_width < 0.45 and 4.5 < 2 * box.half_length < 7.8:
        return Box(box.centre, box.along, _PENCIL_IN[0] / 2, _PENCIL_IN[1] / 2)
    return box
