"""Books and bridges: rectangles at a known height."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import cast

import cv2
import numpy as np
from shapely import Polygon

from table.table_spec import ThingSpec
from vision.boxes import HOPELESS, Box, box_around, sharpened, tightened, with_better_sides
from vision.evidence import Evidence
from vision.flat_table import FlatTable, Pixels
from vision.found import Found, footprint_of, ground_of, sureness
from vision.inks import lab_of_rgb, listed_ink
from vision.part_hidden import part_hidden
from vision.patch_edges import held_in
from vision.raised import is_raised
from vision.regions import (
    Region,
    both,
    bridged,
    closed,
    connected_to,
    either,
    filled,
    opened,
    patches,
    region,
    share_of,
    widened,
    without,
)
from vision.stacked_books import books_under


@dataclass(frozen=True, slots=True)
class _Straight:
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


_STRAIGHTS = {
    "book": _Straight(2.5, 16, 0.85, 0.15, 0.4),
    "bridge": _Straight(1.3, 9, 0.85, 0.5, 0.55),
}
_LEAST_AROUND = 0.4
_LEAST_STRICT = 0.4  # of what shows of it that is its own colour before any other's
_LEAST_STRICT_PLAIN = 0.03
_LIKE_A_MAT = 9.0  # squared distance of a mat's colour from a book's, within which light mixes them
_PLAIN = 0.85  # of a rectangle's sides: nothing better is looked for
_CLEAR = 0.75  # of them, of what is raised
_LEAST_SIDES = 3  # that edges tell, of a book that lies on a mat of its colour
_BESIDE_IN = 0.4
_LEAST_RIVER = 0.1  # of the ground along a bridge
_LEAST_KNOWN_AWAY = 0.8  # of the rectangle around a bridge where no river is
_GAP_IN, _RIM_IN = 0.2, 0.1
_BANK_IN = 1.2  # from a river that shows, within which a bridge over it shows too
# By how many of its sides edges tell: the others are hidden, and may lie elsewhere.
_MOST_SURE = (0.7, 0.8, 0.9, 0.95, 0.99)
_SUREST = 0.99
_ALIKE_IN = 0.3
_SAME_IN = 0.1  # both come to lie on the same edges
_REACHES_IN = (0.25, 0.15)  # the second sees less of a shadow beside a thing


@dataclass(frozen=True, eq=False)
class _Lying:
    """What lies above: the part of the grid that holds it, its cells grown, and what they gain."""

    here: tuple[slice, slice]
    wide: Pixels
    beside: Pixels


def find_straight(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The books or bridges of one listing."""
    thing, claimed = evidence.spec.things[number], ground_of(above, evidence.flat)
    hidden = either(evidence.covered, claimed)
    above_it = [_lying(cells) for cells in patches(claimed, evidence.flat, 1.0)]
    tried: list[Box] = []
    boxes: list[tuple[Box, float]] = []
    for mask in _masks(evidence, number, claimed, hidden, boxes):
        for patch in _patches(mask, hidden, above_it, evidence.flat):
            around = box_around(patch.ring)
            if _is_like_one(around, [*tried, *(box for box, share in boxes if share >= _PLAIN)]):
                continue
            tried.append(around)
            if thing.kind == "bridge" and not _may_be_bridge(evidence, around, patch, hidden):
                continue
            box = _best_box(evidence, patch, around, hidden, _STRAIGHTS[thing.kind])
            if box is not None and _is_own(*box, evidence.strict[number], hidden, evidence.flat):
                boxes.append(box)
    if thing.kind == "bridge":
        return _bridges(evidence, number, boxes, claimed)
    boxes += _as_bright_as_mats(evidence, number, claimed, hidden, above_it)
    boxes += _under_others(evidence, number, above, boxes, hidden)
    return [_found(evidence.flat, thing, box, sureness(share)) for box, share in _apart(boxes)]


def _bridges(
    evidence: Evidence, number: int, boxes: Sequence[tuple[Box, float]], claimed: Pixels
) -> list[Found]:
    """The bridges among boxes; where none is plain, those that are mostly hidden too."""
    plain = any(share >= _PLAIN for _, share in boxes)
    part_seen = [] if plain else list(_mostly_hidden_bridges(evidence, number, claimed))
    most_sure = {box: most for box, _, most in part_seen}
    every = [*boxes, *((box, share) for box, share, _ in part_seen)]
    thing = evidence.spec.things[number]
    return [
        _found(evidence.flat, thing, box, sureness(share, most_sure.get(box, _SUREST)))
        for box, share in _apart(every)
        if share >= _PLAIN or _crosses_a_river(evidence, box)
    ]


def _masks(
    evidence: Evidence,
    number: int,
    claimed: Pixels,
    hidden: Pixels,
    boxes: Sequence[tuple[Box, float]],
) -> Iterator[Pixels]:
    """The cells that may show a thing, then fewer, as long as `boxes` has not got it."""
    generous = without(evidence.masks[number], claimed)
    yield generous
    # A road of a like colour may touch a bridge: what is surely its own is tried too.
    yield without(evidence.strict[number], claimed)
    if evidence.spec.things[number].kind == "bridge" and not boxes:
        # A deep shadow that touches it is as surely its own, but softer at its edge.
        yield held_in(generous, hidden, evidence)


def _as_bright_as_mats(
    evidence: Evidence, number: int, claimed: Pixels, hidden: Pixels, above_it: Sequence[_Lying]
) -> list[tuple[Box, float]]:
    """The books whose covers shine until they have a mat's colour: plain, and no mat is raised."""
    listed = [lab_of_rgb(thing.rgb) for thing in evidence.spec.things]
    book, boxes = listed_ink(listed[number]), []
    for n, thing in enumerate(evidence.spec.things):
        if thing.kind != "mat" or book.distance(listed[n][None])[0] > _LIKE_A_MAT:
            continue
        either_one = without(either(evidence.masks[number], evidence.masks[n]), claimed)
        for patch in _patches(either_one, hidden, above_it, evidence.flat):
            box = _best_box(evidence, patch, box_around(patch.ring), hidden, _STRAIGHTS["book"])
            if box is not None and box[1] >= _CLEAR and is_raised(evidence, box[0], hidden):
                boxes.append(box)
        # What surely shows another thing, or the mat, is no shadow, though darker than the desk.
        not_desk = either(either(hidden, either_one), evidence.surely_others(number, n))
        boxes += [
            (box, share)
            for box, share in _touching_mats(evidence, either_one, hidden)
            if share >= _CLEAR and is_raised(evidence, box, not_desk, all_round=True)
        ]
    return boxes


def _touching_mats(
    evidence: Evidence, cells: Pixels, hidden: Pixels
) -> Iterator[tuple[Box, float]]:
    """The rectangles, large as books, of cells that show a book and a mat which touch."""
    flat = evidence.flat
    for rectangle in part_hidden(evidence, without(cells, hidden), hidden):
        if rectangle.sides_told < _LEAST_SIDES:
            continue
        # Where the mat goes on beside the book no edge is to be seen.
        beside = opened(without(cells, filled(rectangle.corners, flat)), flat, _GAP_IN)
        untold = either(hidden, widened(beside, flat, _RIM_IN))
        box, share = sharpened(evidence.view, box_around(rectangle.corners), hidden=untold)
        if _STRAIGHTS["book"].has_size(box):
            yield box, share


def _under_others(
    evidence: Evidence,
    number: int,
    above: Sequence[Found],
    boxes: Sequence[tuple[Box, float]],
    hidden: Pixels,
) -> list[tuple[Box, float]]:
    """The books under higher ones under which none is plain to see yet."""
    plain = [Polygon(box.corners) for box, share in boxes if share >= _PLAIN]
    upper = [
        one
        for one in above
        if one.spec.kind == "book"
        and not any(Polygon(one.silhouette).intersects(ground) for ground in plain)
    ]
    wanted, strict = _STRAIGHTS["book"], evidence.strict[number]
    return [
        (box, share)
        for box, share in books_under(evidence, evidence.masks[number], hidden, upper)
        if wanted.has_size(box)
        and share >= wanted.least_edge
        and _is_own(box, share, strict, hidden, evidence.flat)
    ]


def _mostly_hidden_bridges(
    evidence: Evidence, number: int, claimed: Pixels
) -> Iterator[tuple[Box, float, float]]:
    """The bridges of which too little shows, or too much of a shadow, for a box around it.

    Each with the share of its sides that lie on edges, and how sure of it one may be at most.
    """
    wanted, strict = _STRAIGHTS["bridge"], evidence.strict[number]
    hidden = either(evidence.veil(number), claimed)
    shown = without(closed(evidence.masks[number], evidence.flat, _GAP_IN), hidden)
    rivers = _rivers(evidence)
    if rivers:
        banks = widened(reduce(either, rivers), evidence.flat, _BANK_IN)
        shown = connected_to(both(shown, banks), shown)
    for rectangle in part_hidden(evidence, shown, hidden):
        box, share = sharpened(evidence.view, box_around(rectangle.corners), hidden=hidden)
        if (
            wanted.has_size(box)
            and share >= wanted.least_edge
            and _is_own(box, share, strict, hidden, evidence.flat)
            and _crosses_a_river(evidence, box)
        ):
            yield box, share, _MOST_SURE[rectangle.sides_told]


def _may_be_bridge(evidence: Evidence, around: Box, patch: Region, hidden: Pixels) -> bool:
    """Whether a patch crosses a river, or is as full as what is a bridge without one."""
    known = share_of(either(patch.cells, hidden), filled(around.corners, evidence.flat))
    return known >= _LEAST_KNOWN_AWAY or _crosses_a_river(evidence, around)


def _crosses_a_river(evidence: Evidence, box: Box) -> bool:
    """Whether a river's colour shows along a box, or no river is listed.

    A doubtful bridge away from any river, or with its end to one, is a shadow.
    """
    rivers = _rivers(evidence)
    wide = replace(box, half_width=box.half_width + _BESIDE_IN)
    beside = without(filled(wide.corners, evidence.flat), filled(box.corners, evidence.flat))
    return not rivers or max(share_of(river, beside) for river in rivers) > _LEAST_RIVER


def _rivers(evidence: Evidence) -> list[Pixels]:
    """Where each listed river's colour shows."""
    return [evidence.masks[n] for n in evidence.of_kinds({"river"})]


def _is_own(box: Box, share: float, strict: Pixels, hidden: Pixels, flat: FlatTable) -> bool:
    """Whether enough that shows of a box is explained best by its listing, less if it is plain.

    A mat has plain edges too, and may be of a like colour.
    """
    own = share_of(strict, without(filled(box.corners, flat), hidden))
    return own >= (_LEAST_STRICT_PLAIN if share >= _PLAIN else _LEAST_STRICT)


def _is_like_one(box: Box, others: Sequence[Box], near_in: float = _ALIKE_IN) -> bool:
    """Whether a box is nearly the same as one of the others."""
    return any(
        np.linalg.norm(box.centre - other.centre) < near_in
        and np.abs(np.sort(box.sizes) - np.sort(other.sizes)).max() < near_in
        for other in others
    )


def _found(flat: FlatTable, thing: ThingSpec, box: Box, sure: float) -> Found:
    return Found(thing, footprint_of(flat, box.corners, thing.height), box.corners, sure)


def _apart(boxes: list[tuple[Box, float]]) -> list[tuple[Box, float]]:
    """The boxes with the most edges of those that share their ground."""
    kept: list[tuple[Box, float]] = []
    for box, share in sorted(boxes, key=lambda pair: -pair[1]):
        shape = Polygon(box.corners)
        if not any(shape.intersection(Polygon(o.corners)).area > 0.3 * box.area for o, _ in kept):
            kept.append((box, share))
    return kept


def _patches(
    mask: Pixels, hidden: Pixels, above: Sequence[_Lying], flat: FlatTable
) -> list[Region]:
    """The patches of a mask that may be wholes, what lies on them counted in."""
    whole = bridged(closed(mask, flat, _GAP_IN), hidden, flat, 1.2)
    return _rejoined(opened(whole, flat, 0.35), above, flat)


def _best_box(
    evidence: Evidence, patch: Region, around: Box, hidden: Pixels, wanted: _Straight
) -> tuple[Box, float] | None:
    """The rectangle around a patch that the picture bears out best, and how well."""
    best: tuple[Box, float] | None = None
    for found in _tried(evidence, patch, around, hidden, wanted):
        best = found if best is None or found[1] > best[1] else best
        if best[1] >= _PLAIN:
            break
    return best if best is not None and best[1] >= wanted.least_edge else None


def _tried(
    evidence: Evidence, patch: Region, around: Box, hidden: Pixels, wanted: _Straight
) -> Iterator[tuple[Box, float]]:
    """Rectangles around a patch on the picture's own edges, the likeliest way first."""
    view, flat = evidence.view, evidence.flat
    if 2 * around.half_width < wanted.least_width_in:
        return
    veil = either(hidden, evidence.unlisted)
    tight = tightened(around, patch.cells, hidden, flat)
    boxes = [tight] if _is_like_one(around, [tight], _SAME_IN) else [tight, around]
    boxes = [box for box in boxes if _plausible(box, patch, veil, flat, wanted)]
    most = 0.0
    for box in boxes:
        found = sharpened(view, box, _REACHES_IN[0], hidden=hidden)
        most = max(most, found[1])
        yield found
    for box in boxes if most >= HOPELESS else ():
        better = with_better_sides(view, box, veil)
        for reach_in in _REACHES_IN if better is not box else _REACHES_IN[1:]:
            yield sharpened(view, better, reach_in, hidden=hidden)


def _rejoined(mask: Pixels, above: Sequence[_Lying], flat: FlatTable) -> list[Region]:
    """The mask's patches; those around something that lies on them are one again."""
    whole = mask.copy()
    for lying in above:
        if share_of(mask[lying.here], lying.beside) > _LEAST_AROUND:
            whole[lying.here] = either(whole[lying.here], lying.wide)
    joined = (both(cells, mask) for cells in patches(whole, flat, 1.5))
    return [region(own, flat) for own in joined if cv2.countNonZero(own)]


def _lying(cells: Pixels) -> _Lying:
    left, top, width, height = cv2.boundingRect(cells)
    here = np.s_[max(0, top - 4) : top + height + 4, max(0, left - 4) : left + width + 4]
    wide = cast("Pixels", cv2.dilate(cells[here], np.ones((9, 9), np.uint8)))
    return _Lying(here, wide, without(wide, cells[here]))


def _plausible(box: Box, patch: Region, veil: Pixels, flat: FlatTable, wanted: _Straight) -> bool:
    """Whether a box has the size of such a thing, and its patch or what may hide it all over."""
    if not wanted.has_size(box):
        return False
    ground = filled(box.corners, flat)
    known = share_of(either(patch.cells, veil), ground)
    return known > wanted.least_known and share_of(patch.cells, ground) > wanted.least_fill
