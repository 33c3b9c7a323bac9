"""Walls: pencils, bundles of them and folded cards, long and thin."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import cast

import cv2
import numpy as np

from table.places import Floats
from table.table_spec import ThingSpec
from vision.colour.evidence import FLAT_KINDS, Evidence
from vision.surface.flat_table import FlatTable, Mask, Pixels
from vision.surface.patches import (
    Region,
    at,
    both,
    either,
    grown,
    made_whole,
    opened,
    rectangles_around,
    regions,
    share_inside,
    without,
)
from vision.things.boxes import ALONG_BOX, Box, box_around, sharpened, weaker_side
from vision.things.candidate import Found, footprint_of, ground_of, sureness
from vision.things.nets import net, past_ends
from vision.things.pencils import (
    PENCIL_IN,
    bundle,
    is_as_long_as_paint,
    paint_run,
    pencil,
    stands_out,
)
from vision.things.thin_bars import SHORTEST_BAR_IN, thin_bars

_WIDEST_PENCIL_IN = 0.5  # with shade beside it; two are wider
# What is as long as a pencil's paint may be thinner: one facet may be all that is lit.
_THINNEST_IN, _THINNEST_FACET_IN = 0.12, 0.04
_WIDEST_IN = 1.4
_WIDEST_SHADED_IN = 1.8
_WIDEST_MASK_IN = 1.6
_SHADED_IN = 1.2
_TALL_IN = 1.5
_TENT_IN = 0.55  # a wall as high as this is a folded card, which stands on its two edges
_REACH_IN = 0.15  # beside a box, where its edges are looked for
_BESIDE_IN = 1.0  # how far off the table the middle of a box may lie
_GAP_IN = 1.5
_TORN_IN, _BRIDGED_IN = 0.2, 1.2  # in its colour, by its grain and by what lies across it
_BESIDE_BOX_IN, _BEYOND_FACETS_IN = 0.15, 0.36
_LEAST_EDGE = 0.5
_LEAST_BUNDLE_EDGE = 0.8  # what is wider than a pencil may be a strip of shade
_LEAST_DOUBTFUL_EDGE = 0.7  # of what another colour may explain: a book's pages, a shadow
_LEAST_WEAK_EDGE = 0.25
_PLAIN_EDGE = 0.9
_LEAST_OWN = 0.7
_MOST_BESIDE, _MOST_BESIDE_BAR = 0.35, 0.5
_SAME_IN = 0.1  # between corners
_SHORTEST_IN, _LONGEST_IN = 2.6, 12.0
_SHORTEST_PART_IN = 1.4
_LEAST_PATCH_SQ_IN = 0.2
PENCIL_PAINT_IN = 5.0
_WIDEST_BLEND_IN = 0.14
_SLIM = 3.0
_WITHIN = np.linspace(-0.6, 0.6, 5)  # half widths from a box's middle line
_BEFORE = np.ones(2, bool)  # the steps before the first past an end show
_PART_SLIM = 1.8  # of a part, cut off by a band around a bundle or by a man


def find_walls(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The pencils and cards of one listing: long, thin and of one colour."""
    flat, claimed = evidence.flat, ground_of(above, evidence.flat)
    ground = _wall_ground(evidence, number, above)
    found: list[Found] = []
    tried: list[Floats] = []
    _add_walls(ground, found, tried, without(evidence.strict[number], claimed))
    thin = without(_thin_parts(evidence.masks[number], flat), claimed)
    doubtful = _add_walls(ground, found, tried, thin)
    if doubtful:
        # The blend of mat and desk along the mat's rim may have a pencil's colour, and join it.
        near = opened(both(thin, rectangles_around(doubtful, 0.0, flat)), flat, _WIDEST_BLEND_IN)
        _add_walls(ground, found, tried, near)
    return found


def _add_walls(
    ground: "_WallGround", found: list[Found], tried: list[Floats], own: Pixels
) -> list[Region]:
    """Add to `found` the walls among cells; the patches in which there may be one but none is.

    A patch that was `tried` before is not looked at again.
    """
    evidence, flat = ground.evidence, ground.evidence.flat
    tent, doubtful = is_tent(evidence.spec.things[ground.number]), list[Region]()
    whole = made_whole(own, ground.covered, flat, gap_in=_TORN_IN, width_in=_BRIDGED_IN)
    for patch in regions(whole, flat, _LEAST_PATCH_SQ_IN):
        around = box_around(patch.ring)
        if not _may_hold_a_part(around) or not _on_table(around, flat):
            continue
        if tried and np.abs(np.subtract(tried, around.corners)).max(axis=(1, 2)).min() < _SAME_IN:
            continue
        tried.append(around.corners)
        walls = _walls(ground, [around], found) if _may_be_wall(around, tent=tent) else []
        if not walls and not tent and _may_hold_bars(around):
            walls = _walls(ground, _painted_bars(ground, patch, found), found)
        found += walls
        if not walls and not _known(around, found):
            doubtful.append(patch)
    return doubtful


def _may_hold_a_part(box: Box) -> bool:
    """Whether a patch's box is as long from corner to corner as a part of a wall."""
    return hypot(box.half_length, box.half_width) > _SHORTEST_PART_IN / 2


def _may_be_wall(box: Box, *, tent: bool) -> bool:
    """Whether a patch's box is a wall's, or a part of one."""
    return _slim(box, _PART_SLIM) and not (tent and _too_thin_for_a_tent(box))


def _may_hold_bars(box: Box) -> bool:
    """Whether a patch's box is wider than a pencil, and as long from corner to corner as a bar."""
    diagonal_in = 2 * hypot(box.half_length, box.half_width)
    return 2 * box.half_width > _WIDEST_PENCIL_IN and diagonal_in > SHORTEST_BAR_IN


@dataclass(frozen=True, eq=False)
class _WallGround:
    """Where one listing's walls may be."""

    evidence: Evidence  # with what is tall among the covers
    number: int
    generous: Pixels  # the listing's colour
    covered: Pixels  # by paper and men


def _wall_ground(evidence: Evidence, number: int, above: Sequence[Found]) -> _WallGround:
    """The ground of one listing's walls.

    A mug hides what it stands before as a man does; that a line goes on behind it is not told.
    """
    tall = ground_of([one for one in above if one.spec.height > _TALL_IN], evidence.flat)
    return _WallGround(
        replace(evidence, covered=either(evidence.covered, tall)),
        number,
        without(evidence.masks[number], evidence.covered),
        evidence.covered,
    )


def is_tent(thing: ThingSpec) -> bool:
    """Whether a wall is a folded card, not a pencil."""
    return thing.height > _TENT_IN


def _too_thin_for_a_tent(box: Box) -> bool:
    """Whether a box is no card's, though both its sides move out as far as edges are looked for."""
    return 2 * (box.half_width + _REACH_IN) < _WIDEST_PENCIL_IN


def _on_table(box: Box, flat: FlatTable) -> bool:
    """Whether most of a box may lie on the table."""
    off = np.abs(box.centre - (flat.width / 2, flat.height / 2)) - (flat.width / 2, flat.height / 2)
    return bool(off.max() < _BESIDE_IN)


def _walls(ground: _WallGround, boxes: Iterable[Box], found: Sequence[Found]) -> list[Found]:
    """The walls along thin boxes that are none of those found."""
    fresh = (box for box in boxes if not _known(box, found))
    return [wall for box in fresh if (wall := _wall(ground, box)) is not None]


def _painted_bars(ground: _WallGround, patch: Region, found: Sequence[Found]) -> Iterator[Box]:
    """Where paint runs nearly as far as a pencil's, along thin bars in a patch.

    A pencil across a road of its colour is a part of their patch.
    """
    view = ground.evidence.view
    for bar in thin_bars(patch.cells, view.coarse):
        if _known(bar, found) or _is_amid_its_colour(ground, bar):
            continue
        run = paint_run(view, bar, ground.covered)
        if 2 * run.half_length > PENCIL_PAINT_IN:
            yield run


def _is_amid_its_colour(ground: _WallGround, bar: Box) -> bool:
    """Whether what lies beside a bar has its colour too, more than where a road crosses it."""
    ends = np.array([[-_BEYOND_FACETS_IN], [_BEYOND_FACETS_IN]]) * bar.across
    steps_in = ALONG_BOX * bar.half_length
    beside = net(ground.evidence.flat, bar.centre + ends, bar.along, steps_in)
    return bool(beside.on(ground.generous).mean() > _MOST_BESIDE_BAR)


def _known(box: Box, found: Sequence[Found]) -> bool:
    """Whether the middle of a box lies on a wall that was found."""
    x, y = box.centre.tolist()
    rings = (one.silhouette.astype(np.float32) for one in found)
    return any(cv2.pointPolygonTest(ring, (x, y), measureDist=False) > 0 for ring in rings)


def _wall(ground: _WallGround, box: Box) -> Found | None:
    """The wall along a thin box, if the picture bears it out."""
    evidence, number = ground.evidence, ground.number
    thing, flat = evidence.spec.things[number], evidence.flat
    box = _extended(box, ground.generous, ground.covered, flat)
    if not _slim(box, _SLIM):
        return None
    if 2 * box.half_width > _SHADED_IN:
        # A folded card's own shade may widen its patch by half.
        box, _ = sharpened(evidence.view, box, 0.3, ends=False, hidden=evidence.covered)
    box, share = sharpened(evidence.view, box, _REACH_IN, ends=False, hidden=evidence.covered)
    sure = share_inside(evidence.strict[number], box.corners, flat) > 0.5
    least_edge = _LEAST_EDGE if sure else _LEAST_DOUBTFUL_EDGE
    if share < least_edge or not _stands_out(evidence, number, box):
        return None
    wide = 2 * box.half_width > _WIDEST_PENCIL_IN
    if is_tent(thing) and not wide:
        return None
    if wide:
        around, share = sharpened(evidence.view, box, _REACH_IN, hidden=evidence.covered)
        if is_tent(thing):
            box = around
        elif share >= _LEAST_BUNDLE_EDGE:
            box = bundle(evidence.view, around, evidence.covered)
        elif _has_pencils_paint(evidence, box):
            box = pencil(evidence.view, box, evidence.covered)
        else:
            return None
    else:
        around, box = box, pencil(evidence.view, box, evidence.covered)
        stands = stands_out(evidence.view, box, evidence.covered)
        if not stands and not _has_pencils_paint(evidence, around):
            return None
    level_in = 0.0 if is_tent(thing) else thing.height / 2
    footprint = footprint_of(flat, box.corners, level_in)
    return Found(thing, footprint, grown(box.corners, 1.1), sureness(share))


def _has_pencils_paint(evidence: Evidence, box: Box) -> bool:
    """Whether paint as long as a pencil's runs through a box.

    A shadow may have cut the box short or made it wider.
    """
    if box.half_width > PENCIL_IN[1]:
        return False
    run = paint_run(evidence.view, box, evidence.covered)
    return (
        is_as_long_as_paint(run) and weaker_side(evidence.view, run, evidence.covered) > _LEAST_EDGE
    )


def _thinnest_in(box: Box) -> float:
    """How thin a wall's box of that length may be."""
    return _THINNEST_FACET_IN if is_as_long_as_paint(box) else _THINNEST_IN


def _stands_out(evidence: Evidence, number: int, box: Box) -> bool:
    """Whether the box has the wall's colour, the ground beside it has not, and edges between."""
    if not _thinnest_in(box) < 2 * box.half_width < _WIDEST_IN:
        return False
    s = ALONG_BOX * box.half_length
    middle = box.centre + s[:, None] * box.along
    # The box may lie on one of a pencil's facets alone.
    beside = max(box.half_width + _BESIDE_BOX_IN, _BEYOND_FACETS_IN) * box.across
    shows = ~at(evidence.covered, evidence.flat, middle)
    flat = evidence.flat
    mask = evidence.masks[number]
    # A shine along the middle is no gap in a pencil.
    rows = [middle[shows] + t * box.half_width * box.across for t in (-0.7, -0.35, 0, 0.35, 0.7)]
    own = np.any([at(mask, flat, row) for row in rows], axis=0)
    # A pencil may lie on a road of a like colour, so only cells that are surely its own count.
    sure = evidence.strict[number]
    around = np.concatenate([at(sure, flat, middle[shows] + side) for side in (beside, -beside)])
    if shows.mean() <= 0.3 or own.mean() <= _LEAST_OWN or around.mean() >= _MOST_BESIDE:
        return False
    edge = weaker_side(evidence.view, box, evidence.covered)
    return bool(
        edge > _LEAST_WEAK_EDGE
        and (edge > _PLAIN_EDGE or not _is_flat_thing(evidence, number, np.concatenate(rows)))
        and (2 * box.half_length > _SHORTEST_IN or _has_pencils_paint(evidence, box))
    )


def _is_flat_thing(evidence: Evidence, number: int, places: Floats) -> bool:
    """Whether places surely show paper or cloth: what shows of a mat beside a road is no wall."""
    if at(evidence.strict[number], evidence.flat, places).mean() > 0.5:
        return False
    rivals = [
        strict
        for thing, strict in zip(evidence.spec.things, evidence.strict, strict=True)
        if thing.kind in FLAT_KINDS
    ]
    return any(at(rival, evidence.flat, places).mean() > 0.6 for rival in rivals)


def _thin_parts(mask: Pixels, flat: FlatTable) -> Pixels:
    """The mask without what is wider than any wall, a lid or a road of a like colour."""
    side = round(_WIDEST_MASK_IN * flat.px_per_in / 2) | 1
    # The disc is slow on a whole grid; every second cell is enough for what is wide.
    small = cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    wide = cv2.morphologyEx(np.where(small > 127, np.uint8(255), np.uint8(0)), cv2.MORPH_OPEN, disc)
    wide = cv2.dilate(wide, np.ones((3, 3), np.uint8))
    whole = cv2.resize(wide, flat.size_wh, interpolation=cv2.INTER_NEAREST)
    return without(mask, cast("Pixels", whole))


def _slim(box: Box, slimness: float) -> bool:
    """Whether a box is that many times as long as wide, and of a wall's size."""
    return (
        0.1 < 2 * box.half_width < _WIDEST_SHADED_IN
        and slimness * box.half_width < box.half_length
        and _SHORTEST_PART_IN < 2 * box.half_length < _LONGEST_IN
    )


def _extended(box: Box, generous: Pixels, covered: Pixels, flat: FlatTable) -> Box:
    """The box made longer at both ends while its colour, or what hides it, goes on."""
    low, high = (box.half_length + more for more in _gone_on(box, generous, covered, flat))
    centre = box.centre + box.along * (high - low) / 2
    return replace(box, centre=centre, half_length=(high + low) / 2)


def _gone_on(box: Box, generous: Pixels, covered: Pixels, flat: FlatTable) -> list[float]:
    """How much farther the colour goes on past the first end, and past the last, inches."""
    step_in, beside_in = 1 / flat.px_per_in, box.half_width + 0.2
    across_in = np.array([-beside_in, *_WITHIN * box.half_width, beside_in])
    steps_in = np.arange(1.0, round(5 / step_in)) * step_in
    cells = past_ends(flat, box, across_in, steps_in)
    own = cells.on(generous).reshape(2, len(across_in), -1)
    veiled = cells.on(covered).reshape(own.shape)[:, 1:-1]
    hidden = np.count_nonzero(veiled, axis=1) > 0.4 * len(_WITHIN)
    thin = ~(own[:, 0] | own[:, -1])
    shown = (np.count_nonzero(own[:, 1:-1], axis=1) >= 0.6 * len(_WITHIN)) & thin & ~hidden
    gap = round(_GAP_IN / step_in)
    return [
        _last_shown(one, one | veil, gap) * step_in for one, veil in zip(shown, hidden, strict=True)
    ]


def _last_shown(shown: Mask, carried: Mask, gap: int) -> int:
    """The number of steps up to the last that shows, before a gap of so many."""
    gaps = np.flatnonzero(np.convolve(carried, np.ones(gap), "valid") < 1)
    # A lone cell past the end is none of its paint.
    steady = np.convolve(np.concatenate([_BEFORE, shown]), np.ones(5))[4:-2] >= 4
    last = np.flatnonzero((shown & steady)[: gaps[0] if len(gaps) else len(shown)])
    return int(last[-1]) + 1 if len(last) else 0
