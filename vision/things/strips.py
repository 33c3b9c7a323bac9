"""Roads and rivers: straight strips of paper of one width, laid end to end.

Every place on a strip's edge tells one on its middle line. Middle lines carry on under what
hides the strip, so a river crosses its bridge and a man on the road does not cut it.
"""

from collections.abc import Iterator, Sequence
from math import hypot

import numpy as np
from shapely import Polygon, unary_union

from table.places import Floats
from vision.colour.evidence import Evidence
from vision.surface.flat_table import Mask
from vision.surface.patches import at, filled, share_inside
from vision.things.boxes import ALONG_BOX, Box, box_around
from vision.things.candidate import Found, sureness
from vision.things.curved_strips import Outline, with_curved
from vision.things.nets import net
from vision.things.strip_bends import SHORT_IN, with_bends
from vision.things.strip_edges import ENOUGH_EDGE, PLAIN_EDGE, all_edged, edged, sided
from vision.things.strip_ends import UNDER_BRIDGE_IN, all_lengthened
from vision.things.strip_ground import (
    HIDDEN,
    SHOWN,
    WIDTH_IN,
    Strip,
    StripGround,
    river_ground,
    road_ground,
)
from vision.things.strip_joints import (
    comes_from,
    goes_on_beyond,
    joined,
    joined_under_bridges,
    mitred,
)
from vision.things.strip_lines import LEAST_LENGTH_IN, beside, straight_lines
from vision.things.strip_ridge import ridge_of

_LEAST_SQ_IN = 2.5
_LEAST_FILL, _LEAST_LIKELY_FILL = 0.7, 0.6  # of what shows of a strip
_START_IN = 0.3
_SHORTEST_END_IN = 0.65  # that may turn out as long as a strip, once its ends are on edges
_LEAST_BEGUN = 0.3  # of a strip's first inches, beside a bridge
_SAME_IN = 0.03  # between corners
_LEAST_LEFT = 0.06  # of the ridge, below which what is left is no strip
_LEAST_MIXED = 0.05  # of the places along a line
_MOST_SHARED = 0.6  # of a strip, with others
_BESIDE = 1.6  # half widths from its middle line
_MOST_BESIDE = 0.7
_FILL_ACROSS = np.linspace(-0.85, 0.85, 9)  # half widths from its middle line
_LEAST_SIDED = 0.2  # of what shows of a strip's sides
# Of a strip's sides, round by round; of a short one's the last.
_LEAST_EDGES = (0.4, ENOUGH_EDGE, ENOUGH_EDGE)


def find_rivers(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The rivers of one listing; strips that touch are one, and so are two ends of a bridge."""
    ground = river_ground(evidence, number, above)
    bridges = [one for one in above if one.spec.kind == "bridge"]
    outlines = _outlines(evidence, ground, [box_around(one.silhouette) for one in bridges])
    return _found(
        evidence, number, joined_under_bridges(outlines, [one.footprint for one in bridges])
    )


def find_roads(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The roads of one listing; strips that touch are one, but a bridge parts them."""
    ground = road_ground(evidence, number, above)
    bridges = [box_around(one.silhouette) for one in above if one.spec.kind == "bridge"]
    return _found(evidence, number, _outlines(evidence, ground, bridges))


def _outlines(evidence: Evidence, ground: StripGround, bridges: Sequence[Box]) -> list[Outline]:
    """The outlines of strips joined into roads or rivers; short ends start at the bridges."""
    straight = joined(ground, mitred(ground, _strips(evidence, ground, bridges)))
    return with_curved(evidence, ground, straight)


def _found(evidence: Evidence, number: int, outlines: Sequence[Outline]) -> list[Found]:
    return [
        Found(
            evidence.spec.things[number], shape, np.array(shape.exterior.coords[:-1]), sureness(e)
        )
        for shape, e in outlines
        if shape.area >= _LEAST_SQ_IN
    ]


def _strips(evidence: Evidence, ground: StripGround, bridges: Sequence[Box]) -> list[Strip]:
    """The straight strips that the picture bears out; short ones too where a bridge ends."""
    ridge, width_in = ridge_of(ground)
    good: list[Strip] = []
    doubted: list[tuple[Box, list[Strip]]] = []
    lines: list[Box] = []
    for least_edge in _LEAST_EDGES:
        taken = [beside(strip.box, ridge, 0.35 * width_in) for strip in good]
        is_left = ~np.any(taken, axis=0) if taken else np.ones(len(ridge), bool)
        left = ridge[is_left]
        if len(left) < _LEAST_LEFT * len(ridge):
            break
        # What a line that was not believed took with it is free for others; where it took none
        # of what is now known, the same lines would be found again.
        if good and not any(_may_turn_out(line, good, ridge, is_left, width_in) for line in lines):
            break
        lines = straight_lines(ground, left, width_in)
        boxes = all_lengthened(ground, lines)
        # A line that was not believed is found again; its edges are the same.
        tried = [(box, _known_along(box, doubted)) for box in boxes]
        new = [box for box, strips in tried if not strips]
        tried = [one for one in tried if one[1]] + _along_boxes(evidence, ground, new, left)
        known = len(good)
        for strip in sorted((s for _, some in tried for s in some), key=lambda one: -one.edge):
            if _believed(ground, strip, least_edge, good):
                good.append(strip)
        if len(good) == known:
            break
        doubted += [(box, some) for box, some in tried if not any(s in good for s in some)]
    starts = [start for bridge in bridges for start in _starts(bridge, width_in)]
    starts = [start for start in starts if _may_begin(ground, start, good)]
    for start, whole in zip(starts, all_lengthened(ground, starts), strict=True):
        end = _end_at_bridge(evidence, ground, start, whole, good)
        good += [end] if end is not None else []
    return good


def _may_turn_out(
    line: Box, known: Sequence[Strip], ridge: Floats, is_left: Mask, width_in: float
) -> bool:
    """Whether what is left of a ridge along a line may turn out to be another line."""
    left = is_left[beside(line, ridge, 0.35 * width_in)]
    if not len(left) or left.mean() < _LEAST_MIXED:
        return False
    if left.mean() < 1 - _LEAST_MIXED:
        return True
    # A line no longer than strips are wide tells no direction; a short piece of one may show
    # where a known one ends.
    return 2 * line.half_length < width_in and any(
        _gap_to_end_in(s.box, line) < width_in for s in known
    )


def _gap_to_end_in(box: Box, line: Box) -> float:
    """How far a line's middle is from the nearer end of a box."""
    off, reach = line.centre - box.centre, box.half_length * box.along
    return min(hypot(*(off - reach)), hypot(*(off + reach)))


def _known_along(box: Box, known: Sequence[tuple[Box, list[Strip]]]) -> list[Strip]:
    """The strips that were found along a box, or one that is nearly the same; else none."""
    for other, strips in known:
        if np.abs(other.corners - box.corners).max() < _SAME_IN:
            return strips
    return []


def _end_at_bridge(
    evidence: Evidence, ground: StripGround, start: Box, whole: Box, known: Sequence[Strip]
) -> Strip | None:
    """A short strip that begins beside a bridge, or what a known one, bent there, has left out."""
    if 2 * whole.half_length > _SHORTEST_END_IN:
        strip = edged(evidence, ground, whole)
        if _is_short_end(ground, strip):
            return strip
    if not _is_likely_filled(ground, start):
        return None
    comes = any(comes_from(ground, start, other.box) for other in known)
    return Strip(start, 0.0) if comes else None


def _may_begin(ground: StripGround, start: Box, known: Sequence[Strip]) -> bool:
    """Whether a strip's colour, or what hides it, is where one that is not known would begin."""
    if share_inside(ground.shown_or_hidden, start.corners, ground.flat) <= _LEAST_BEGUN:
        return False
    begun = Polygon(start.corners)
    return not any(strip.polygon.intersects(begun) for strip in known)


def _starts(bridge: Box, width_in: float) -> Iterator[Box]:
    """Where a strip of that width may begin: beyond each side of a bridge."""
    for way, half in (
        (bridge.along, bridge.half_length),
        (-bridge.along, bridge.half_length),
        (bridge.across, bridge.half_width),
        (-bridge.across, bridge.half_width),
    ):
        yield Box(bridge.centre + (half + _START_IN) * way, way, _START_IN / 2, width_in / 2)


def _is_short_end(ground: StripGround, strip: Strip) -> bool:
    """Whether what goes on from a bridge is a short strip."""
    long = 2 * strip.box.half_length > LEAST_LENGTH_IN + UNDER_BRIDGE_IN
    return long and strip.edge >= _LEAST_EDGES[0] and _is_likely_filled(ground, strip.box)


def _is_likely_filled(ground: StripGround, box: Box) -> bool:
    """Whether a strip's colour is over enough of a box where one is likely."""
    return _is_as_wide(box) and _fill(ground, box) >= _LEAST_LIKELY_FILL


def _along_boxes(
    evidence: Evidence, ground: StripGround, boxes: Sequence[Box], ridge: Floats
) -> list[tuple[Box, list[Strip]]]:
    """Boxes, and the strips along each of them on the picture's own edges.

    Left out are those whose colour hardly anywhere ends at their sides.
    """
    shares = sided(ground, boxes)
    likely = [box for box, share in zip(boxes, shares, strict=True) if share >= _LEAST_SIDED]
    tried, bent = list[tuple[Box, list[Strip]]](), list[Strip]()
    for box, one in zip(likely, all_edged(evidence, ground, likely), strict=True):
        # A second line through the same bends tells nothing new.
        known = bool(bent) and _lies_on(one, bent)
        strips = [one] if known else with_bends(evidence, ground, box, ridge, one)
        bent += strips if len(strips) > 1 else []
        tried.append((box, strips))
    return tried


def _believed(ground: StripGround, strip: Strip, least_edge: float, known: Sequence[Strip]) -> bool:
    """Whether a strip has its edges, its colour over most of what shows, and a strip's width."""
    box = strip.box
    if strip.edge < _LEAST_EDGES[0] or not _is_as_wide(box):
        return False
    fill = _fill(ground, box)
    if fill < _LEAST_LIKELY_FILL:
        return False
    if strip.edge < PLAIN_EDGE and _is_part_of_more(ground, box):
        return False
    # What has enough of both needs no neighbours to be likely.
    if strip.edge < _LEAST_EDGES[-1] or fill < _LEAST_FILL:
        # Where a known strip ends, one that goes on from there is likely, and beyond a bridge too.
        likely = any(goes_on_beyond(ground, box, other.box) for other in known)
        if _lies_on(strip, known):
            least_edge = _LEAST_EDGES[-1]
        elif likely:
            least_edge = _LEAST_EDGES[0]
        elif 2 * box.half_length < SHORT_IN:
            least_edge = _LEAST_EDGES[-1]
        if strip.edge < least_edge or fill < (_LEAST_LIKELY_FILL if likely else _LEAST_FILL):
            return False
    return not ground.is_anothers(filled(box.corners, ground.flat))


def _is_part_of_more(ground: StripGround, box: Box) -> bool:
    """Whether a strip's colour goes on beside it, as on a book of a like colour."""
    u = np.linspace(-0.9, 0.9, 40) * box.half_length
    middle = box.centre + u[:, None] * box.along
    aside = _BESIDE * box.half_width * box.across
    return any(
        at(ground.raw, ground.flat, middle + side).mean() > _MOST_BESIDE for side in (aside, -aside)
    )


def _lies_on(strip: Strip, known: Sequence[Strip]) -> bool:
    """Whether most of a strip lies on known ones."""
    most_sq_in = _MOST_SHARED * strip.polygon.area
    shared = [strip.polygon.intersection(other.polygon) for other in known]
    if sum(part.area for part in shared) <= most_sq_in:
        return False
    return bool(unary_union(shared).area > most_sq_in)


def _fill(ground: StripGround, box: Box) -> float:
    """The share of what shows of a box that has a strip's colour."""
    starts = box.centre + (_FILL_ACROSS * box.half_width)[:, None] * box.across
    told = net(ground.flat, starts, box.along, ALONG_BOX * box.half_length).values(ground.told)
    free = np.count_nonzero(told < HIDDEN)
    return int(np.count_nonzero(told == SHOWN)) / max(1, int(free))


def _is_as_wide(box: Box) -> bool:
    """Whether a box is as wide as strips are."""
    return WIDTH_IN[0] < 2 * box.half_width < WIDTH_IN[1]
