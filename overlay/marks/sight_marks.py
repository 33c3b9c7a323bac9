"""Sight as marks: the line that changes where something blocks, the visible wedge, the blocker.

Question, answer and scene in, marks in inches out.
"""

from collections.abc import Mapping, Sequence

import shapely
from shapely import LineString, Point, Polygon

from overlay.marks.marks import Area, Icon, Label, Line, Mark, rings_of
from overlay.marks.scene_marks import thing_words
from overlay.marks.shadows import shadow
from rules.book.answer import Sight
from rules.book.reason import Reason
from table.directions import bearing_deg, distance_in, step
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

_OUTSIDE_IN = 0.15
_COVER_IN = 1.5  # cover counts this near to the man it covers


def sight_marks(
    scene: Scene,
    viewer: Soldier,
    target: Soldier,
    answer: Sight,
    meanings: Mapping[str, str],
) -> tuple[Mark, ...]:
    """What one man sees of another."""
    return (
        *hindrance_marks(scene, viewer, target, answer, meanings),
        *_line_of_sight(viewer, target, answer, _hiding(scene, answer)),
        Label(target.place, _exposure_words(answer), _ink(answer), target.radius + 0.3, rank=6),
    )


def hindrance_marks(
    scene: Scene,
    viewer: Soldier,
    target: Soldier,
    answer: Sight,
    meanings: Mapping[str, str],
) -> tuple[Mark, ...]:
    """What hides part of the target or all of him, and the wedge that is left."""
    things = _hiding(scene, answer)
    blockers = (mark for thing in things for mark in _blocker(thing, meanings, answer))
    return (*_wedge(viewer, target, answer, things), *blockers)


def _hiding(scene: Scene, answer: Sight) -> list[Thing]:
    return [thing for thing in scene.things if thing.id in answer.blocked_by]


def _exposure_words(answer: Sight) -> str:
    """How much is seen, in as few words as a player needs."""
    if not answer.visible:
        return "hidden"
    if answer.exposure >= 1:
        return f"in sight, {answer.distance:.1f} in"
    return f"{answer.exposure:.0%} in sight, {answer.distance:.1f} in"


def _ink(answer: Sight) -> str:
    if not answer.visible:
        return "blocked"
    return "clear" if answer.exposure >= 1 else "hindered"


def _line_of_sight(
    viewer: Soldier, target: Soldier, answer: Sight, things: list[Thing]
) -> tuple[Mark, ...]:
    """From rim to rim; past the first thing that hides the middle it turns into "blocked"."""
    start, end = _from_rim(viewer, target), _from_rim(target, viewer)
    if distance_in(viewer.place, target.place) <= viewer.radius + target.radius:
        return ()
    stop = _first_hit(start, end, things)
    if stop is None:
        return (Line((start, end), _ink(answer)),)
    return (Line((start, stop), "clear"), Line((stop, end), "blocked"), Icon(stop, "blocked", 0.5))


def _from_rim(man: Soldier, toward: Soldier) -> TablePoint:
    return step(man.place, bearing_deg(man.place, toward.place), man.radius + 0.05)


def _first_hit(start: TablePoint, end: TablePoint, things: list[Thing]) -> TablePoint | None:
    """Where the line first meets one of the things."""
    line = LineString([(start.x, start.y), (end.x, end.y)])
    hits = [line.intersection(thing.footprint) for thing in things]
    near = [line.project(Point(xy)) for hit in hits for xy in shapely.get_coordinates(hit)]
    if not near:
        return None
    at = line.interpolate(min(near))
    return TablePoint(at.x, at.y)


def _wedge(
    viewer: Soldier, target: Soldier, answer: Sight, things: list[Thing]
) -> tuple[Mark, ...]:
    """The part of the fan through which the target is seen, where that is not all of it."""
    away_in = distance_in(viewer.place, target.place)
    if not 0 < answer.exposure < 1 or away_in <= target.radius:
        return ()
    fan = _fan(viewer, target, away_in)
    hidden = [shadow(viewer.place, t.footprint) for t in things]
    seen = fan.difference(shapely.union_all(hidden))
    return tuple(
        Area(rings, "hindered")
        for rings in rings_of(seen)
        if Polygon(rings[0]).distance(Point(target.x, target.y)) <= target.radius + 0.05
    )


def _fan(viewer: Soldier, target: Soldier, away_in: float) -> Polygon:
    """Viewer, the target's two flanks and his centre: what the eye takes in."""
    bearing = bearing_deg(viewer.place, target.place)
    flanks = [step(target.place, bearing, 0.0, side) for side in (-target.radius, target.radius)]
    front = step(viewer.place, bearing, away_in)
    corners = [viewer.place, flanks[0], front, flanks[1]]
    return Polygon([(p.x, p.y) for p in corners])


def _blocker(thing: Thing, meanings: Mapping[str, str], answer: Sight) -> tuple[Mark, ...]:
    """The thing in the way: outlined, never tinted, and named."""
    ink, does = ("cover", "hides part") if answer.visible else ("blocker", "blocks")
    middle = thing.footprint.centroid
    words = f"{thing_words(thing, meanings)}: {does}"
    label = Label(TablePoint(middle.x, middle.y), words, ink, 0, rank=5)
    return (*_outline_marks(thing, ink), label)


def _outline_marks(thing: Thing, ink: str) -> tuple[Mark, ...]:
    """A line round a thing, a little outside it so that its own edge stays to be seen."""
    rings = rings_of(thing.footprint.buffer(_OUTSIDE_IN))
    return tuple(
        Line(tuple(TablePoint(x, y) for x, y in (*ring[0], ring[0][0])), ink) for ring in rings
    )


def cover_marks(
    scene: Scene,
    shooter: Soldier,
    target: Soldier,
    reasons: Sequence[Reason],
    meanings: Mapping[str, str],
) -> tuple[Mark, ...]:
    """What covers the target: things at him that the reasons against the shot speak of."""
    told = " ".join(r.why for r in reasons if r.value is not None and r.value < 0)
    line = LineString([(shooter.x, shooter.y), (target.x, target.y)])
    near = Point(target.x, target.y).buffer(_COVER_IN)
    covering = [
        thing
        for thing in scene.things
        if _named_in(thing, told, meanings)
        and line.intersection(near).intersects(thing.footprint)
        and not thing.footprint.covers(Point(shooter.x, shooter.y))
    ]
    return tuple(mark for thing in covering for mark in _outline_marks(thing, "cover"))


def _named_in(thing: Thing, told: str, meanings: Mapping[str, str]) -> bool:
    """Whether the words speak of what this thing means: "wall", "woods", "object"."""
    word = thing.meant_as or meanings.get(thing.kind) or thing.kind
    return any(part in told for part in word.split("-") if len(part) > 3)
