"""How much of many men many viewers see: all pairs at once, as `sight` tells of one.

In go viewers and targets as arrays; out comes the exposure of each pair. What a thing hides of a
target that stands wholly behind it is the angle under which the viewer sees the thing, which is
worked out once for each viewer and thing. Only where a target's base, or the height at which the
line of sight passes, lies between the thing's nearest and its furthest point are its edges looked
at one by one, as `sight` does.
"""

from dataclasses import dataclass

import numpy as np

from rules.measure.hidden_angles import (
    Cases,
    FootprintEdges,
    Intervals,
    edges_of_cases,
    hidden_angles,
)
from rules.measure.lengths import HAIR_IN
from rules.measure.ragged import Flags, Ints
from rules.measure.sight import SHARE_HAIR, Screen, SightRule, covered, low_part, screen_of
from rules.measure.stands import Stands
from table.places import Floats

PAIRS_AT_ONCE = 16_000  # of viewer and target: more only leave the processor's cache
SURELY_IN = 1e-6  # what lies this much before or behind a limit surely does
WHOLE_TURN = 2.0 * np.pi


def exposures(rule: SightRule, viewers: Stands, targets: Stands) -> Floats:
    """The exposure of each target (column) to each viewer (row)."""
    screen = screen_of(targets.field, rule.blocking)
    if not len(screen.numbers):
        return np.ones((len(viewers), len(targets)))
    found = np.empty((len(viewers), len(targets)))
    together = max(1, PAIRS_AT_ONCE // max(1, len(targets)))
    for begin in range(0, len(viewers), together):
        some = slice(begin, begin + together)
        outlooks = outlooks_of(screen, viewers).take(some)
        found[some] = _exposures(rule, screen, outlooks, _pairs(viewers.take(some), targets))
    return np.where(too_deep(rule, viewers, targets), 0.0, found)


def too_deep(rule: SightRule, viewers: Stands, targets: Stands) -> Flags:
    """Whether a target is so deep inside something that a viewer outside it cannot see him."""
    deep = targets.deep_inside(rule.deep_words, rule.deep_in)
    unseen = np.zeros((len(viewers), len(targets)), dtype=bool)
    for thing in np.flatnonzero(deep.any(axis=0)):
        unseen |= ~viewers.inside[:, thing, None] & deep[None, :, thing]
    if unseen.any():
        unseen &= distances_in(viewers, targets) > targets.radius + HAIR_IN
    return unseen


def distances_in(viewers: Stands, targets: Stands) -> Floats:
    """How far each target (column) is from each viewer (row)."""
    dx, dy = (targets.xy[None, :, i] - viewers.xy[:, i, None] for i in (0, 1))
    return np.asarray(np.sqrt(dx * dx + dy * dy))


@dataclass(frozen=True, eq=False)
class Pairs:
    """All pairs of some viewers (rows) and targets (columns)."""

    viewers: Stands
    targets: Stands
    bearing: Floats
    distance: Floats
    half: Floats  # of the angle under which the base is seen


def _pairs(viewers: Stands, targets: Stands) -> Pairs:
    dx, dy = (targets.xy[None, :, i] - viewers.xy[:, i, None] for i in (0, 1))
    distance = np.sqrt(dx * dx + dy * dy)
    # A viewer within the base has no angle under which he sees it: he is taken out below.
    half = np.arcsin(targets.radius / np.maximum(distance, targets.radius + HAIR_IN))
    return Pairs(viewers, targets, np.arctan2(dy, dx), distance, half)


@dataclass(frozen=True, eq=False)
class Outlooks:
    """How each viewer (row) sees each thing of a screen (column).

    From `low` to `high` radians from `middle`, between `near_in` and `far_in`; `unclear` where
    he stands among its corners, so that this does not tell what it hides.
    """

    middle: Floats
    low: Floats
    high: Floats
    near_in: Floats
    far_in: Floats
    unclear: Flags
    edge_low: Floats  # the same for each edge of the screen, from its thing's middle
    edge_high: Floats

    def take(self, some: slice) -> "Outlooks":
        """Those of these viewers."""
        return Outlooks(**{name: value[some] for name, value in vars(self).items()})


def outlooks_of(screen: Screen, viewers: Stands) -> Outlooks:
    """How the viewers see the things of a screen, worked out once for all questions."""
    return viewers.keep(("outlooks", screen.numbers.tobytes()), lambda: _outlooks(screen, viewers))


def _outlooks(screen: Screen, viewers: Stands) -> Outlooks:
    edges, first = screen.edges, screen.edges.first[:-1]
    x, y = (edges.start_xy[None, :, i] - viewers.xy[:, i, None] for i in (0, 1))
    middle = screen.middles_xy[None] - viewers.xy[:, None]
    angle = np.arctan2(middle[..., 1], middle[..., 0])
    begin = turned(np.arctan2(y, x) - np.repeat(angle, np.diff(edges.first), axis=1))
    end = begin[:, _next(edges)]
    jumps = np.abs(end - begin) > np.pi - SURELY_IN
    near_in = np.minimum.reduceat(_to_edges_in(edges, x, y), first, axis=1)
    return Outlooks(
        angle,
        np.minimum.reduceat(begin, first, axis=1),
        np.maximum.reduceat(begin, first, axis=1),
        near_in,
        np.sqrt(np.maximum.reduceat(x * x + y * y, first, axis=1)),
        np.logical_or.reduceat(jumps, first, axis=1) | (near_in < SURELY_IN),
        np.minimum(begin, end),
        np.maximum(begin, end),
    )


def turned(angle: Floats) -> Floats:
    """The same directions between -pi and pi."""
    return np.asarray(angle - WHOLE_TURN * np.rint(angle / WHOLE_TURN))


def _next(edges: FootprintEdges) -> Ints:
    """The edge after each, on its own ring."""
    after = np.arange(1, len(edges.start_xy) + 1)
    after[edges.first[1:] - 1] = edges.first[:-1]
    return after


def _to_edges_in(edges: FootprintEdges, x: Floats, y: Floats) -> Floats:
    """How far each edge is, of which the viewer sees the start at x, y."""
    dx, dy = (edges.end_xy - edges.start_xy).T
    share = np.clip(-(x * dx + y * dy) / (dx * dx + dy * dy), 0.0, 1.0)
    return np.asarray(np.sqrt((x + share * dx) ** 2 + (y + share * dy) ** 2))


@dataclass(frozen=True, eq=False)
class Covers:
    """Things (columns of the screen) that may hide part of a target, as seen by his viewer.

    `low` and `high` are the thing's directions from the target's, as far as his base goes.
    """

    viewer: Ints
    target: Ints
    thing: Ints
    low: Floats
    high: Floats

    def take(self, chosen: Flags) -> "Covers":
        """These alone."""
        return Covers(**{name: value[chosen] for name, value in vars(self).items()})


def _exposures(rule: SightRule, screen: Screen, outlooks: Outlooks, pairs: Pairs) -> Floats:
    covers = _covers(screen, pairs, outlooks)
    whole, cut = _parted(rule, screen, pairs, outlooks, covers)
    hidden = _joined(
        pairs, covers.take(whole), _cut(rule, screen, pairs, outlooks, covers.take(cut))
    )
    exposure = 1.0 - covered(hidden, pairs.distance.size) / (2.0 * pairs.half.reshape(-1))
    exposure = np.where(exposure < SHARE_HAIR, 0.0, exposure)
    exposure = np.where(exposure > 1.0 - SHARE_HAIR, 1.0, exposure)
    return exposure.reshape(pairs.distance.shape)


def _covers(screen: Screen, pairs: Pairs, outlooks: Outlooks) -> Covers:
    """All that may hide part of somebody, by its directions and its nearest point."""
    apart = pairs.distance > pairs.targets.radius + HAIR_IN
    found = []
    for thing, number in enumerate(screen.numbers):
        off = turned(pairs.bearing - outlooks.middle[:, thing, None])
        low = np.maximum(off - pairs.half, outlooks.low[:, thing, None])
        high = np.minimum(off + pairs.half, outlooks.high[:, thing, None])
        hides = (high > low) | outlooks.unclear[:, thing, None]
        hides &= apart & (outlooks.near_in[:, thing, None] < pairs.distance)
        hides &= ~pairs.viewers.inside[:, number, None] & ~pairs.targets.inside[:, number]
        viewer, target = np.nonzero(hides)
        middle = off[viewer, target]
        things = np.full(len(viewer), thing)
        ends = (low[viewer, target] - middle, high[viewer, target] - middle)
        found.append((viewer, target, things, *ends))
    return Covers(*(np.concatenate(part) for part in zip(*found, strict=True)))


def _parted(
    rule: SightRule, screen: Screen, pairs: Pairs, outlooks: Outlooks, covers: Covers
) -> tuple[Flags, Flags]:
    """Which covers hide all their directions, and which must be looked at edge by edge."""
    at = covers.viewer, covers.target
    distance, half, radius = pairs.distance[at], pairs.half[at], pairs.targets.radius[at[1]]
    seen = covers.viewer, covers.thing
    near_in, far_in, unclear = outlooks.near_in[seen], outlooks.far_in[seen], outlooks.unclear[seen]
    low, high = _low_shares(rule, screen, pairs, covers)
    tangent_in = distance * np.cos(half)
    # The kite is measured along its axis, where things are nearer than they are to the viewer.
    axis_in = near_in * np.cos(half) if rule.region == "kite" else near_in
    ends = (tangent_in, distance) if rule.region == "kite" else (distance - radius, tangent_in)
    with np.errstate(invalid="ignore"):
        from_in, to_in = low * distance, high * distance
    nothing = (low >= high) | (near_in > ends[1] + SURELY_IN) | (axis_in > to_in + SURELY_IN)
    nothing |= far_in < from_in - SURELY_IN
    before = (far_in < ends[0] - SURELY_IN) & (far_in < to_in - SURELY_IN)
    whole = before & ((low <= 0.0) | (axis_in > from_in + SURELY_IN)) & (low < high) & ~unclear
    return whole, ~whole & (~nothing | (unclear & (low < high)))


def _low_shares(
    rule: SightRule, screen: Screen, pairs: Pairs, covers: Covers
) -> tuple[Floats, Floats]:
    """The part of the way, in shares, on which the line of sight is below the thing's height."""
    blocking_z = np.maximum(screen.heights_in, rule.least_height_in)[covers.thing]
    viewer_z = pairs.viewers.elevation_in[covers.viewer] + rule.eye_in
    target_z = pairs.targets.elevation_in[covers.target] + rule.middle_in
    return low_part(viewer_z, target_z, blocking_z)


def _cut(
    rule: SightRule, screen: Screen, pairs: Pairs, outlooks: Outlooks, covers: Covers
) -> Intervals:
    """What covers hide whose edges must be cut, by the number of the pair."""
    at = covers.viewer, covers.target
    low, high = _low_shares(rule, screen, pairs, covers)
    # The numbers of the single question, bit by bit: where an edge just touches the base, the
    # last one tells at the eighth place.
    viewer_xy, target_xy = pairs.viewers.xy[covers.viewer], pairs.targets.xy[covers.target]
    cases = Cases(
        viewer_xy=viewer_xy,
        along_xy=(target_xy - viewer_xy) / pairs.distance[at][:, None],
        distance=pairs.distance[at],
        radius=pairs.targets.radius[covers.target],
        half=pairs.half[at],
        near=low,
        far=high,
        footprint=covers.thing,
    )
    facing = _facing(screen, pairs, outlooks, covers)
    hidden = hidden_angles(rule.region, cases, screen.edges, facing)
    number = covers.viewer * len(pairs.targets) + covers.target
    return hidden._replace(case=number[hidden.case])


def _facing(screen: Screen, pairs: Pairs, outlooks: Outlooks, covers: Covers) -> tuple[Ints, Ints]:
    """Pairs of a cover and an edge of its thing that may lie before the target's base."""
    seen, at = (covers.viewer, covers.thing), (covers.viewer, covers.target)
    off, half = turned(pairs.bearing[at] - outlooks.middle[seen]), pairs.half[at] + SURELY_IN
    cover, edge = edges_of_cases(covers.thing, screen.edges)
    row = covers.viewer[cover], edge
    before = outlooks.edge_low[row] <= (off + half)[cover]
    before &= outlooks.edge_high[row] >= (off - half)[cover]
    before |= outlooks.unclear[seen][cover]
    return cover[before], edge[before]


def _joined(pairs: Pairs, whole: Covers, cut: Intervals) -> Intervals:
    """All hidden directions, by the number of the pair."""
    number = whole.viewer * len(pairs.targets) + whole.target
    return Intervals(
        np.concatenate([number, cut.case]),
        np.concatenate([whole.low, cut.low]),
        np.concatenate([whole.high, cut.high]),
    )
