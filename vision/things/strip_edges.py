"""Strips on the picture's own edges: boxes in, the strips along them out."""

from collections.abc import Sequence

import numpy as np

from table.places import Floats
from vision.colour.evidence import Evidence
from vision.things.boxes import ALONG_BOX, Box, all_sharpened, sharpened
from vision.things.nets import net
from vision.things.strip_ground import HIDDEN, SHOWN, Strip, StripGround

PLAIN_EDGE = 0.7  # of a strip's sides: no look finds more
ENOUGH_EDGE = 0.6  # of them: it is believed as it is; one sheet has no bend
_REACH_IN = 0.15  # how far from where a strip is told its edges may lie
_LEAST_FRAYED_EDGE = 0.3  # of them that mostly shows through noise
_WELL_SIDED = 0.7  # of what shows of a strip's sides
_BY_SIDE_IN = 0.25  # within a side and beyond it


def all_edged(evidence: Evidence, ground: StripGround, boxes: Sequence[Box]) -> list[Strip]:
    """The strips along some boxes, as the picture shows them."""
    found = all_sharpened(evidence.view, boxes, _REACH_IN, hidden=ground.hidden)
    return [Strip(*one) for one in found]


def edged(evidence: Evidence, ground: StripGround, box: Box) -> Strip:
    """The strip along a box, noise evened out where that shows more of its edges."""
    (strip,) = all_edged(evidence, ground, [box])
    return unfrayed(evidence, ground, box, strip, ENOUGH_EDGE)


def unfrayed(
    evidence: Evidence, ground: StripGround, box: Box, strip: Strip, enough: float
) -> Strip:
    """The strip found along a box; with few edges as it is found without noise, if that is better.

    A poor camera's noise may have frayed them.
    """
    if strip.edge >= enough:
        return strip
    if strip.edge < _LEAST_FRAYED_EDGE and sided(ground, [box])[0] < _WELL_SIDED:
        return strip
    view = evidence.view.steadied(box.corners)
    steady = Strip(*sharpened(view, box, _REACH_IN, hidden=ground.hidden))
    return max(strip, steady, key=lambda one: one.edge)


def sided(ground: StripGround, boxes: Sequence[Box]) -> Floats:
    """The share of what shows of each strip's sides at which its colour ends."""
    starts, ways = [], []
    for box in boxes:
        across_in = box.half_width + np.array([-_BY_SIDE_IN, _BY_SIDE_IN])
        starts.append(box.centre + np.concatenate([across_in, -across_in])[:, None] * box.across)
        ways += [box.along * box.half_length] * 4
    if not starts:
        return np.zeros(0)
    places = net(ground.flat, np.concatenate(starts), np.array(ways), ALONG_BOX)
    told = places.values(ground.told).reshape(len(boxes), 2, 2, -1)
    inside, outside = told[:, :, 0], told[:, :, 1]
    seen = np.count_nonzero((inside < HIDDEN) & (outside < HIDDEN), axis=(1, 2))
    ends = np.count_nonzero((inside == SHOWN) & (outside == 0), axis=(1, 2))
    return np.asarray(ends / np.maximum(seen, 1))
