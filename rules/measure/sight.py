"""Who sees how much of whom, and what hides the rest.

In goes a field, a book's rule of sight and who looks at whom; out come the exposure (0 to 1),
what hides part of the target, and the distance. What is likely to be asked next is worked out
with it, and kept for as long as the things lie as they do.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely import STRtree

from rules.measure.field import Field, Stand
from rules.measure.hidden_angles import (
    Cases,
    FootprintEdges,
    Intervals,
    Region,
    edges_of,
    hidden_angles,
)
from rules.measure.lengths import HAIR_IN, beyond, within
from rules.measure.memory import Memory
from rules.measure.ragged import Flags, Ints
from table.places import Floats
from table.scene import Soldier

# Exposure this near to 0 or 1 is 0 or 1; a thing that hides less than this hides nothing.
SHARE_HAIR = 1e-6

MANY_VIEWERS = 5  # from here on it is quicker to work out all viewers of a scene together
VIEWS_AT_ONCE = 1200  # more would only take more memory
KEPT_SIGHTS = 20_000  # of one lay of things under one rule


@dataclass(frozen=True)
class SightRule:
    """How one book sees.

    `blocking` are the words of what hides a standing man, each at least `least_height_in` high.
    A man more than `deep_in` inside a thing of `deep_words` is not seen from outside it.
    `hills` are the words whose height is the ground's at a place aimed at.
    """

    region: Region
    blocking: frozenset[str]
    deep_words: frozenset[str] = frozenset()
    deep_in: float = 2.0
    least_height_in: float = 2.5
    eye_in: float = 2.0
    middle_in: float = 1.125
    hills: frozenset[str] = frozenset({"hill"})


@dataclass(frozen=True, slots=True)
class SightFacts:
    """How much of a target a viewer sees, and the ids (sorted) of what hides the rest.

    `too_deep` are the ids of the things so far inside which the target is that nobody outside
    sees him.
    """

    exposure: float
    blocked_by: tuple[str, ...]
    distance_in: float
    too_deep: tuple[str, ...] = ()

    @property
    def visible(self) -> bool:
        """Whether anything of the target is seen."""
        return self.exposure > 0.0


@dataclass(frozen=True)
class Screen:
    """The things of a field that can hide somebody, ready to be cut by many views.

    `middles_xy` and `around_in` are a circle round each footprint.
    """

    numbers: Ints
    heights_in: Floats
    middles_xy: Floats
    around_in: Floats
    edges: FootprintEdges
    tree: STRtree


@dataclass(frozen=True)
class Views:
    """Who looks at whom, as arrays; `half` is half the angle under which the base is seen."""

    viewer_xy: Floats
    target_xy: Floats
    radius: Floats
    viewer_z: Floats
    target_z: Floats
    distance: Floats
    half: Floats


def sight(
    field: Field, rule: SightRule, viewer: Soldier | Stand, target: Soldier | Stand
) -> SightFacts:
    """What the viewer sees of the target."""
    here, there = _stand(field, viewer), _stand(field, target)
    known = _memory(field, rule).get((here, there))
    if known is not None:
        return known
    among_men = isinstance(target, Soldier) and field.scene.soldier(target.id) is target
    pairs = _asked_next(field, rule, here) if among_men else []
    found = foresee(field, rule, [(here, there), *pairs])
    # Another thread may have worked it out meanwhile; then it is not among what is new.
    return found.get((here, there)) or sights(field, rule, [(here, there)])[0]


def foresee(
    field: Field, rule: SightRule, pairs: Iterable[tuple[Stand, Stand]]
) -> Mapping[tuple[Stand, Stand], SightFacts]:
    """Work out together what is not known of these, and keep it for whoever asks; what is new."""
    known = _memory(field, rule)
    new = [pair for pair in dict.fromkeys(pairs) if known.get(pair) is None]
    found: dict[tuple[Stand, Stand], SightFacts] = {}
    for begin in range(0, len(new), VIEWS_AT_ONCE):
        some = new[begin : begin + VIEWS_AT_ONCE]
        found.update(zip(some, sights(field, rule, some), strict=True))
    known.keep(found)
    return found


def _memory(field: Field, rule: SightRule) -> Memory[tuple[Stand, Stand], SightFacts]:
    """What was seen before among these things.

    It depends on them and on where two men stand, and on nothing else: who is hit or moves changes
    nothing for the others.
    """
    key = ("sights", rule)
    if key not in field.lay.kept:
        field.lay.kept[key] = Memory(KEPT_SIGHTS)
    memory: Memory[tuple[Stand, Stand], SightFacts] = field.lay.kept[key]
    return memory


def _asked_next(field: Field, rule: SightRule, viewer: Stand) -> list[tuple[Stand, Stand]]:
    """What will be asked after a question about this viewer that nobody has asked before.

    Who looks at one man is told of him alone; who then looks at another, of all of them. Once
    several viewers were asked about, the others' turn will come too.
    """
    looked = field.kept.setdefault(("looked", rule), {})
    looked[viewer] = looked.get(viewer, 0) + 1
    if len(looked) >= MANY_VIEWERS:
        men = tuple(field.stands.values())
        return [(one, other) for one in {viewer, *men} for other in men]
    return [(viewer, other) for other in field.stands.values()] if looked[viewer] > 1 else []


def sights(field: Field, rule: SightRule, pairs: Sequence[tuple[Stand, Stand]]) -> list[SightFacts]:
    """What each viewer sees of his target."""
    views = _views(rule, pairs)
    exposure, hiders = _exposures(screen_of(field, rule.blocking), rule, views, pairs)
    distance = views.distance.tolist()
    return [
        _with_depth(field, rule, pair, SightFacts(exposure[i], _ids(field, hiders[i]), distance[i]))
        for i, pair in enumerate(pairs)
    ]


def screen_of(field: Field, words: frozenset[str]) -> Screen:
    """The things that mean one of the words, as a screen."""
    return screen_over(field, field.things_of(*words))


def screen_over(field: Field, things: tuple[int, ...]) -> Screen:
    """These things, by number, as a screen."""
    key = ("screen", things)
    if key not in field.lay.kept:
        numbers = np.array(things, dtype=np.intp)
        prints = field.footprints[numbers] if len(numbers) else np.array([], dtype=object)
        bounds = shapely.bounds(prints).reshape(-1, 4)
        field.lay.kept[key] = Screen(
            numbers,
            field.heights_in[numbers],
            (bounds[:, :2] + bounds[:, 2:]) / 2,
            np.hypot(bounds[:, 2] - bounds[:, 0], bounds[:, 3] - bounds[:, 1]) / 2,
            edges_of(list(prints)),
            STRtree(prints),
        )
    screen: Screen = field.lay.kept[key]
    return screen


def _stand(field: Field, who: Soldier | Stand) -> Stand:
    return field.stand(who) if isinstance(who, Soldier) else who


def _views(rule: SightRule, pairs: Sequence[tuple[Stand, Stand]]) -> Views:
    at = np.array(
        [(v.x, v.y, t.x, t.y, t.radius, v.elevation_in, t.elevation_in) for v, t in pairs],
        dtype=np.float64,
    ).reshape(-1, 7)
    dx, dy = at[:, 2] - at[:, 0], at[:, 3] - at[:, 1]
    distance = np.sqrt(dx * dx + dy * dy)  # as in bulk, to the last bit: at a tangent it tells
    # A viewer within the base has no angle under which he sees it: he is taken out below.
    half = np.arcsin(at[:, 4] / np.maximum(distance, at[:, 4] + HAIR_IN))
    return Views(
        viewer_xy=at[:, 0:2],
        target_xy=at[:, 2:4],
        radius=at[:, 4],
        viewer_z=at[:, 5] + rule.eye_in,
        target_z=at[:, 6] + rule.middle_in,
        distance=distance,
        half=half,
    )


def _exposures(
    screen: Screen, rule: SightRule, views: Views, pairs: Sequence[tuple[Stand, Stand]]
) -> tuple[list[float], list[list[int]]]:
    """Each view's exposure, and the numbers of the things that hide part of it."""
    view, cases = _cases(screen, rule, views, pairs)
    hiders: list[list[int]] = [[] for _ in pairs]
    if not len(view):
        return [1.0] * len(pairs), hiders
    hidden = hidden_angles(rule.region, cases, screen.edges)
    alone = covered(hidden, len(view)) / (2.0 * cases.half)
    together = covered(hidden._replace(case=view[hidden.case]), len(pairs))
    exposure = 1.0 - together / (2.0 * views.half)
    exposure = np.where(exposure < SHARE_HAIR, 0.0, exposure)
    exposure = np.where(exposure > 1.0 - SHARE_HAIR, 1.0, exposure)
    for case in np.flatnonzero((alone > SHARE_HAIR) & (exposure[view] < 1.0)):
        hiders[view[case]].append(int(screen.numbers[cases.footprint[case]]))
    return exposure.tolist(), hiders


def _cases(
    screen: Screen, rule: SightRule, views: Views, pairs: Sequence[tuple[Stand, Stand]]
) -> tuple[Ints, Cases]:
    """The footprints that reach into each view's kite low enough to hide, none for men in them."""
    view, footprint = _near_things(screen, views, pairs)
    blocking_z = np.maximum(screen.heights_in, rule.least_height_in)[footprint]
    near, far = low_part(views.viewer_z[view], views.target_z[view], blocking_z)
    low = near < far
    view, footprint = view[low], footprint[low]
    along = (views.target_xy[view] - views.viewer_xy[view]) / views.distance[view, None]
    return view, Cases(
        viewer_xy=views.viewer_xy[view],
        along_xy=along,
        distance=views.distance[view],
        radius=views.radius[view],
        half=views.half[view],
        near=near[low],
        far=far[low],
        footprint=footprint,
    )


def low_part(viewer_z: Floats, target_z: Floats, blocking_z: Floats) -> tuple[Floats, Floats]:
    """The part of the way, in shares of it, on which the line of sight is below a height.

    Below by a hair: an edge where the line is just as high as the thing hides nothing.
    """
    low_z = blocking_z - HAIR_IN
    with np.errstate(divide="ignore", invalid="ignore"):
        level = (low_z - viewer_z) / (target_z - viewer_z)
    starts_low, ends_low = viewer_z < low_z, target_z < low_z
    near = np.where(starts_low, 0.0, np.where(ends_low, level, np.inf))
    far = np.where(ends_low, np.inf, np.where(starts_low, level, 0.0))
    return near, far


def _near_things(
    screen: Screen, views: Views, pairs: Sequence[tuple[Stand, Stand]]
) -> tuple[Ints, Ints]:
    """Pairs of a view and a footprint that may meet its kite, without the things men are in."""
    view, footprint = screen.tree.query(_kites(views))
    apart = views.distance > views.radius + HAIR_IN
    keep = apart[view] & _circle_meets_kite(screen, views, view, footprint)
    view, footprint = view[keep], footprint[keep]
    if not len(view):
        return view, footprint
    total = int(screen.numbers.max()) + 1
    shielded = [
        i * total + n for i, (v, t) in enumerate(pairs) for n in v.inside | t.inside if n < total
    ]
    outside = ~np.isin(view * total + screen.numbers[footprint], shielded)
    return view[outside], footprint[outside]


def _circle_meets_kite(screen: Screen, views: Views, view: Ints, footprint: Ints) -> Flags:
    """Whether the circle round a footprint reaches the strip that holds the view's kite."""
    offset = screen.middles_xy[footprint] - views.viewer_xy[view]
    line = (views.target_xy - views.viewer_xy)[view]
    distance = np.maximum(views.distance[view], HAIR_IN)
    around_in = screen.around_in[footprint]
    forward = (offset[:, 0] * line[:, 0] + offset[:, 1] * line[:, 1]) / distance
    aside = np.abs(offset[:, 1] * line[:, 0] - offset[:, 0] * line[:, 1]) / distance
    return np.asarray(
        (aside <= around_in + views.radius[view])
        & (forward >= -around_in)
        & (forward <= distance + around_in)
    )


def _kites(views: Views) -> "np.ndarray[Any, Any]":
    """Each view's kite: viewer, touching point, target, other touching point."""
    distance = np.maximum(views.distance, HAIR_IN)[:, None]
    forward = (views.target_xy - views.viewer_xy) / distance
    right = np.stack([-forward[:, 1], forward[:, 0]], axis=1)
    reach = views.distance * np.cos(views.half)
    along = views.viewer_xy + forward * (reach * np.cos(views.half))[:, None]
    aside = right * (reach * np.sin(views.half))[:, None]
    corners = [views.viewer_xy, along + aside, views.target_xy, along - aside, views.viewer_xy]
    return np.asarray(shapely.polygons(np.stack(corners, axis=1)))


def covered(hidden: Intervals, count: int) -> Floats:
    """The length that each case's intervals cover together."""
    lengths = hidden.high - hidden.low
    total: Floats = np.bincount(hidden.case, lengths, minlength=count)  # type: ignore[assignment]  # weighted counts are floats
    some = np.bincount(hidden.case, minlength=count) > 1
    mixed = some[hidden.case]
    if mixed.any():
        which, case = np.unique(hidden.case[mixed], return_inverse=True)
        total[which] = _overlapping(case, hidden.low[mixed], hidden.high[mixed], len(which))
    return total


def _overlapping(case: Ints, low: Floats, high: Floats, count: int) -> Floats:
    """The same where a case has several intervals."""
    # All directions lie between -pi/2 and pi/2, so cases set 4 apart never overlap.
    order = np.lexsort((low, case))
    case = case[order]
    low, high = low[order] + 4.0 * case, np.maximum.accumulate(high[order] + 4.0 * case)
    before = np.concatenate([[-np.inf], high[:-1]])
    new = np.maximum(high - np.maximum(low, before), 0.0)
    length: Floats = np.bincount(case, new, minlength=count)  # type: ignore[assignment]  # weighted counts are floats
    return length


def _ids(field: Field, numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(sorted(field.scene.things[i].id for i in numbers)) if numbers else ()


def _with_depth(
    field: Field, rule: SightRule, pair: tuple[Stand, Stand], seen: SightFacts
) -> SightFacts:
    """The facts once depth in woods is looked at."""
    viewer, target = pair
    deep = [i for i in _deep_things(field, rule, target) if i not in viewer.inside]
    if not deep or within(seen.distance_in, target.radius):
        return seen
    too_deep = _ids(field, deep)
    blocked_by = tuple(sorted({*seen.blocked_by, *too_deep}))
    return SightFacts(0.0, blocked_by, seen.distance_in, too_deep)


def _deep_things(field: Field, rule: SightRule, target: Stand) -> tuple[int, ...]:
    """The things far inside which the target stands."""
    if not target.inside or not rule.deep_words:
        return ()
    key = ("deep", rule, target)
    if key not in field.kept:
        field.kept[key] = tuple(
            i
            for i in target.inside
            if field.words[i] in rule.deep_words
            and beyond(field.to_outline_in(target.place, i), rule.deep_in)
        )
    deep: tuple[int, ...] = field.kept[key]
    return deep
