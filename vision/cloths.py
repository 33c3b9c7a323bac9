"""Napkins and mats: cloth that lies flat, plain or patterned, its edges straight or not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from table.places import Floats
from table.table_spec import ThingSpec
from vision.boxes import box_around
from vision.cloth_patches import Patch, Wanted, cloth_patches, with_hidden_corners
from vision.cloth_rectangles import with_square_corners
from vision.evidence import Evidence
from vision.flat_table import FlatTable, Pixels
from vision.found import Found, footprint_of, ground_of, sureness
from vision.patch_edges import held_in
from vision.regions import both, closed, either, filled, share_of, without, without_holes
from vision.rings import hull_area, sharpened_ring, thinned


@dataclass(frozen=True, slots=True)
class _Cloth:
    """What a kind of cloth must show to be believed, inches and shares."""

    least_width_in: float  # a band of shadow beside a book is narrower
    least_edge: float  # of what shows of its outline
    least_piece_edge: float  # of each piece's; shadows have hardly any
    most_bare_between: float  # of the ground between two pieces
    least_shown: float  # that nothing hides
    most_sure: float


# A crumpled napkin's edge is as soft as a shadow's; roads lie across mats, and books on them.
_CLOTHS = {
    "napkin": _Cloth(0.0, 0.35, 0.0, 0.15, 0.25, 0.99),
    "mat": _Cloth(1.8, 0.5, 0.25, 0.03, 0.15, 0.95),
}
_REACH_IN = 0.25
_PATTERN_IN = 1.0  # how wide a stripe or a check is at most
_LEAST_GROUND = 0.2  # of a patterned cloth that shows its ground colour
_LEAST_SQ_IN = 3.0
_LEAST_SOLID = 0.72  # a card of no army may lie on it
_GAP_IN = 0.4
_SURE = 0.93


def find_cloths(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The napkins or mats of one listing, plain or patterned."""
    hidden = either(evidence.veil(number), ground_of(above, evidence.flat))
    shades = _shades(evidence, number)
    found = _found_in(evidence, number, shades, hidden)
    if evidence.spec.things[number].kind == "mat" and _surest(found) < _SURE:
        # A shadow of a mat's colour may hang on it.
        held = held_in(without(shades, hidden), hidden, evidence)
        without_shadow = _found_in(evidence, number, held, hidden)
        found = max((found, without_shadow), key=_surest)
    return found


def _surest(found: Sequence[Found]) -> float:
    return max((one.confidence for one in found), default=0.0)


def _found_in(evidence: Evidence, number: int, shades: Pixels, hidden: Pixels) -> list[Found]:
    """The cloths of one listing among cells that may show it."""
    # Cloth is large: every second cell tells as much.
    flat = evidence.flat.shrunk(2)
    mask, ground, veil = (
        _halved(cells, flat) for cells in (shades, evidence.masks[number], hidden)
    )
    thing = evidence.spec.things[number]
    cloth = _CLOTHS[thing.kind]

    def is_piece(piece: Patch) -> bool:
        least = cloth.least_piece_edge
        return not least or _sharpened(evidence, piece.ring, hidden)[1] >= least

    wanted = Wanted(_LEAST_SQ_IN, cloth.most_bare_between, is_piece)
    patches = cloth_patches(without(mask, veil), veil, flat, wanted)
    solid = [patch for patch in patches if _solid(patch, ground, veil, flat, cloth.least_shown)]
    found = [_cloth(evidence, thing, patch, hidden, flat) for patch in solid]
    return [one for one in found if one is not None]


def _shades(evidence: Evidence, number: int) -> Pixels:
    """The cells that may show a cloth's colour or its pattern."""
    flat, thing = evidence.flat, evidence.spec.things[number]
    shades = either(evidence.masks[number], evidence.tints[number])
    if thing.kind == "napkin":
        # Whatever the pattern is, it is not desk and lies between patches of the ground colour.
        pattern = both(closed(shades, flat, _PATTERN_IN), evidence.strange)
        shades = either(shades, without(pattern, _others(evidence, number)))
    return closed(shades, flat, 0.25)


def _others(evidence: Evidence, number: int) -> Pixels:
    """The cells that surely show another listing's colour."""
    others = np.zeros_like(evidence.covered)
    for n, mask in enumerate(evidence.strict):
        others = either(others, mask) if n != number else others
    return others


def _halved(mask: Pixels, flat: FlatTable) -> Pixels:
    small = cv2.resize(mask, flat.size_wh, interpolation=cv2.INTER_AREA)
    return cast("Pixels", cv2.threshold(small, 127, 255, cv2.THRESH_BINARY)[1])


def _solid(
    patch: Patch, ground: Pixels, hidden: Pixels, flat: FlatTable, least_shown: float
) -> bool:
    shown = cv2.countNonZero(patch.cells) / flat.px_per_in**2
    around = hull_area(patch.ring)
    # Cloth has no holes: what it encloses lies on it.
    known = without_holes(closed(either(patch.cells, hidden), flat, _GAP_IN))
    return (
        share_of(ground, patch.cells) > _LEAST_GROUND
        and shown > least_shown * around
        and share_of(known, filled(patch.ring, flat)) > _LEAST_SOLID
    )


def _cloth(
    evidence: Evidence, thing: ThingSpec, patch: Patch, hidden: Pixels, flat: FlatTable
) -> Found | None:
    veil = _halved(hidden, flat)
    around = with_hidden_corners(patch, veil, flat)
    whole = with_square_corners(around, patch, veil, flat, square=thing.kind == "mat")
    kind = _CLOTHS[thing.kind]
    ring, share = _sharpened(evidence, whole, hidden)
    if share < kind.least_edge:
        # The rectangle may be guessed wrong where its corners are hidden.
        ring, share = _sharpened(evidence, around, hidden)
    if share < kind.least_edge or box_around(ring).sizes.min() < kind.least_width_in:
        return None
    shape = footprint_of(evidence.flat, thinned(ring, 0.03), thing.height)
    sure = sureness(share, kind.most_sure)
    return Found(thing, shape, np.array(shape.exterior.coords[:-1]), sure)


def _sharpened(evidence: Evidence, ring: Floats, hidden: Pixels) -> tuple[Floats, float]:
    return sharpened_ring(evidence.view, ring, hidden, _REACH_IN)
