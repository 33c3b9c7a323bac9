"""Napkins: cloth that lies flat, plain or patterned, its edges straight or not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table.places import Floats
from vision.colour.evidence import Evidence
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.outlines import hull_area, sharpened_ring, thinned
from vision.surface.patches import (
    both,
    closed,
    connected_to,
    either,
    filled,
    halved,
    opened,
    part_around,
    share_inside,
    share_of,
    without,
    without_holes,
)
from vision.things.candidate import Found, footprint_of, ground_of, sureness
from vision.things.cloth_patches import ClothPatch, cloth_patches, with_hidden_corners
from vision.things.cloth_rectangles import with_square_corners

_LEAST_EDGE = 0.35  # of what shows of its outline; a crumpled edge is as soft as a shadow's
_LEAST_SHOWN = 0.25  # that nothing hides
_REACH_IN, _BOWED_IN = 0.25, 0.45
_PATTERN_IN = 1.0  # how wide a stripe or a check is at most
_LEAST_GROUND = 0.2  # of a patterned cloth that shows its ground colour
_LEAST_SQ_IN = 3.0
_LEAST_SOLID = 0.72  # a card of no army may lie on it
_GAP_IN = 0.4
_SEAM_IN = 0.25
_PLAIN_EDGE = 0.9  # of an outline: no better one is looked for
_MUCH_BETTER = 0.1
_MOST_GROUND_LEFT = 0.3  # of what a plain cloth leaves out


@dataclass(frozen=True, eq=False)
class _ClothCover:
    """What hides cloth: its cells, and those of the coarser grid on which cloth is looked for."""

    fine: Pixels
    coarse: Pixels
    flat: FlatTable  # the coarser grid


def find_cloths(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The napkins of one listing, plain or patterned."""
    hidden = either(evidence.veil(number), ground_of(above, evidence.flat))
    # Cloth is large: every second cell tells as much.
    flat = evidence.flat.shrunk(2)
    mask, ground, veil = (
        halved(cells, flat) for cells in (_shades(evidence, number), evidence.masks[number], hidden)
    )
    patches = _solid_patches(without(mask, veil), ground, veil, flat)
    cover = _ClothCover(hidden, veil, flat)
    outlines = [_best_outline(evidence, patch, ground, cover) for patch in patches]
    return [
        _found(evidence, number, ring, share) for ring, share in outlines if share >= _LEAST_EDGE
    ]


def _solid_patches(mask: Pixels, ground: Pixels, veil: Pixels, flat: FlatTable) -> list[ClothPatch]:
    """The patches of a mask that may be cloths."""
    patches = cloth_patches(mask, veil, flat, _LEAST_SQ_IN)
    return [patch for patch in patches if _solid(patch, ground, veil, flat)]


def _shades(evidence: Evidence, number: int) -> Pixels:
    """The cells that may show a cloth's colour or its pattern."""
    flat = evidence.flat
    shades = either(evidence.masks[number], evidence.tints[number])
    # Whatever the pattern is, it is not desk and lies between patches of the ground colour.
    pattern = both(closed(shades, flat, _PATTERN_IN), evidence.strange)
    shades = either(shades, without(pattern, evidence.surely_others(number)))
    return closed(shades, flat, _SEAM_IN)


def _solid(patch: ClothPatch, ground: Pixels, hidden: Pixels, flat: FlatTable) -> bool:
    shown = cv2.countNonZero(patch.cells) / flat.px_per_in**2
    return (
        share_of(ground, patch.cells) > _LEAST_GROUND
        and shown > _LEAST_SHOWN * hull_area(patch.ring)
        and any(
            share_inside(k, patch.ring, flat) > _LEAST_SOLID for k in _known(patch, hidden, flat)
        )
    )


def _known(patch: ClothPatch, hidden: Pixels, flat: FlatTable) -> Iterator[Pixels]:
    """Where a cloth shows or is hidden, then with what it must have besides."""
    known = either(patch.cells, hidden)
    yield known
    # Cloth has no holes: what it encloses lies on it.
    yield without_holes(closed(known, flat, _GAP_IN))


def _best_outline(
    evidence: Evidence, patch: ClothPatch, ground: Pixels, cover: _ClothCover
) -> tuple[Floats, float]:
    """The outline of a cloth, or of the plain cloth in it where edges bear that out better.

    A shadow or pale desk beside a plain cloth may pass for a pattern on it.
    """
    whole = _outline(evidence, patch, cover)
    if whole[1] >= _PLAIN_EDGE:
        return whole
    plain = _plain_patch(patch, ground, cover.coarse, cover.flat)
    alone = _outline(evidence, plain, cover) if plain is not None else whole
    return alone if alone[1] > whole[1] + _MUCH_BETTER else whole


def _plain_patch(
    patch: ClothPatch, ground: Pixels, veil: Pixels, flat: FlatTable
) -> ClothPatch | None:
    """The one patch of a cloth's ground colour alone, if it is wider than any stripe.

    None where it leaves out what shows that colour too: the rest of a pattern.
    """
    here, wide = part_around(patch.cells, _SEAM_IN, flat), np.zeros_like(patch.cells)
    own = both(closed(ground[here], flat, _SEAM_IN), patch.cells[here])
    wide[here] = connected_to(opened(own, flat, _PATTERN_IN), own)
    plain = _solid_patches(wide, ground, veil, flat)
    if len(plain) != 1:
        return None
    left = without(patch.cells, filled(plain[0].ring, flat))
    return plain[0] if share_of(ground, left) <= _MOST_GROUND_LEFT else None


def _outline(evidence: Evidence, patch: ClothPatch, cover: _ClothCover) -> tuple[Floats, float]:
    """The ring around a patch on the picture's own edges, and the share of it that has one."""
    around = with_hidden_corners(patch, cover.coarse, cover.flat)
    whole = with_square_corners(around, patch, cover.coarse, cover.flat)
    ring, share = whole, 0.0
    # The rectangle may be guessed wrong where its corners are hidden; a side may bow inward.
    for tried, reach_in in ((whole, _REACH_IN), (around, _REACH_IN), (around, _BOWED_IN)):
        ring, share = sharpened_ring(evidence.view, tried, cover.fine, reach_in)
        if share >= _LEAST_EDGE:
            break
    return ring, share


def _found(evidence: Evidence, number: int, ring: Floats, share: float) -> Found:
    thing = evidence.spec.things[number]
    shape = footprint_of(evidence.flat, thinned(ring, 0.03), thing.height)
    return Found(thing, shape, np.array(shape.exterior.coords[:-1]), sureness(share))
