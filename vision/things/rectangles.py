"""Rectangles of one listing's colour at a known height: patches in, boxes on edges out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import cast

import cv2
import numpy as np
from shapely import Polygon

from vision.colour.evidence import Evidence
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.patches import (
    Region,
    all_filled,
    both,
    either,
    filled,
    made_whole,
    opened,
    patches,
    rectangles_around,
    region,
    regions,
    share_inside,
    share_of,
    without,
)
from vision.things.boxes import Box, box_around, sharpened, tightened, with_better_sides
from vision.things.candidate import Found, footprint_of, ground_of
from vision.things.patch_edges import held_in

Edged = tuple[Box, float]  # a box, and the share of its sides that lie on edges
Patch = tuple[Region, Box]  # a patch, and the smallest box around it
Tried = tuple[Box, Edged | None]  # the box around a patch, and the one that edges bear out best

PLAIN = 0.85  # of a rectangle's sides: nothing better is looked for
SURELY_PLAIN = 0.95  # of them: no side is looked for elsewhere
GAP_IN = 0.2
_NARROWEST_IN = 0.35  # of what is a part of a thing
_LEAST_PATCH_SQ_IN = 1.5
_BRIDGED_IN = 1.2  # how wide what lies across a thing may be
_LEAST_AROUND = 0.4
_LEAST_LEFT_SQ_IN = 0.9  # that boxes leave of a mask, where there may be another one
_MOST_GAINED = 0.25  # of a rectangle's sides on edges, by moving sides
_FULL = 0.97  # of a rectangle, that its patch has
_LEAST_STRICT = 0.4  # of what shows of it that is its own colour before any other's
_LEAST_STRICT_PLAIN = 0.03
_ALIKE_IN = 0.3
_SAME_IN = 0.1  # both come to lie on the same edges
_REACHES_IN = (0.25, 0.15)  # the second sees less of a shadow beside a thing


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a kind of rectangle must show to be believed, inches and shares."""

    least_width_in: float
    most_length_in: float
    least_known: float  # of the rectangle, that is the patch or hidden
    least_fill: float  # that is the patch
    least_edge: float  # of its sides that lie on edges

    def has_size(self, box: Box) -> bool:
        """Whether a box is as wide and no longer than such a thing."""
        return (
            2 * box.half_width > self.least_width_in and 2 * box.half_length < self.most_length_in
        )


@dataclass(frozen=True, eq=False)
class _Lying:
    """What lies above: the part of the grid that holds it, its cells grown, and what they gain."""

    here: tuple[slice, slice]
    wide: Pixels
    beside: Pixels


@dataclass(frozen=True, eq=False)
class RectangleGround:
    """Where the rectangles of one listing are looked for, and what lies above them.

    `claimed` is the ground of things found before, `hidden` that and what men and paper hide,
    `own` what is surely the listing's.
    """

    evidence: Evidence
    number: int
    wanted: Wanted
    claimed: Pixels
    hidden: Pixels
    own: Pixels
    lying: tuple[_Lying, ...]

    @property
    def flat(self) -> FlatTable:
        """The coarse grid."""
        return self.evidence.flat

    def is_own(self, box: Box, share: float, hidden: Pixels | None = None) -> bool:
        """Whether enough that shows of a box is its listing's own, less if its sides are plain.

        A mat has plain edges too, and may be of a like colour; what is on no list may lie on it.
        """
        veil = either(self.hidden if hidden is None else hidden, self.evidence.unlisted)
        shows = without(filled(box.corners, self.flat), veil)
        own = share_of(self.own, shows)
        return own >= (_LEAST_STRICT_PLAIN if share >= PLAIN else _LEAST_STRICT)

    def found(self, box: Box, sure: float) -> Found:
        """The thing of the listing that a box is."""
        thing = self.evidence.spec.things[self.number]
        return Found(thing, footprint_of(self.flat, box.corners, thing.height), box.corners, sure)


def ground_under(
    evidence: Evidence, number: int, above: Sequence[Found], wanted: Wanted
) -> RectangleGround:
    """Where one listing's rectangles are looked for, under what was found before."""
    claimed = ground_of(above, evidence.flat)
    lying = tuple(_lying(cells) for cells in patches(claimed, evidence.flat, 1.0))
    hidden = either(evidence.covered, claimed)
    return RectangleGround(
        evidence, number, wanted, claimed, hidden, evidence.strict[number], lying
    )


def add_boxes(
    ground: RectangleGround,
    boxes: list[Edged],
    may_be: Callable[[Box, Region], bool] = lambda *_: True,
) -> list[Tried]:
    """Add to `boxes` those of the listing that edges bear out; what was tried for it.

    `may_be` tells of the box around a patch whether it is worth a closer look.
    """
    tried: list[Tried] = []
    for patches_seen in _looked_through(ground, boxes):
        for patch, around in patches_seen:
            plain = [box for box, share in boxes if share >= PLAIN]
            if is_like_one(around, [*plain, *(other for other, _ in tried)]):
                continue
            box = best_box(ground, patch, around) if may_be(around, patch) else None
            tried.append((around, box))
            if box is not None and ground.is_own(*box):
                boxes.append(box)
    return tried


def _looked_through(ground: RectangleGround, boxes: Sequence[Edged]) -> Iterator[list[Patch]]:
    """The patches that may show the listing, then those of fewer cells, until `boxes` has it."""
    evidence, number = ground.evidence, ground.number
    generous = without(evidence.masks[number], ground.claimed)
    every = patches_of(ground, generous)
    # What is too narrow is not wider where fewer cells are looked at.
    if not every:
        return
    yield every
    if _has_got(boxes, PLAIN, generous, ground.flat):
        return
    generous = both(generous, rectangles_around((p for p, _ in every), GAP_IN, ground.flat))
    # A thing of a like colour may touch it, or a shadow on a desk of a like colour.
    for own in (evidence.strict[number], evidence.strange):
        fewer = both(generous, own)
        is_new = cv2.countNonZero(fewer) != cv2.countNonZero(generous)
        if is_new and not _has_got(boxes, SURELY_PLAIN, fewer, ground.flat):
            yield patches_of(ground, fewer)
    if not boxes:
        # A deep shadow is as surely its own, but softer at its edge.
        yield patches_of(ground, held_in(generous, ground.hidden, evidence))


def _has_got(boxes: Sequence[Edged], least: float, mask: Pixels, flat: FlatTable) -> bool:
    """Whether the boxes of which that much is on edges leave too little of a mask for another."""
    plain = [box.corners for box, share in boxes if share >= least]
    if not plain:
        return False
    # Rims of shade around them are none.
    left = opened(without(mask, all_filled(plain, flat)), flat, _NARROWEST_IN)
    return cv2.countNonZero(left) < _LEAST_LEFT_SQ_IN * flat.px_per_in**2


def apart(boxes: Sequence[Edged]) -> list[Edged]:
    """The boxes with the most edges of those that share their ground."""
    kept: list[Edged] = []
    for box, share in sorted(boxes, key=lambda pair: -pair[1]):
        shape = Polygon(box.corners)
        if not any(shape.intersection(Polygon(o.corners)).area > 0.3 * box.area for o, _ in kept):
            kept.append((box, share))
    return kept


def patches_of(ground: RectangleGround, mask: Pixels) -> list[Patch]:
    """The patches of a mask that may be wholes, wide enough, what lies on them counted in."""
    flat = ground.flat
    whole = made_whole(mask, ground.hidden, flat, gap_in=GAP_IN, width_in=_BRIDGED_IN)
    seen = _rejoined(opened(whole, flat, _NARROWEST_IN), ground.lying, flat)
    boxed = ((patch, box_around(patch.ring)) for patch in seen)
    return [one for one in boxed if 2 * one[1].half_width >= ground.wanted.least_width_in]


def best_box(ground: RectangleGround, patch: Region, around: Box) -> Edged | None:
    """The rectangle around a patch that the picture bears out best, and how well."""
    best: Edged | None = None
    for found in _tried(ground, patch, around):
        best = found if best is None or found[1] > best[1] else best
        if best[1] >= PLAIN:
            break
    wanted = ground.wanted
    good = best is not None and best[1] >= wanted.least_edge and wanted.has_size(best[0])
    return best if good else None


def _tried(ground: RectangleGround, patch: Region, around: Box) -> Iterator[Edged]:
    """Rectangles around a patch on the picture's own edges, the likeliest way first."""
    view, hidden = ground.evidence.view, ground.hidden
    veil = either(hidden, ground.evidence.unlisted)
    tight = tightened(around, patch.cells, hidden, ground.flat)
    boxes = [tight] if is_like_one(around, [tight], _SAME_IN) else [tight, around]
    boxes = [box for box in boxes if _plausible(ground, box, patch, veil)]
    far_in, near_in = _REACHES_IN
    least = ground.wanted.least_edge - _MOST_GAINED

    @cache
    def edged(box: Box, reach_in: float) -> Edged:
        """The box on edges within reach; however often it is asked for, it is looked for once."""
        return sharpened(view, box, reach_in, hidden=hidden)

    def moved(box: Box) -> Iterator[Edged]:
        """The box with better sides on edges, those near first: where sides were moved they are."""
        better = with_better_sides(view, box, veil)
        yield from (edged(better, reach_in) for reach_in in (near_in, far_in))

    hopeless = []
    for box in boxes:
        yield edged(box, far_in)
        if edged(box, far_in)[1] < least:
            hopeless.append(box)
            continue
        # Where nearly all of it is on edges that are near no side is to be moved.
        if edged(box, near_in)[1] >= SURELY_PLAIN:
            yield edged(box, near_in)
        yield from moved(box)
    for box in hopeless:
        # What fills a rectangle is worth a closer look: a shadow round about may hide its edges.
        full = share_inside(patch.cells, box.corners, ground.flat) >= _FULL
        if len(hopeless) < len(boxes) or full:
            yield from moved(box)


def _plausible(ground: RectangleGround, box: Box, patch: Region, veil: Pixels) -> bool:
    """Whether a box has the size of such a thing, and its patch or what may hide it all over."""
    wanted = ground.wanted
    if not wanted.has_size(box):
        return False
    known = share_inside(either(patch.cells, veil), box.corners, ground.flat)
    return known > wanted.least_known and (
        share_inside(patch.cells, box.corners, ground.flat) > wanted.least_fill
    )


def is_like_one(box: Box, others: Sequence[Box], near_in: float = _ALIKE_IN) -> bool:
    """Whether a box is nearly the same as one of the others."""
    (x, y), (short, long) = box.centre.tolist(), _sizes_in_order(box)
    for other in others:
        (other_x, other_y), (other_short, other_long) = (
            other.centre.tolist(),
            _sizes_in_order(other),
        )
        if (
            hypot(x - other_x, y - other_y) < near_in
            and max(abs(short - other_short), abs(long - other_long)) < near_in
        ):
            return True
    return False


def _sizes_in_order(box: Box) -> tuple[float, float]:
    """A box's width and length, the smaller first: one on edges may be wider than long."""
    sizes = sorted((2 * box.half_length, 2 * box.half_width))
    return sizes[0], sizes[1]


def _rejoined(mask: Pixels, above: Sequence[_Lying], flat: FlatTable) -> list[Region]:
    """The mask's patches; those around something that lies on them are one again."""
    across = [one for one in above if share_of(mask[one.here], one.beside) > _LEAST_AROUND]
    if not across:
        return regions(mask, flat, _LEAST_PATCH_SQ_IN)
    whole = mask.copy()
    for lying in across:
        whole[lying.here] = either(whole[lying.here], lying.wide)
    joined = (both(cells, mask) for cells in patches(whole, flat, _LEAST_PATCH_SQ_IN))
    return [region(own, flat) for own in joined if cv2.countNonZero(own)]


def _lying(cells: Pixels) -> _Lying:
    left, top, width, height = cv2.boundingRect(cells)
    here = np.s_[max(0, top - 4) : top + height + 4, max(0, left - 4) : left + width + 4]
    wide = cast("Pixels", cv2.dilate(cells[here], np.ones((9, 9), np.uint8)))
    return _Lying(here, wide, without(wide, cells[here]))
