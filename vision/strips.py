"""Roads and rivers: straight strips of paper of one width, laid end to end.

Every place on a strip's edge tells one on its middle line. Middle lines carry on under what
hides the strip, so a river crosses its bridge and a man on the road does not cut it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import cast

import numpy as np
from shapely import Polygon

from calibration.medians import median
from table.places import Floats
from vision.boxes import Box, box_around, sharpened
from vision.curved_strips import with_curved
from vision.evidence import Evidence
from vision.flat_table import Mask
from vision.found import Found, ground_of, sureness
from vision.own_edge import own_edge
from vision.regions import at, closed, either, opened, without
from vision.strip_ground import SMALL_THING_IN, Strip, StripGround
from vision.strip_joints import bend_of, joined, joined_under_bridges, mitred

_WIDTH_IN = (0.6, 4.0)
_LEAST_LENGTH_IN = 0.9
_LEAST_SQ_IN = 2.5
_LEAST_FILL = 0.7
_NEAR_RIDGE_IN = 0.1
_PAST_RIDGE_IN = 0.5
_LEAST_AHEAD_IN = 0.6  # of a strip, beyond what lies across it and does not end it
_UNDER_BRIDGE_IN = 0.35
_START_IN = 0.3
_MOST_STRIPS = 10
_TRIES = 240
_LEAST_EDGE_PLACES = 24
_STRAIGHT_PLACES = 3
_STRAIGHT = 0.99  # the cosine between the ways inward at two places of a straight edge
_LEAST_LEFT = 0.06  # of the ridge, below which what is left is no strip
_SHORT_IN = 4.0
_LEAST_SHORT_EDGE = 0.6
_PLAIN_EDGE = 0.7  # of a strip's sides: it has no bend
_MUCH_BETTER = 0.15
_PLACES_ACROSS = np.array([-1.2, *np.linspace(-0.9, 0.9, 13), 1.2])  # half widths
_LEAST_EDGES = (0.4, 0.6, 0.6)  # of a strip's sides, round by round


def find_strips(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The roads or rivers of one listing; strips that touch are one."""
    thing, flat = evidence.spec.things[number], evidence.flat
    # A river runs on under its bridge; a road ends there, though men may stand on both.
    over = [one for one in above if one.spec.kind == "bridge"]
    bridges = ground_of(over, flat)
    hidden = either(evidence.veil(number), ground_of(above, flat))
    shown = without(evidence.masks[number], either(hidden, bridges))
    raw = without(closed(shown, flat, 0.2), either(hidden, bridges))
    cut = bridges if thing.kind == "road" else np.zeros_like(bridges)
    ground = StripGround(
        flat, opened(raw, flat, 0.45), raw, without(hidden, cut), evidence.strange, cut
    )
    ends = [box_around(one.silhouette) for one in over]
    strips = _strips(evidence, ground, ends if thing.kind == "road" else [])
    straight = joined(ground, mitred(ground, strips))
    outlines = with_curved(evidence, ground.shown, ground.hidden, straight)
    if thing.kind == "river":
        outlines = joined_under_bridges(outlines, [one.footprint for one in over])
    return [
        Found(thing, shape, np.array(shape.exterior.coords[:-1]), sureness(edge))
        for shape, edge in outlines
        if shape.area >= _LEAST_SQ_IN
    ]


def _strips(evidence: Evidence, ground: StripGround, bridges: Sequence[Box]) -> list[Strip]:
    """The straight strips that the picture bears out; short ones too where a bridge ends."""
    ridge, width_in = _ridge(ground)
    good: list[Strip] = []
    for least_edge in _LEAST_EDGES:
        # What a line that was not believed took with it is free for others.
        taken = [_beside(strip.box, ridge, 0.35 * width_in) for strip in good]
        left = ridge[~np.any(taken, axis=0)] if taken else ridge
        if len(left) < _LEAST_LEFT * len(ridge):
            break
        boxes = _boxes(ground, left, width_in)
        tried = [s for box in boxes for s in _sharpened(evidence, ground, box, left)]
        fresh = [s for s in tried if _believed(ground, s, least_edge, good)]
        if not fresh:
            break
        good += fresh
    for start in (start for bridge in bridges for start in _starts(bridge, width_in)):
        if any(strip.polygon.intersects(Polygon(start.corners)) for strip in good):
            continue
        strip = _edged(evidence, ground, _lengthened(ground, start))
        good += [strip] if _is_short_end(ground, strip) else []
    return good


def _starts(bridge: Box, width_in: float) -> Iterator[Box]:
    """Where a road of that width may begin: beyond each side of a bridge."""
    for way, half in (
        (bridge.along, bridge.half_length),
        (-bridge.along, bridge.half_length),
        (bridge.across, bridge.half_width),
        (-bridge.across, bridge.half_width),
    ):
        yield Box(bridge.centre + (half + _START_IN) * way, way, _START_IN / 2, width_in / 2)


def _is_short_end(ground: StripGround, strip: Strip) -> bool:
    """Whether what goes on from a bridge is a short piece of road."""
    long = 2 * strip.box.half_length > _LEAST_LENGTH_IN + _UNDER_BRIDGE_IN
    return long and strip.edge >= _LEAST_EDGES[0] and _is_filled(ground, strip.box)


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
    for _ in range(4):
        if not boxes:
            break
        gaps = np.array([_gaps(box, ridge) for box in boxes])
        best, near = gaps.argmin(axis=0), gaps.min(axis=0) < 0.2
        boxes = [_through(box, ridge[(best == n) & near]) for n, box in enumerate(boxes)]
    return [box for box in boxes if box.half_length * 2 >= _LEAST_LENGTH_IN]


def _gaps(box: Box, points: Floats) -> Floats:
    """How far each point is from a stretch of line, a little past its ends included."""
    off = points - box.centre
    past = np.maximum(np.abs(off @ box.along) - box.half_length - 0.3, 0)
    return cast("Floats", np.abs(off @ box.across) + past)


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
    middle = points.sum(axis=0) / len(points)
    x, y = (points - middle).T
    angle = 0.5 * np.arctan2(2 * (x @ y), x @ x - y @ y)
    return middle, np.array([np.cos(angle), np.sin(angle)])


def _beside(box: Box, points: Floats, near_in: float) -> Mask:
    """The points beside a stretch of line, within that distance of it."""
    off = points - box.centre
    along, across = np.abs(off @ box.along), np.abs(off @ box.across)
    return (along <= box.half_length + 0.05) & (across <= near_in)


def _ridge(ground: StripGround) -> tuple[Floats, float]:
    """Places on the strips' middle lines in seen inches, and the strips' width.

    Each place on a strip's own edge tells one: half a width inward. What hides a strip, or
    lies beside it, takes some of them away but moves none.
    """
    edge, inward = own_edge(ground.shown, ground.hidden, ground.flat)
    if len(edge) < _LEAST_EDGE_PLACES:
        return np.zeros((0, 2)), 0.0
    width_in = _usual_width_in(ground, edge, inward)
    if width_in is None:
        return np.zeros((0, 2)), 0.0
    middle = edge + inward * width_in / 2
    on = at(either(ground.shown, ground.hidden), ground.flat, middle)
    return middle[on], width_in


def _usual_width_in(ground: StripGround, edge: Floats, inward: Floats) -> float | None:
    """How far it commonly is from edge to edge, straight across."""
    step_in = 1 / ground.flat.px_per_in
    steps = np.arange(1, round(_WIDTH_IN[1] / step_in) + 2) * step_in
    places = edge[:, None] + steps[None, :, None] * inward[:, None]
    out = ~at(ground.shown, ground.flat, places)
    first = out.argmax(axis=1)
    ends = places[np.arange(len(edge)), first]
    veiled = at(ground.hidden, ground.flat, ends)
    widths = steps[first] - step_in / 2
    told = out.any(axis=1) & ~veiled & (widths > _WIDTH_IN[0])
    if np.count_nonzero(told) < _LEAST_EDGE_PLACES / 2:
        return None
    # Shadows may be many; paper was cut straight.
    straight = told & _are_straight(inward)
    widths = widths[straight if np.count_nonzero(straight) >= _LEAST_EDGE_PLACES / 2 else told]
    counts = np.histogram(widths, np.arange(0, _WIDTH_IN[1] + 0.6, 0.15))[0].astype(float)
    middle = (float(np.convolve(counts, [1, 2, 1], "same").argmax()) + 0.5) * 0.15
    near = widths[np.abs(widths - middle) < 0.25]
    return float(median(near)) if len(near) else None


def _are_straight(inward: Floats) -> Mask:
    """Which places of an outline, in a row, look inward the same way as those near them."""
    before, after = (np.roll(inward, by, axis=0) for by in (_STRAIGHT_PLACES, -_STRAIGHT_PLACES))
    return np.asarray(np.minimum((inward * before).sum(1), (inward * after).sum(1)) > _STRAIGHT)


def _best_line(points: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A point and a unit vector of the line with the most points near it."""
    pick = rng.integers(0, len(points), (_TRIES, 2))
    start, way = points[pick[:, 0]], points[pick[:, 1]] - points[pick[:, 0]]
    length = np.hypot(way[:, 0], way[:, 1])
    start, way = start[length > 0.5], way[length > 0.5] / length[length > 0.5, None]
    if not len(way):
        return points.mean(axis=0), np.array([1.0, 0.0])
    across = np.column_stack([way[:, 1], -way[:, 0]])
    gap = np.abs(across @ points.T - (start * across).sum(axis=1)[:, None])
    best = int((gap < _NEAR_RIDGE_IN).sum(axis=1).argmax())
    near = gap[best] < _NEAR_RIDGE_IN
    for reach_in in (2 * _NEAR_RIDGE_IN, 1.5 * _NEAR_RIDGE_IN, _NEAR_RIDGE_IN):
        middle, axis = _main_line(points[near])
        off = points - middle
        near = np.abs(off[:, 0] * axis[1] - off[:, 1] * axis[0]) < reach_in
    return middle, axis


def _longest_run(ground: StripGround, points: Floats, line: tuple[Floats, Floats]) -> Box | None:
    """The longest stretch of points on the line; gaps count only where the strip is hidden."""
    start, way = line
    off = points - start
    near = np.abs(off[:, 0] * way[1] - off[:, 1] * way[0]) < _NEAR_RIDGE_IN
    if near.sum() < 4:
        return None
    s = np.sort(off[near] @ way)
    breaks = np.flatnonzero([_is_break(ground, start, way, a, b) for a, b in pairwise(s)])
    starts, ends = np.concatenate([[0], breaks + 1]), np.concatenate([breaks, [len(s) - 1]])
    longest = int((s[ends] - s[starts]).argmax())
    low, high = s[starts[longest]], s[ends[longest]]
    return Box(start + way * (low + high) / 2, way, (high - low) / 2, 0.0)


def _is_break(ground: StripGround, start: Floats, way: Floats, low: float, high: float) -> bool:
    if high - low < 0.5:
        return False
    between = start + np.linspace(low, high, 24)[:, None] * way
    hidden, shown, cut = (
        at(cells, ground.flat, between) for cells in (ground.hidden, ground.shown, ground.cut)
    )
    return bool((hidden | shown).mean() < 0.85 or cut.any())


def _lengthened(ground: StripGround, box: Box) -> Box:
    """The box carried on at both ends while its colour goes on over its width."""
    low, high = (box.half_length + _goes_on(ground, box, way) for way in (-1, 1))
    low, high = (end + _under_bridge(ground, box, way, end) for way, end in ((-1, low), (1, high)))
    return replace(
        box, centre=box.centre + box.along * (high - low) / 2, half_length=(high + low) / 2
    )


def _under_bridge(ground: StripGround, box: Box, way: int, end_in: float) -> float:
    """How far a strip that ends at a bridge reaches under it, inches."""
    past = np.array([0.15, 0.3, 0.45])
    places = box.centre + way * (end_in + past)[:, None] * box.along
    return _UNDER_BRIDGE_IN if at(ground.cut, ground.flat, places).sum() > 1 else 0.0


def _goes_on(ground: StripGround, box: Box, way: int) -> float:
    step_in = 1 / ground.flat.px_per_in
    s = np.arange(-round(0.3 / step_in), round(8 / step_in)) * step_in
    across = _PLACES_ACROSS[None, :, None] * box.half_width * box.across
    places = box.centre + way * (box.half_length + s)[:, None, None] * box.along + across
    free = ~at(ground.hidden, ground.flat, places)
    shown = at(ground.raw, ground.flat, places) & free
    beside, shown, free = shown[:, [0, -1]], shown[:, 1:-1], free[:, 1:-1]
    share = shown.sum(axis=1) / np.maximum(free.sum(axis=1), 1)
    clear = free.mean(axis=1) >= 0.5
    # The ridge ends shortly before the strip does; farther on, a strip that only partly
    # fills the width, or is seen beside it on one side, is another one, round a bend.
    spent = np.cumsum(clear & (s > 0)) * step_in > _PAST_RIDGE_IN
    bent = spent & (beside[:, 0] != beside[:, 1])
    on = (share >= np.where(spent, 0.85, 0.5)) & ~bent & clear
    # A shadow across it does not end a strip.
    near = round(SMALL_THING_IN / step_in)
    ahead_in = np.convolve(on, np.ones(near), "full")[near - 1 :] * step_in
    stop = np.flatnonzero(~on & clear & (s > 0) & (bent | (ahead_in < _LEAST_AHEAD_IN)))
    last = np.flatnonzero(on[: stop[0] if len(stop) else len(s)])
    return float(s[last[-1]] + step_in / 2) if len(last) else 0.0


def _sharpened(evidence: Evidence, ground: StripGround, box: Box, ridge: Floats) -> list[Strip]:
    """The strip on the picture's own edges; two of them where that fits a gentle bend better."""
    one = _edged(evidence, ground, box)
    if one.edge >= _PLAIN_EDGE or 2 * box.half_length < 2 * _SHORT_IN:
        return [one]
    quarter = box.along * box.half_length / 2
    halves = [
        replace(box, centre=box.centre + way * quarter, half_length=box.half_length / 2)
        for way in (-1, 1)
    ]
    lines = [_lengthened(ground, half) for half in _settled(halves, ridge)]
    two = [_edged(evidence, ground, line) for line in lines]
    bent = len(two) == 2 and min(strip.edge for strip in two) > one.edge + _MUCH_BETTER
    return two if bent else [one]


def _edged(evidence: Evidence, ground: StripGround, box: Box) -> Strip:
    """The strip on the picture's own edges, which a poor camera's noise may have frayed."""
    strip = Strip(*sharpened(evidence.view, box, 0.15, hidden=ground.hidden))
    if strip.edge >= _PLAIN_EDGE:
        return strip
    steady = Strip(*sharpened(evidence.view.steadied, box, 0.15, hidden=ground.hidden))
    return max(strip, steady, key=lambda one: one.edge)


def _believed(ground: StripGround, strip: Strip, least_edge: float, known: Sequence[Strip]) -> bool:
    """Whether a strip has its edges, its colour over most of what shows, and a strip's width."""
    box = strip.box
    short = 2 * box.half_length < _SHORT_IN
    # Where a known strip ends, one that goes on from there is likely.
    goes_on = any(bend_of(ground, (box, other.box), 0, 1) for other in known)
    if strip.edge < (least_edge if not short else _LEAST_SHORT_EDGE) and not (
        goes_on and strip.edge >= _LEAST_EDGES[0]
    ):
        return False
    return _is_filled(ground, box)


def _is_filled(ground: StripGround, box: Box) -> bool:
    """Whether a strip's colour is over most of what shows of a box as wide as a strip."""
    u = np.linspace(-0.95, 0.95, 40) * box.half_length
    v = np.linspace(-0.85, 0.85, 9) * box.half_width
    places = box.centre + u[:, None, None] * box.along + v[None, :, None] * box.across
    free = ~at(ground.hidden, ground.flat, places)
    fill = (at(ground.raw, ground.flat, places) & free).sum() / max(1, free.sum())
    wide = _WIDTH_IN[0] < 2 * box.half_width < _WIDTH_IN[1]
    return bool(fill >= _LEAST_FILL and wide)
