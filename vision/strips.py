"""Roads and rivers: straight strips of paper of one width, laid end to end.

Every place on a strip's edge tells one on its middle line. Middle lines carry on under what
hides the strip, so a river crosses its bridge and a man on the road does not cut it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import atan2, cos, sin

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, unary_union

from table.places import Floats
from vision.boxes import HOPELESS, Box, box_around, sharpened
from vision.broken_lines import broken
from vision.curved_strips import Outline, with_curved
from vision.evidence import Evidence
from vision.flat_table import Mask, Pixels
from vision.found import Found, sureness
from vision.nets import net, past_ends
from vision.regions import at, filled, share_inside, spots
from vision.strip_ground import (
    SMALL_THING_IN,
    WIDTH_IN,
    Strip,
    StripGround,
    river_ground,
    road_ground,
)
from vision.strip_joints import comes_from, goes_on_beyond, joined, joined_under_bridges, mitred
from vision.strip_ridge import ridge_of

_LEAST_LENGTH_IN = 0.9
_LEAST_SQ_IN = 2.5
_LEAST_FILL, _LEAST_LIKELY_FILL = 0.7, 0.6  # of what shows of a strip
_NEAR_RIDGE_IN = 0.1
_LEAST_BREAK_IN = 0.5
_PAST_RIDGE_IN = 0.5
_WHOLE_WIDTH = 0.95  # of it that shows, beside a shadow of its colour
_LEAST_AHEAD_IN = 0.6  # of a strip, beyond what lies across it and does not end it
_UNDER_BRIDGE_IN = 0.35
_START_IN = 0.3
_SHORTEST_END_IN = 0.65  # that may turn out as long as a strip, once its ends are on edges
_LEAST_BEGUN = 0.3  # of a strip's first inches, beside a bridge
_MOST_STRIPS = 10
_SAME_IN = 0.03  # between corners
_TRIES = 240
_LEAST_LEFT = 0.06  # of the ridge, below which what is left is no strip
_SHORT_IN = 4.0
_MOST_SHARED = 0.6  # of a strip, with others
_PLAIN_EDGE = 0.7  # of a strip's sides: it has no bend
_LEAST_FRAYED_EDGE = 0.3  # of them that mostly shows through noise
_MUCH_BETTER = 0.15
_MOST_BENDS = 2  # so gentle that one line goes through them
_BESIDE = 1.6  # half widths from its middle line
_MOST_BESIDE = 0.7
_ALONG_BOX = np.linspace(-0.95, 0.95, 40)  # half lengths from a box's middle
_FILL_ACROSS = np.linspace(-0.85, 0.85, 9)  # half widths from its middle line
_BY_SIDE_IN = 0.25  # within a side and beyond it
_LEAST_SIDED, _WELL_SIDED = 0.2, 0.7  # of what shows of a strip's sides
_BETWEEN = np.linspace(0, 1, 24)  # two places on a line, where it may have ended
_LEAST_BETWEEN = 0.85  # of them where the strip shows or is hidden
_PLACES_ACROSS = np.array([-1.2, *np.linspace(-0.9, 0.9, 13), 1.2])  # half widths
_LEAST_EDGES = (0.4, 0.6, 0.6)  # of a strip's sides, round by round; of a short one's the last


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
    for least_edge in _LEAST_EDGES:
        # What a line that was not believed took with it is free for others.
        taken = [_beside(strip.box, ridge, 0.35 * width_in) for strip in good]
        left = ridge[~np.any(taken, axis=0)] if taken else ridge
        if len(left) < _LEAST_LEFT * len(ridge):
            break
        boxes = _boxes(ground, left, width_in)
        # A line that was not believed is found again; its edges are the same.
        tried = [
            (box, _known_along(box, doubted) or _sharpened(evidence, ground, box, left))
            for box in boxes
        ]
        known = len(good)
        for strip in sorted((s for _, some in tried for s in some), key=lambda one: -one.edge):
            if _believed(ground, strip, least_edge, good):
                good.append(strip)
        if len(good) == known:
            break
        doubted += [(box, some) for box, some in tried if not any(s in good for s in some)]
    for start in (start for bridge in bridges for start in _starts(bridge, width_in)):
        end = _end_at_bridge(evidence, ground, start, good)
        good += [end] if end is not None else []
    return good


def _known_along(box: Box, known: Sequence[tuple[Box, list[Strip]]]) -> list[Strip]:
    """The strips that were found along a box, or one that is nearly the same; else none."""
    for other, strips in known:
        if np.abs(other.corners - box.corners).max() < _SAME_IN:
            return strips
    return []


def _end_at_bridge(
    evidence: Evidence, ground: StripGround, start: Box, known: Sequence[Strip]
) -> Strip | None:
    """A short strip that begins beside a bridge, or what a known one, bent there, has left out."""
    if not _may_begin(ground, start) or any(
        strip.polygon.intersects(Polygon(start.corners)) for strip in known
    ):
        return None
    end = _lengthened(ground, start)
    if 2 * end.half_length > _SHORTEST_END_IN:
        strip = _edged(evidence, ground, end)
        if _is_short_end(ground, strip):
            return strip
    if not _is_likely_filled(ground, start):
        return None
    comes = any(comes_from(ground, start, other.box) for other in known)
    return Strip(start, 0.0) if comes else None


def _may_begin(ground: StripGround, start: Box) -> bool:
    """Whether a strip's colour, or what hides it, is where the strip would begin."""
    return share_inside(ground.shown_or_hidden, start.corners, ground.flat) > _LEAST_BEGUN


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
    long = 2 * strip.box.half_length > _LEAST_LENGTH_IN + _UNDER_BRIDGE_IN
    return long and strip.edge >= _LEAST_EDGES[0] and _is_likely_filled(ground, strip.box)


def _is_likely_filled(ground: StripGround, box: Box) -> bool:
    """Whether a strip's colour is over enough of a box where one is likely."""
    return _is_as_wide(box) and _fill(ground, box) >= _LEAST_LIKELY_FILL


def _boxes(ground: StripGround, ridge: Floats, width_in: float) -> list[Box]:
    """Rectangles along the lines of the ridge, longest first."""
    points, boxes = ridge, list[Box]()
    rng = np.random.default_rng(11)
    for _ in range(_MOST_STRIPS):
        box = _longest_run(ground, points, _best_line(points, rng)) if len(points) >= 8 else None
        if box is None:
            break
        points = points[~_beside(box, points, 0.35 * width_in)]
        if box.half_length * 2 >= _LEAST_LENGTH_IN:
            boxes.append(replace(box, half_width=width_in / 2))
    return [_lengthened(ground, box) for box in _settled(boxes, ridge)]


def _settled(boxes: list[Box], ridge: Floats) -> list[Box]:
    """The lines once each point of the ridge went to the line it fits best.

    A line found first has taken a piece of the next strip with it, round a gentle bend.
    """
    if not boxes:
        return []
    best = _best_fits(boxes, ridge)
    boxes = [_through(box, ridge[best == n]) for n, box in enumerate(boxes)]
    for _ in range(3):
        last, best = best, _best_fits(boxes, ridge)
        # A line whose points are the same as before is through them already.
        changed = {*best[best != last], *last[best != last]}
        if not changed:
            break
        boxes = [
            _through(box, ridge[best == n]) if n in changed else box for n, box in enumerate(boxes)
        ]
    return [box for box in boxes if box.half_length * 2 >= _LEAST_LENGTH_IN]


def _best_fits(boxes: Sequence[Box], points: Floats) -> NDArray[np.intp]:
    """The number of the stretch of line that each point is nearest to, -1 where none is near.

    A little past its ends is near too.
    """
    centres, alongs = np.array([box.centre for box in boxes]), np.array([b.along for b in boxes])
    halves = np.array([box.half_length for box in boxes])[:, None]
    acrosses = np.array([box.across for box in boxes])
    along, across = (
        ways @ points.T - (ways * centres).sum(axis=1)[:, None] for ways in (alongs, acrosses)
    )
    gaps = np.abs(across) + np.maximum(np.abs(along) - halves - 0.3, 0)
    return np.where(gaps.min(axis=0) < 0.2, gaps.argmin(axis=0), -1)


def _through(box: Box, points: Floats) -> Box:
    """The stretch of line through its points."""
    if len(points) < 6:
        return replace(box, half_length=0.0)
    middle, way = _main_line(points)
    s = np.sort((points - middle) @ way)
    low, high = s[len(s) // 100], s[-1 - len(s) // 100]
    return replace(
        box, centre=middle + way * (low + high) / 2, along=way, half_length=(high - low) / 2
    )


def _main_line(points: Floats) -> tuple[Floats, Floats]:
    """The middle of points and the unit vector along which they lie."""
    middle = np.ones(len(points)) @ points / len(points)
    x, y = (points - middle).T
    angle = 0.5 * atan2(2 * (x @ y), x @ x - y @ y)
    return middle, np.array([cos(angle), sin(angle)])


def _beside(box: Box, points: Floats, near_in: float) -> Mask:
    """The points beside a stretch of line, within that distance of it."""
    off = points - box.centre
    along, across = np.abs(off @ box.along), np.abs(off @ box.across)
    return (along <= box.half_length + 0.05) & (across <= near_in)


def _best_line(points: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A point and a unit vector of the line with the most points near it."""
    pick = rng.integers(0, len(points), (_TRIES, 2))
    start, way = points[pick[:, 0]], points[pick[:, 1]] - points[pick[:, 0]]
    length = np.hypot(way[:, 0], way[:, 1])
    start, way = start[length > 0.5], way[length > 0.5] / length[length > 0.5, None]
    if not len(way):
        return points.mean(axis=0), np.array([1.0, 0.0])
    across = np.column_stack([-way[:, 1], way[:, 0]])
    level = (start * across).sum(axis=1)
    best = _most_voted(across, level, points)
    near = np.abs(points @ across[best] - level[best]) < _NEAR_RIDGE_IN
    for reach_in in (2 * _NEAR_RIDGE_IN, 1.5 * _NEAR_RIDGE_IN, _NEAR_RIDGE_IN):
        middle, axis = _main_line(points[near])
        off = points @ (-axis[1], axis[0]) - (middle[1] * axis[0] - middle[0] * axis[1])
        near = np.abs(off) < reach_in
    return middle, axis


def _most_voted(across: Floats, level: Floats, points: Floats) -> int:
    """The number of the line, told by the way across it and its level, with most points near it."""
    lines = np.column_stack([across, -level]).astype(np.float32)
    gaps = lines @ np.vstack([points.T, np.ones(len(points))]).astype(np.float32)
    near = np.abs(gaps, out=gaps) < _NEAR_RIDGE_IN
    return int(cv2.reduce(near.view(np.uint8), 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S).argmax())


def _longest_run(ground: StripGround, points: Floats, line: tuple[Floats, Floats]) -> Box | None:
    """The longest stretch of points on the line; gaps count only where the strip is hidden."""
    start, way = line
    off = points - start
    near = np.abs(off[:, 0] * way[1] - off[:, 1] * way[0]) < _NEAR_RIDGE_IN
    if near.sum() < 4:
        return None
    s = np.sort(off[near] @ way)
    wide = np.flatnonzero(np.diff(s) >= _LEAST_BREAK_IN)
    breaks = wide[_are_breaks(ground, start, way, s[wide], s[wide + 1])]
    starts, ends = np.concatenate([[0], breaks + 1]), np.concatenate([breaks, [len(s) - 1]])
    longest = int((s[ends] - s[starts]).argmax())
    low, high = s[starts[longest]], s[ends[longest]]
    return Box(start + way * (low + high) / 2, way, (high - low) / 2, 0.0)


def _are_breaks(ground: StripGround, start: Floats, way: Floats, low: Floats, high: Floats) -> Mask:
    """Whether a strip has ended between two places on its line, for several pairs of them."""
    if not len(low):
        return np.zeros(0, bool)
    s = low + _BETWEEN[:, None] * (high - low)
    between = spots(ground.flat, start + s[..., None] * way)
    carried = between.on(ground.hidden) | between.on(ground.shown)
    ended = carried.mean(axis=0) < _LEAST_BETWEEN
    return ended | between.on(ground.cut).any(axis=0) if ground.has_bridges else ended


def _lengthened(ground: StripGround, box: Box) -> Box:
    """The box carried on at both ends while its colour goes on over its width."""
    low, high = (box.half_length + more for more in _goes_on(ground, box))
    if ground.has_bridges:
        low, high = (
            end + _under_bridge(ground, box, way, end) for way, end in ((-1, low), (1, high))
        )
    return replace(
        box, centre=box.centre + box.along * (high - low) / 2, half_length=(high + low) / 2
    )


def _under_bridge(ground: StripGround, box: Box, way: int, end_in: float) -> float:
    """How far a strip that ends at a bridge reaches under it, inches."""
    past = np.array([0.15, 0.3, 0.45])
    places = box.centre + way * (end_in + past)[:, None] * box.along
    return _UNDER_BRIDGE_IN if at(ground.cut, ground.flat, places).sum() > 1 else 0.0


def _goes_on(ground: StripGround, box: Box) -> list[float]:
    """How far a strip's colour goes on over its width past its first end, and past its last."""
    step_in, count = 1 / ground.flat.px_per_in, len(_PLACES_ACROSS)
    s = np.arange(-round(0.3 / step_in), round(8 / step_in)) * step_in
    there = past_ends(ground.flat, box, _PLACES_ACROSS * box.half_width, s)
    free = ~there.on(ground.hidden).reshape(2, count, -1)
    shown = there.on(ground.raw).reshape(free.shape) & free
    left, right, shown, free = shown[:, 0], shown[:, -1], shown[:, 1:-1], free[:, 1:-1]
    places = _counts(free)
    share = _counts(shown) / np.maximum(places, 1)
    clear = places >= (count - 2) / 2
    # The ridge ends shortly before the strip does; farther on, a strip that only partly
    # fills the width is another one, round a bend, the more so if it is seen beside it.
    spent = np.cumsum(clear & (s > 0), axis=1) * step_in > _PAST_RIDGE_IN
    bent = spent & (left != right) & (share < _WHOLE_WIDTH)
    on = (share >= np.where(spent, 0.85, 0.5)) & ~bent & clear
    # A shadow across it does not end a strip.
    ends = bent | (_ahead(on, round(SMALL_THING_IN / step_in)) * step_in < _LEAST_AHEAD_IN)
    if ground.has_bridges:
        ends |= there.of_rays(np.s_[count // 2 :: count]).on(ground.cut)
    stops = ~on & clear & (s > 0) & ends
    return [_last_on(s, one, stop) for one, stop in zip(on, stops, strict=True)]


def _counts(across: Mask) -> Pixels:
    """How many places across a strip are on, (2, steps) of (2, places, steps)."""
    return np.asarray(across.view(np.uint8).sum(axis=1, dtype=np.uint8))


def _ahead(on: Mask, steps: int) -> NDArray[np.intp]:
    """How many of the next steps are on, from each one of a row."""
    rows, count = on.shape
    sums = np.zeros((rows, count + steps), np.intp)
    np.cumsum(on, axis=1, out=sums[:, 1 : count + 1])
    sums[:, count + 1 :] = sums[:, count : count + 1]
    return np.asarray(sums[:, steps:] - sums[:, :count])


def _last_on(s: Floats, on: Mask, stops: Mask) -> float:
    """How far along a row the last step is that is on, before the first that stops it."""
    last = np.flatnonzero(on[: stops.argmax()] if stops.any() else on)
    return float(s[last[-1]] + (s[1] - s[0]) / 2) if len(last) else 0.0


def _sharpened(evidence: Evidence, ground: StripGround, box: Box, ridge: Floats) -> list[Strip]:
    """The strip on the picture's own edges; two or three where those fit gentle bends better.

    None where its colour hardly anywhere ends at its sides.
    """
    if _sided(ground, box) < _LEAST_SIDED:
        return []
    one = _edged(evidence, ground, box)
    if not HOPELESS < one.edge < _PLAIN_EDGE or box.half_length < _SHORT_IN:
        return [one]
    least_edge = one.edge + _MUCH_BETTER
    most = min(_MOST_BENDS + 1, int(2 * box.half_length / _SHORT_IN))
    bends = (broken(box, ridge, count) for count in range(2, most + 1))
    return (
        _clearest(evidence, ground, bends, least_edge)
        or _clearest(evidence, ground, [_halves(box, ridge)], least_edge)
        or [one]
    )


def _sided(ground: StripGround, box: Box) -> float:
    """The share of what shows of a strip's sides at which its colour ends."""
    across_in = box.half_width + np.array([-_BY_SIDE_IN, _BY_SIDE_IN])
    starts = box.centre + np.concatenate([across_in, -across_in])[:, None] * box.across
    places = net(ground.flat, starts, box.along, _ALONG_BOX * box.half_length)
    shown, hidden = (places.on(mask).reshape(2, 2, -1) for mask in (ground.raw, ground.hidden))
    told = ~(hidden[:, 0] | hidden[:, 1])
    ends = told & shown[:, 0] & ~shown[:, 1]
    return np.count_nonzero(ends) / max(1, np.count_nonzero(told))


def _clearest(
    evidence: Evidence, ground: StripGround, ways: Iterable[Sequence[Box]], least_edge: float
) -> list[Strip]:
    """The strips along the way, of several, on which each has the most edge; none with less."""
    clearest: list[Strip] = []
    for boxes in ways:
        strips = _all_clearer(evidence, ground, boxes, least_edge)
        if strips:
            clearest, least_edge = strips, min(strip.edge for strip in strips)
    return clearest


def _all_clearer(
    evidence: Evidence, ground: StripGround, boxes: Sequence[Box], least_edge: float
) -> list[Strip]:
    """The strips along some boxes, if each of them has more edge than that."""
    strips: list[Strip] = []
    # The shortest is soonest tried, and tells most often that there is no bend.
    for box in sorted(boxes, key=lambda box: box.half_length):
        strips.append(_edged(evidence, ground, _lengthened(ground, box)))
        if strips[-1].edge <= least_edge:
            return []
    return strips


def _halves(box: Box, ridge: Floats) -> list[Box]:
    """The two lines that fit a ridge best, from the halves of one; none where it has but one."""
    quarter = box.along * box.half_length / 2
    middles = (box.centre - quarter, box.centre + quarter)
    halves = [replace(box, centre=middle, half_length=box.half_length / 2) for middle in middles]
    lines = _settled(halves, ridge)
    return lines if len(lines) == len(halves) else []


def _edged(evidence: Evidence, ground: StripGround, box: Box) -> Strip:
    """The strip on the picture's own edges, which a poor camera's noise may have frayed."""
    strip = Strip(*sharpened(evidence.view, box, 0.15, hidden=ground.hidden))
    if strip.edge >= _PLAIN_EDGE:
        return strip
    if strip.edge < _LEAST_FRAYED_EDGE and _sided(ground, box) < _WELL_SIDED:
        return strip
    view = evidence.view.steadied(box.corners)
    steady = Strip(*sharpened(view, box, 0.15, hidden=ground.hidden))
    return max(strip, steady, key=lambda one: one.edge)


def _believed(ground: StripGround, strip: Strip, least_edge: float, known: Sequence[Strip]) -> bool:
    """Whether a strip has its edges, its colour over most of what shows, and a strip's width."""
    box = strip.box
    if strip.edge < _LEAST_EDGES[0] or not _is_as_wide(box):
        return False
    fill = _fill(ground, box)
    if fill < _LEAST_LIKELY_FILL:
        return False
    if strip.edge < _PLAIN_EDGE and _is_part_of_more(ground, box):
        return False
    # What has enough of both needs no neighbours to be likely.
    if strip.edge < _LEAST_EDGES[-1] or fill < _LEAST_FILL:
        # Where a known strip ends, one that goes on from there is likely, and beyond a bridge too.
        likely = any(goes_on_beyond(ground, box, other.box) for other in known)
        if _lies_on(strip, known):
            least_edge = _LEAST_EDGES[-1]
        elif likely:
            least_edge = _LEAST_EDGES[0]
        elif 2 * box.half_length < _SHORT_IN:
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
    there = net(ground.flat, starts, box.along, _ALONG_BOX * box.half_length)
    free = ~there.on(ground.hidden)
    shown = there.on(ground.raw) & free
    return float(np.count_nonzero(shown) / max(1, np.count_nonzero(free)))


def _is_as_wide(box: Box) -> bool:
    """Whether a box is as wide as strips are."""
    return WIDTH_IN[0] < 2 * box.half_width < WIDTH_IN[1]
