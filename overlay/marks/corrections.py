"""What the players set right when the camera is wrong, and the scene with it set right.

A correction is kept by the thing's id and place, so that it holds in later pictures too: the
id counts while the thing is still near, else whatever stands at the place.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import shapely
from shapely import Point, Polygon

from table.army import Army
from table.directions import distance_in
from table.kinds import DEFAULT_HEIGHT_IN
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing, Unexplained

_NEAR_IN = 3.0
_TAG_NEAR_IN = 0.75
_SAME_GROUND = 0.5  # of the ground of both together
_SHARED = 0.3  # of the smaller ground
_UNSURE_IN = 1.0  # a man named by hand stands within this of his unread tag


@dataclass(frozen=True, slots=True)
class KindSet:
    """A thing is of another kind; its height becomes that kind's."""

    thing: str
    at: TablePoint
    kind: str


@dataclass(frozen=True, slots=True)
class HeightSet:
    """A thing is so many inches high."""

    thing: str
    at: TablePoint
    height_in: float


@dataclass(frozen=True, slots=True)
class ThingDeleted:
    """There is no thing there."""

    thing: str
    at: TablePoint


@dataclass(frozen=True, slots=True)
class MeantSet:
    """A thing stands for this word of the rulebook, whatever its kind; None for its kind's own."""

    thing: str
    at: TablePoint
    word: str | None


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """A mug stands on its rim, or does not."""

    thing: str
    at: TablePoint
    inverted: bool


@dataclass(frozen=True, slots=True)
class TagNamed:
    """The unread tag there is this soldier's."""

    at: TablePoint
    soldier: str


@dataclass(frozen=True, slots=True)
class ThingDrawn:
    """A thing that the players drew, or named where the camera saw something on no list.

    What they named is looked at again and learnt; what they drew stays as they drew it.
    """

    kind: str
    at: TablePoint
    height_in: float
    outline: tuple[TablePoint, ...]
    named: bool = False


OfThing = KindSet | HeightSet | ThingDeleted | MeantSet | TurnedOver
Correction = OfThing | TagNamed | ThingDrawn


def corrected(scene: Scene, corrections: Iterable[Correction], army: Army | None = None) -> Scene:
    """The scene as the players say it is, later corrections on top of earlier ones."""
    for correction in corrections:
        scene = _with(scene, correction, army)
    return scene


def _with(scene: Scene, correction: Correction, army: Army | None) -> Scene:
    match correction:
        case TagNamed():
            return _named(scene, correction, army)
        case ThingDrawn():
            return _drawn(scene, correction)
        case _:
            return _changed(scene, correction, _change(correction))


def _change(correction: OfThing) -> Callable[[Thing], Thing | None]:
    """What a correction makes of the thing that it speaks of."""
    match correction:
        case KindSet(kind=kind):
            return lambda t: replace(t, kind=kind, height=DEFAULT_HEIGHT_IN[kind])
        case HeightSet(height_in=height_in):
            return lambda t: replace(t, height=height_in)
        case MeantSet(word=word):
            return lambda t: replace(t, meant_as=word)
        case TurnedOver(inverted=inverted):
            return lambda t: replace(t, inverted=inverted)
        case ThingDeleted():
            return lambda _: None


def _drawn(scene: Scene, drawn: ThingDrawn) -> Scene:
    """The scene with a thing that was drawn; where the camera sees the same, that one stands."""
    shape = shapely.make_valid(Polygon([(p.x, p.y) for p in drawn.outline]))
    if not isinstance(shape, Polygon) or shape.is_empty:
        shape = shapely.convex_hull(shape)
    rest = tuple(one for one in scene.unexplained if not _is_same_ground(one.footprint, shape))
    scene = replace(scene, unexplained=rest)
    same = [t for t in scene.things if t.kind == drawn.kind and _on_each_other(t.footprint, shape)]
    if same:
        return scene
    left = tuple(t for t in scene.things if not _is_same_ground(t.footprint, shape))
    number = 1 + sum(t.id.startswith(f"{drawn.kind}-drawn-") for t in left)
    thing = Thing(f"{drawn.kind}-drawn-{number}", drawn.kind, shape, drawn.height_in)
    return replace(scene, things=(*left, thing))


def _is_same_ground(one: Polygon, other: Polygon) -> bool:
    shared = one.intersection(other).area
    return bool(shared > _SAME_GROUND * (one.area + other.area - shared))


def _on_each_other(one: Polygon, other: Polygon) -> bool:
    """Whether much of the smaller lies on the larger: what stands tall is seen beside its foot."""
    return bool(one.intersection(other).area > _SHARED * min(one.area, other.area))


def _changed(
    scene: Scene,
    correction: OfThing,
    change: Callable[[Thing], Thing | None],
) -> Scene:
    meant = _meant(scene, correction.thing, correction.at)
    if meant is None:
        return scene
    changed = [change(t) if t is meant else t for t in scene.things]
    return replace(scene, things=tuple(t for t in changed if t is not None))


def _meant(scene: Scene, thing_id: str, at: TablePoint) -> Thing | None:
    """The thing a correction speaks of."""
    known = scene.thing(thing_id)
    here = Point(at.x, at.y)
    if known is not None and known.footprint.distance(here) <= _NEAR_IN:
        return known
    return thing_at(scene, at)


def thing_at(scene: Scene, at: TablePoint) -> Thing | None:
    """The smallest thing whose footprint holds the place: what lies on top is small."""
    here = Point(at.x, at.y)
    found = [thing for thing in scene.things if thing.footprint.covers(here)]
    return min(found, key=lambda thing: (-thing.height, thing.footprint.area), default=None)


def soldier_at(scene: Scene, at: TablePoint, slack_in: float = 0.1) -> Soldier | None:
    """The nearest soldier whose base holds the place."""
    found = [
        (distance_in(s.place, at), s.id)
        for s in scene.soldiers
        if distance_in(s.place, at) <= s.radius + slack_in
    ]
    return scene.soldier(min(found)[1]) if found else None


def unexplained_at(scene: Scene, at: TablePoint) -> Unexplained | None:
    """The smallest thing on no list at a place."""
    here = Point(at.x, at.y)
    found = [one for one in scene.unexplained if one.footprint.covers(here)]
    return min(found, key=lambda one: one.footprint.area, default=None)


def unread_at(scene: Scene, at: TablePoint) -> TablePoint | None:
    """The unread tag near a place."""
    near = [(distance_in(place, at), i) for i, place in enumerate(scene.unread)]
    close = [(away_in, i) for away_in, i in near if away_in <= _TAG_NEAR_IN]
    return scene.unread[min(close)[1]] if close else None


def _named(scene: Scene, correction: TagNamed, army: Army | None) -> Scene:
    place = unread_at(scene, correction.at)
    enlisted = None if army is None else army.soldier(correction.soldier)
    if place is None or enlisted is None or scene.soldier(enlisted.id) is not None:
        return scene
    soldier = Soldier(
        enlisted.id,
        enlisted.side,
        place.x,
        place.y,
        enlisted.weapons,
        enlisted.team,
        enlisted.role,
        enlisted.base,
        confidence=0.5,
        error=_UNSURE_IN,
    )
    unread = tuple(other for other in scene.unread if other != place)
    return replace(scene, soldiers=(*scene.soldiers, soldier), unread=unread)
