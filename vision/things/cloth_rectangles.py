"""The corners of a rectangular cloth that lie under something, told by its sides that show."""

import cv2
import numpy as np

from table.places import Floats
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.outlines import hull
from vision.surface.own_edge import own_edge
from vision.surface.patches import both, either, filled, opened, without
from vision.things.cloth_patches import ClothPatch
from vision.things.right_angles import LEAST_PLACES, right_angle

_LEAST_AGREEING = 0.75  # of the edges that show, on one right angle: most napkins have none
_FACING = 0.93  # the cosine of the angle between a side and the edges that tell where it is
_MOST_NEW_BARE = 0.04  # of the cloth, that giving back its corners may lay bare
_LEAST_BARE_IN = 0.25


def with_square_corners(ring: Floats, patch: ClothPatch, hidden: Pixels, flat: FlatTable) -> Floats:
    """The ring around a patch, with what something hides of its rectangle."""
    edge, inward = own_edge(patch.cells, hidden, flat)
    along = right_angle(inward, _LEAST_AGREEING)
    if along is None:
        return ring
    corners = _rectangle(along, edge, inward, ring)
    under, _ = cv2.findContours(
        both(filled(corners, flat), hidden), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    if not under:
        return ring
    lost = flat.seen_from_cells(np.concatenate([part.reshape(-1, 2) for part in under]))
    whole = hull(np.vstack([ring, lost]))
    bare = [_bare_cells(r, patch, hidden, flat) for r in (ring, whole)]
    return whole if bare[1] - bare[0] <= _MOST_NEW_BARE * cv2.countNonZero(patch.cells) else ring


def _rectangle(along: Floats, edge: Floats, inward: Floats, ring: Floats) -> Floats:
    """The corners of the rectangle on the edges; where a side has none, around the ring."""
    across = np.array([-along[1], along[0]])
    right, low, left, high = (
        _reach(way, edge[inward @ way < -_FACING] @ way, ring)
        for way in (along, across, -along, -across)
    )
    return np.array(
        [
            x * along + y * across
            for x, y in ((right, low), (-left, low), (-left, -high), (right, -high))
        ]
    )


def _reach(way: Floats, facing: Floats, ring: Floats) -> float:
    """How far the cloth reaches that way."""
    if len(facing) < LEAST_PLACES:
        return float((ring @ way).max())
    return float(np.sort(facing)[int(0.8 * len(facing))])


def _bare_cells(ring: Floats, patch: ClothPatch, hidden: Pixels, flat: FlatTable) -> int:
    bare = without(filled(ring, flat), either(patch.cells, hidden))
    return cv2.countNonZero(opened(bare, flat, _LEAST_BARE_IN))
