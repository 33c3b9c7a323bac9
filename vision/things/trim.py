"""Walls that are none: a book's pages or print, a napkin's stripes."""

from collections.abc import Container, Sequence
from dataclasses import replace

import cv2
import numpy as np

from table.table_spec import rgb_of
from vision.colour.evidence import Evidence
from vision.colour.inks import lab_of_rgb
from vision.surface.patches import share_inside
from vision.things.boxes import Box, box_around
from vision.things.candidate import Found
from vision.things.nets import net
from vision.things.walls import PENCIL_PAINT_IN, is_tent

_HEM_IN = 0.25
_STRIPE_IN = 0.6
_COLOURFUL = 25.0  # Lab units from grey
_LEAST_PATTERN = 0.4  # of paint, of which a pencil's on a napkin has hardly any
_LEAST_PAINT = 0.85
_ALONG = 0.17  # the sine of the angle between lines that are along one another
_WITHIN = np.linspace(-0.6, 0.6, 5)  # half widths from a box's middle line


def without_trim(evidence: Evidence, found: Sequence[Found], kinds: Container[str]) -> list[Found]:
    """What was found without walls that are a part of the things of these kinds."""
    trimmed = [one for one in found if one.spec.kind in kinds]
    return [one for one in found if one.spec.kind != "wall" or not _is_trim(evidence, one, trimmed)]


def _is_trim(evidence: Evidence, wall: Found, others: Sequence[Found]) -> bool:
    """Whether a wall's paint is a part of a book or a napkin."""
    paint = _paint(evidence, wall) if others else None
    return paint is not None and any(
        _is_part(wall, *paint, other) and _may_be_printed(evidence, wall, paint[0], other)
        for other in others
    )


def _may_be_printed(evidence: Evidence, wall: Found, box: Box, other: Found) -> bool:
    """Whether paint has a colour that a thing's print may have: on a napkin grey, or its own."""
    paint = lab_of_rgb(rgb_of(wall.spec.shown[0]))
    if other.spec.kind != "napkin" or np.hypot(*paint[1:]) < _COLOURFUL:
        return True
    tints = evidence.tints[evidence.spec.things.index(other.spec)]
    return share_inside(tints, box.corners, evidence.flat) > _LEAST_PATTERN


def _is_part(wall: Found, box: Box, fill: float, other: Found) -> bool:
    """Whether a wall's paint is all on a napkin, in print on a book, or along the book's edge."""
    ring = other.silhouette.astype(np.float32)
    ends = [box.centre + way * 0.8 * box.half_length * box.along for way in (-1, 1)]
    inward_in = [cv2.pointPolygonTest(ring, end.tolist(), measureDist=True) for end in ends]
    near_in = box.half_width + _HEM_IN
    if other.spec.kind == "book" and all(abs(deep) < near_in for deep in inward_in):
        return True
    is_pencil = fill > _LEAST_PAINT and box.half_length > PENCIL_PAINT_IN / 2
    # A pale stripe along a napkin's edge may not have been taken for a part of it.
    beside_in = _HEM_IN if is_pencil else _STRIPE_IN
    if is_tent(wall.spec) or min(inward_in) <= -beside_in:
        return False
    if other.spec.kind == "napkin":  # its stripes run along its sides
        return not is_pencil or _is_along_side(box, box_around(other.silhouette))
    return not is_pencil


def _is_along_side(box: Box, cloth: Box) -> bool:
    """Whether a box runs along a side of a rectangle."""
    return min(abs(float(box.along @ way)) for way in (cloth.along, cloth.across)) < _ALONG


def _paint(evidence: Evidence, wall: Found) -> tuple[Box, float] | None:
    """The part of a wall's box over which its colour shows, and the share of it that does."""
    box, flat = box_around(wall.silhouette), evidence.flat
    s = np.arange(-box.half_length, box.half_length, 1 / flat.px_per_in)
    starts = box.centre + (_WITHIN * box.half_width)[:, None] * box.across
    cells = net(flat, starts, box.along, s)
    shown = ~cells.on(evidence.covered)
    mask = evidence.masks[evidence.spec.things.index(wall.spec)]
    own = np.count_nonzero(cells.on(mask) & shown, axis=0) > 0.3 * len(_WITHIN)
    there = np.flatnonzero(own)
    if len(there) < 2:
        return None
    low, high = s[there[0]], s[there[-1]]
    painted = np.s_[there[0] : there[-1] + 1]
    middle = shown[len(_WITHIN) // 2]
    fill = int(np.count_nonzero(own[painted])) / max(1, int(np.count_nonzero(middle[painted])))
    centre = box.centre + box.along * (low + high) / 2
    return replace(box, centre=centre, half_length=(high - low) / 2), fill
