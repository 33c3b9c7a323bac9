"""Mats: cloth that other things lie on, nearly always a rectangle."""

from collections.abc import Sequence

import cv2
import numpy as np

from table.places import Floats
from vision.colour.evidence import FLAT_KINDS, Evidence
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.outlines import sharpened_ring, thinned
from vision.surface.patches import (
    all_filled,
    both,
    closed,
    either,
    filled,
    halved,
    opened,
    part_around,
    share_inside,
    share_of,
    widened,
    without,
)
from vision.things.boxes import box_around
from vision.things.candidate import Found, footprint_of, ground_of, sureness
from vision.things.cloth_patches import cloth_patches, with_hidden_corners
from vision.things.hidden_sides import Rectangle
from vision.things.part_hidden import part_hidden
from vision.things.patch_edges import held_in, steep_cells

_REACH_IN = 0.25
_GAP_IN = 0.25
_LEAST_SQ_IN = 2.0
_LEAST_SHOWN = 0.1  # that nothing hides
_LEAST_WIDTH_IN = 1.8  # a band of shadow beside a book is narrower
_LEAST_EDGE = 0.5  # of what shows of its outline
# A mat of another shape must show nearly all of itself, else it is a shadow or an end of a strip.
_LEAST_ODD_SQ_IN, _LEAST_ODD_EDGE, _LEAST_SOLID = 5.0, 0.8, 0.85
_LEAST_ODD_PIECE_SQ_IN = 0.7  # so that what is left out is hardly any of it
_STEEP, _MOST_STEEP = 5.0, 0.3  # Lab units from cell to cell, and of the cells: printed paper
_BESIDE_IN = 0.15
_ON_MATS = FLAT_KINDS - {"mat"}
_HANGING_IN = 0.4  # a narrower rim is no shadow that hangs on a mat
_LYING_IN = 0.2  # a thinner line is between two colours
_SURE = 0.9  # of a mat on which no shadow is looked for
# By how many of its sides edges tell: the others are hidden, and may lie elsewhere.
_MOST_SURE = (0.7, 0.8, 0.9, 0.95, 0.95)
_MOST_SURE_ODD = 0.9


def find_mats(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The mats of one listing."""
    hidden = either(evidence.veil(number), ground_of(above, evidence.flat))
    shown = without(closed(evidence.masks[number], evidence.flat, _GAP_IN), hidden)
    found = _found_in(evidence, number, shown, hidden)
    if _surest(found) < _SURE:
        held = held_in(shown, hidden, evidence)
        # A shadow of a mat's colour may hang on it.
        if _is_less(held, shown, found, evidence.flat):
            found = max((found, _found_in(evidence, number, held, hidden)), key=_surest)
    return found


def _is_less(held: Pixels, shown: Pixels, found: Sequence[Found], flat: FlatTable) -> bool:
    """Whether edges hold in less than all that shows, at the mats where some were found."""
    lost = opened(without(shown, held), flat, _HANGING_IN)
    if found:
        ground = all_filled((one.silhouette for one in found), flat)
        lost = both(lost, widened(ground, flat, _BESIDE_IN))
    return bool(cv2.countNonZero(lost))


def _not_found(evidence: Evidence, number: int) -> Pixels:
    """What surely shows another listing: it lies on mats, though no shape of its own was found."""
    others = without(evidence.surely(evidence.of_kinds(_ON_MATS)), evidence.masks[number])
    return opened(others, evidence.flat, _LYING_IN)


def _surest(found: Sequence[Found]) -> float:
    return max((one.confidence for one in found), default=0.0)


def _found_in(evidence: Evidence, number: int, shown: Pixels, hidden: Pixels) -> list[Found]:
    """The mats of one listing among cells that may show them."""
    # Cloth is large: every second cell tells as much of its ground.
    flat = evidence.flat.shrunk(2)
    found: list[Found] = []
    taken: list[Pixels] = []
    for rectangle in part_hidden(evidence, shown, hidden, taken, _not_found(evidence, number)):
        mat = _rectangular(evidence, number, rectangle, shown, hidden)
        if mat is not None:
            found.append(mat)
            taken.append(filled(rectangle.corners, flat))
    own = halved(shown, flat)
    for ground in taken:
        own = without(own, ground)
    return [*found, *_of_other_shapes(evidence, number, own, hidden, flat)]


def _of_other_shapes(
    evidence: Evidence, number: int, own: Pixels, hidden: Pixels, flat: FlatTable
) -> list[Found]:
    """Mats that are round, or cut some other way, and lie open to view."""
    veil = halved(hidden, flat)
    found = []
    for patch in cloth_patches(own, veil, flat, _LEAST_ODD_SQ_IN, _LEAST_ODD_PIECE_SQ_IN):
        ring = with_hidden_corners(patch, veil, flat)
        if share_inside(patch.cells, ring, flat) < _LEAST_SOLID:
            continue
        sharp, share = _sharpened(evidence, ring, hidden)
        inside = without(filled(sharp, evidence.flat), hidden)
        if share >= _LEAST_ODD_EDGE and _is_wide(sharp) and not _is_printed(evidence, inside):
            found.append(_found(evidence, number, sharp, sureness(share, _MOST_SURE_ODD)))
    return found


def _rectangular(
    evidence: Evidence, number: int, best: Rectangle, shown: Pixels, hidden: Pixels
) -> Found | None:
    flat = evidence.flat
    ground = filled(best.corners, flat)
    own = both(shown, ground)
    if cv2.countNonZero(own) < max(
        _LEAST_SQ_IN * flat.px_per_in**2, _LEAST_SHOWN * cv2.countNonZero(ground)
    ):
        return None
    ring, share = _sharpened(evidence, best.corners, hidden)
    if share < _LEAST_EDGE or not _is_wide(ring):
        return None
    here = part_around(own, _BESIDE_IN, flat)
    open_to_view = np.zeros_like(own)
    open_to_view[here] = without(own[here], widened(hidden[here], flat, _BESIDE_IN))
    if _is_printed(evidence, open_to_view):
        return None
    return _found(evidence, number, ring, sureness(share, _MOST_SURE[best.sides_told]))


def _sharpened(evidence: Evidence, ring: Floats, hidden: Pixels) -> tuple[Floats, float]:
    return sharpened_ring(evidence.view, ring, hidden, _REACH_IN)


def _found(evidence: Evidence, number: int, ring: Floats, sure: float) -> Found:
    thing = evidence.spec.things[number]
    shape = footprint_of(evidence.flat, thinned(ring, 0.03), thing.height)
    return Found(thing, shape, np.array(shape.exterior.coords[:-1]), sure)


def _is_wide(ring: Floats) -> bool:
    return bool(box_around(ring).sizes.min() >= _LEAST_WIDTH_IN)


def _is_printed(evidence: Evidence, cells: Pixels) -> bool:
    """Whether cells are full of edges: a code or print that is grey from afar."""
    left, top, width, height = cv2.boundingRect(cells)
    here = np.s_[top : top + height, left : left + width]
    if not cells[here].size:
        return False
    steep = steep_cells(evidence.view.lab[here], _STEEP)
    return share_of(steep, cells[here]) > _MOST_STEEP
