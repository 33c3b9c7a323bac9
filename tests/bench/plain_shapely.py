"""All-pairs sight and shots as one would first write them: a Python loop over shapely calls.

It knows OMOG's sight and cover on the flat table and no more; the benchmark compares its numbers
with the program's before it compares times.
"""

from dataclasses import dataclass
from math import asin, atan2, cos, hypot, pi, sin

from shapely import LineString, Point, Polygon

from table.scene import Scene, Soldier, Thing

BLOCKING = {"mug", "book", "napkin"}
NUMBERS = ((6.0, 3), (12.0, 4), (18.0, 5))
NEAR_IN = 1.5
ARC = 64


@dataclass(frozen=True)
class PlainSight:
    """What one soldier sees of another."""

    exposure: float
    blocked_by: tuple[str, ...]


def plain_answers(scene: Scene) -> dict[tuple[str, str], tuple[PlainSight, int | None]]:
    """Sight and the number needed with a rifle (None: cannot), for every ordered pair."""
    return {
        (viewer.id, target.id): (
            plain_sight(scene, viewer, target),
            plain_shot(scene, viewer, target),
        )
        for viewer in scene.soldiers
        for target in scene.soldiers
        if viewer is not target
    }


def plain_sight(scene: Scene, viewer: Soldier, target: Soldier) -> PlainSight:
    """The share of the target's base that no blocking thing hides."""
    fan, middle, half = _fan(viewer, target)
    if fan is None:
        return PlainSight(1.0, ())
    intervals, hiders = [], []
    for thing in scene.things:
        if thing.kind not in BLOCKING or _holds(thing, viewer) or _holds(thing, target):
            continue
        pieces = [p for p in _parts(fan.intersection(thing.footprint)) if p.area > 1e-9]
        if pieces:
            hiders.append(thing.id)
        intervals += [_angles(piece, viewer, middle) for piece in pieces]
    exposure = 1.0 - _covered(intervals) / (2 * half)
    deep = [thing.id for thing in scene.things if _too_deep(thing, viewer, target)]
    if deep:
        return PlainSight(0.0, tuple(sorted({*hiders, *deep})))
    exposure = 0.0 if exposure < 1e-6 else 1.0 if exposure > 1 - 1e-6 else exposure
    return PlainSight(exposure, tuple(sorted(hiders)) if exposure < 1.0 else ())


def _fan(viewer: Soldier, target: Soldier) -> tuple[Polygon | None, float, float]:
    dx, dy = target.x - viewer.x, target.y - viewer.y
    distance, radius = hypot(dx, dy), target.base / 2
    if distance <= radius:
        return None, 0.0, 0.0
    half, middle = asin(radius / distance), atan2(dy, dx)
    turn = pi / 2 - half
    rim = [
        (target.x + radius * cos(a), target.y + radius * sin(a))
        for a in (middle + pi - turn + 2 * turn * i / ARC for i in range(ARC + 1))
    ]
    return Polygon([(viewer.x, viewer.y), *rim]), middle, half


def _holds(thing: Thing, soldier: Soldier) -> bool:
    return thing.footprint.intersects(Point(soldier.x, soldier.y))


def _too_deep(thing: Thing, viewer: Soldier, target: Soldier) -> bool:
    place = Point(target.x, target.y)
    return (
        thing.kind == "napkin"
        and _holds(thing, target)
        and not _holds(thing, viewer)
        and thing.footprint.exterior.distance(place) > 2.0
    )


def _parts(shape: object) -> list[Polygon]:
    return list(getattr(shape, "geoms", [shape]))


def _angles(piece: Polygon, viewer: Soldier, middle: float) -> tuple[float, float]:
    turns = [
        (atan2(y - viewer.y, x - viewer.x) - middle + pi) % (2 * pi) - pi
        for x, y in piece.exterior.coords
        if hypot(x - viewer.x, y - viewer.y) > 1e-9
    ]
    return min(turns), max(turns)


def _covered(intervals: list[tuple[float, float]]) -> float:
    covered, reached = 0.0, -10.0
    for low, high in sorted(intervals):
        covered += max(0.0, high - max(low, reached))
        reached = max(reached, high)
    return covered


def plain_shot(scene: Scene, shooter: Soldier, target: Soldier) -> int | None:
    """The number needed with a rifle on flat ground, None where he cannot shoot."""
    distance = hypot(target.x - shooter.x, target.y - shooter.y)
    band = next((number for limit, number in NUMBERS if distance <= limit + 1e-6), None)
    seen = plain_sight(scene, shooter, target)
    if band is None or shooter.side == target.side or seen.exposure == 0.0:
        return None
    return max(2, band + _cover(scene, shooter, target, seen))


def _cover(scene: Scene, shooter: Soldier, target: Soldier, seen: PlainSight) -> int:
    place, fan = Point(target.x, target.y), _fan(shooter, target)[0]
    line = LineString([(shooter.x, shooter.y), (target.x, target.y)])
    worst, around, large, inside = 0, 0.0 < seen.exposure < 1.0, False, 0
    for thing in scene.things:
        crossed = line.intersection(thing.footprint)
        part = fan.intersection(thing.footprint) if fan is not None else Polygon()
        if thing.kind == "wall":
            if not crossed.is_empty and crossed.distance(place) <= NEAR_IN:
                worst = max(worst, 2 if thing.height >= 1.0 else 1)
            elif part.area > 1e-9 and part.distance(place) <= NEAR_IN:
                around = True
        elif thing.kind == "lid" and not _holds(thing, shooter) and not _holds(thing, target):
            large |= part.area > 1e-9 and thing.footprint.distance(place) <= NEAR_IN
    if any(t.kind == "napkin" and _holds(t, target) for t in scene.things):
        inside += 1
    houses = [t for t in scene.things if t.kind == "mug" and _holds(t, target)]
    if any(not _holds(house, shooter) for house in houses):
        inside += 2
    return worst + inside + int(around or large)
