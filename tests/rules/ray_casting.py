"""Sight by casting many rays: slow, simple, and nothing in common with the exact engine."""

from math import asin, atan2, cos, hypot, sin, sqrt

from shapely import LineString, get_parts

from rules.measure.field import Field, Stand
from rules.measure.sight import SightRule


def cast_exposure(field: Field, rule: SightRule, viewer: Stand, target: Stand, rays: int) -> float:
    """The share of rays to the target's base that nothing hides."""
    distance = hypot(target.x - viewer.x, target.y - viewer.y)
    half = asin(target.radius / distance)
    middle = atan2(target.y - viewer.y, target.x - viewer.x)
    free = 0
    for number in range(rays):
        turn = half * (2 * (number + 0.5) / rays - 1)
        length = _length(rule, distance, target.radius, half, turn)
        end = (viewer.x + length * cos(middle + turn), viewer.y + length * sin(middle + turn))
        ray = LineString([(viewer.x, viewer.y), end])
        free += not _is_hidden(field, rule, ray, (viewer, target), forward=cos(turn))
    return free / rays


def _length(rule: SightRule, distance: float, radius: float, half: float, turn: float) -> float:
    if rule.region == "kite":
        return distance * cos(half) / cos(half - abs(turn))
    return distance * cos(turn) - sqrt(max(radius**2 - (distance * sin(turn)) ** 2, 0.0))


def _is_hidden(
    field: Field, rule: SightRule, ray: LineString, pair: tuple[Stand, Stand], *, forward: float
) -> bool:
    viewer, target = pair
    distance = hypot(target.x - viewer.x, target.y - viewer.y)
    viewer_z = viewer.elevation_in + rule.eye_in
    slope = (target.elevation_in + rule.middle_in - viewer_z) / distance
    for number in field.things_of(*rule.blocking):
        if number in viewer.inside | target.inside:
            continue
        blocking_z = max(field.thing(number).height, rule.least_height_in)
        for part in get_parts(ray.intersection(field.footprints[number])):
            if part.length < 1e-9:
                continue
            out = [hypot(x - viewer.x, y - viewer.y) for x, y in part.coords]
            along = [s * forward if rule.region == "kite" else s for s in out]
            if min(viewer_z + slope * s for s in along) < blocking_z - 1e-9:
                return True
    return False
