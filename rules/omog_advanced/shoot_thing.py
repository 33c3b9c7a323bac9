"""`shoot` at a house, wall or vehicle with a rocket: the part that is hit and who goes with it."""

from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any

import shapely
from shapely import LineString, Point, Polygon

from rules.book.answer import Caught, Shot
from rules.book.question import START_SLACK_IN, QuestionError, place_of
from rules.book.reason import Refusal
from rules.measure.aim import place_in_sight
from rules.measure.cover import NEAR_IN
from rules.measure.lengths import apart_in, at_least, beyond, within
from rules.measure.reach import area_of
from rules.measure.template import laid
from rules.omog.cover import HIGH_PLACE_IN
from rules.omog.inside import houses_around
from rules.omog.meanings import WALLS, sight_rule
from rules.omog.needed import needed
from rules.omog.refusals import in_order
from rules.omog.weapon import Band
from rules.omog_advanced.fire import GunFire, man_refusals, weapon_refusals
from table.directions import bearing_deg
from table.places import TablePoint
from table.scene import Soldier, Thing

PART_IN = 3.0  # how far from the hit a large house loses its men

RULES = {
    "vehicle": "OA-ROCKET-04",
    "house": "OA-ROCKET-05",
    "wall": "OA-ROCKET-06",
    "wood-wall": "OA-ROCKET-06",
}


@dataclass(frozen=True)
class ThingHit:
    """A thing that is shot at: its number, what it means, the point hit, and how far that is."""

    number: int
    word: str
    place: TablePoint
    distance_in: float


def shoot_thing(fire: GunFire, thing: Thing) -> Shot:
    """The answer to a rocket fired at a thing."""
    hit = _hit(fire, thing)
    band = fire.weapon.band(hit.distance_in)
    refusals = _refusals(fire, thing, hit, band)
    if refusals:
        word = band.word if fire.carried else None
        return Shot(False, refusals, hit.distance_in, word, None, 1, (), area=(), caught=())
    assert band.number is not None
    above = at_least(fire.stand.elevation_in, HIGH_PLACE_IN)
    modifiers = (fire.rule("OA-HIGH-01").reason(),) if above else ()
    line = fire.rule(fire.weapon.rule).reason(value=band.number)
    removing = fire.rule(RULES[hit.word]).reason()
    part = _part_hit(fire, hit)
    return Shot(
        allowed=True,
        refusals=(),
        distance=hit.distance_in,
        band=band.word,
        roll=needed(band.number, modifiers),
        shots=1,
        reasons=(line, *modifiers, *fire.doubled(), removing),
        area=area_of(part),
        caught=tuple(
            Caught(man.id, hit=True, save=None, reasons=(removing,))
            for man in sorted(_removed(fire, hit, part), key=lambda man: man.id)
        ),
    )


def _hit(fire: GunFire, thing: Thing) -> ThingHit:
    if "blast" not in fire.weapon.line:
        raise QuestionError(f"{fire.weapon.name} is not fired at things; rockets are")
    index = fire.field.number_of[thing.id]
    word = fire.field.words[index]
    if word not in RULES:
        raise QuestionError(f"{thing.id} is {word}; rockets are fired at houses, walls, vehicles")
    place = point_hit(thing, fire.shooter.place, fire.question.declare.get("at"))
    return ThingHit(index, word, place, apart_in(fire.shooter, place))


def point_hit(thing: Thing, shooter: TablePoint, declared: Any) -> TablePoint:
    """Where the outline is hit: as declared, else nearest the shooter."""
    ring = thing.footprint.exterior
    if declared is not None:
        place = place_of(declared, "at")
        if beyond(ring.distance(Point(place.x, place.y)), START_SLACK_IN):
            raise QuestionError(f"at is ({place.x:g}, {place.y:g}), not on {thing.id}'s outline")
        return place
    nearest = ring.interpolate(ring.project(Point(shooter.x, shooter.y)))
    return TablePoint(nearest.x, nearest.y)


def _refusals(fire: GunFire, thing: Thing, hit: ThingHit, band: Band) -> tuple[Refusal, ...]:
    found = [*man_refusals(fire), *weapon_refusals(fire)]
    seen = place_in_sight(
        fire.field, sight_rule(fire.book), fire.stand, hit.place, ignoring=(hit.number,)
    )
    far = fire.weapon.measured(apart_in(fire.shooter, hit.place))
    judged = (
        ("OA-SHOOT-03", fire.carried and band.word == "out", far),
        ("OA-SHOOT-04", thing.side is not None and thing.side == fire.shooter.side, None),
        ("OA-ROCKET-03", fire.carried and band.word == "too-close", far),
        ("OA-LOS-01", not seen, None),
    )
    found += [fire.rule(rule).refusal(measured=told) for rule, forbids, told in judged if forbids]
    return in_order(found)


def _part_hit(fire: GunFire, hit: ThingHit) -> Polygon:
    """What is hit: the whole outline, of a wall the stretch round the point."""
    footprint = fire.field.thing(hit.number).footprint
    if hit.word not in WALLS:
        return footprint
    return wall_part(footprint, hit.place, fire.rule("OA-ROCKET-06").number)


def wall_part(wall: Polygon, place: TablePoint, length_in: float) -> Polygon:
    """The stretch of a wall round a point of it, not past its ends."""
    parts = shapely.get_parts(wall.intersection(across(wall, place, length_in)))
    here = Point(place.x, place.y)
    polygons = [part for part in parts if isinstance(part, Polygon)]
    return min(polygons, key=lambda part: part.distance(here), default=Polygon())


def across(wall: Polygon, place: TablePoint, length_in: float) -> Polygon:
    """A strip across a wall that takes so much of its length round a point of it."""
    along_deg = bearing_deg(*_longest_edge(wall))
    return _strip(place, along_deg, length_in / 2, float(wall.length))


def _longest_edge(footprint: Polygon) -> tuple[TablePoint, TablePoint]:
    ring = [TablePoint(x, y) for x, y in footprint.exterior.coords]
    return max(pairwise(ring), key=lambda edge: hypot(edge[1].x - edge[0].x, edge[1].y - edge[0].y))


def _strip(place: TablePoint, along_deg: float, half_in: float, reach_in: float) -> Polygon:
    """A strip square to a direction, `half_in` to each side of a place along it."""
    corners = [(-half_in, -reach_in), (half_in, -reach_in), (half_in, reach_in)]
    return laid(place, along_deg, [*corners, (-half_in, reach_in)]).polygon


def _removed(fire: GunFire, hit: ThingHit, part: Polygon) -> list[Soldier]:
    """Who is taken off when the shot hits."""
    men = fire.scene.soldiers
    if hit.word in WALLS:
        return [man for man in men if man is not fire.shooter and _is_behind(fire, part, man)]
    if hit.word == "vehicle":
        return [man for man in men if hit.number in fire.field.stand(man).inside]
    inside = [m for m in men if hit.number in houses_around(fire.field, fire.field.stand(m))]
    large = _is_large(fire, part)
    return [man for man in inside if not large or within(apart_in(man, hit.place), PART_IN)]


def _is_large(fire: GunFire, house: Polygon) -> bool:
    """Whether the longer side of its smallest enclosing rectangle exceeds the limit."""
    corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(house))
    sides = [hypot(*(corners[i + 1] - corners[i])) for i in range(2)]
    return beyond(max(sides), fire.rule("OA-ROCKET-05").number)


def _is_behind(fire: GunFire, part: Polygon, man: Soldier) -> bool:
    """Whether the line of fire to a man crosses the part close to him."""
    line = LineString([(fire.shooter.x, fire.shooter.y), (man.x, man.y)])
    crossed = line.intersection(part)
    return not crossed.is_empty and within(float(crossed.distance(Point(man.x, man.y))), NEAR_IN)
