"""What stands between a shooter and his target, close enough to the target to cover him."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import shapely
from shapely import Point, Polygon

from rules.measure.aim import crossing_in
from rules.measure.field import Field, Stand
from rules.measure.hidden_angles import Cases, edges_of, hidden_angles
from rules.measure.lengths import HAIR_IN, at_least, within
from table.places import Floats, TablePoint

NEAR_IN = 1.5  # cover stands at most this far from the man it covers, in every rulebook
CHEST_HIGH_IN = 1.0
ARC_STEPS = 96
SMALL_IN2 = 0.01  # more than a fan drawn with that many steps can be too large by


def near_things(field: Field, place: TablePoint, words: frozenset[str]) -> tuple[int, ...]:
    """The things of these words so near to a place that they may cover a man there, by number."""
    key = ("near", place, words)
    if key not in field.kept:
        found = field.tree.query(
            Point(place.x, place.y), predicate="dwithin", distance=NEAR_IN + HAIR_IN
        )
        field.kept[key] = tuple(sorted(int(i) for i in found if field.words[i] in words))
    near: tuple[int, ...] = field.kept[key]
    return near


def covering_walls(
    field: Field,
    start: TablePoint,
    target: Stand,
    words: frozenset[str] = frozenset({"wall"}),
) -> tuple[int, ...]:
    """The walls a target is behind, seen from `start`: crossed close to him and not below him."""
    return tuple(
        i
        for i in near_things(field, target.place, words)
        if not stands_above(target, field.thing(i).height)
        and (crossed_in := crossing_in(start, target.place, field, i)) is not None
        and within(crossed_in, NEAR_IN)
    )


def stands_above(target: Stand, wall_height_in: float) -> bool:
    """Whether a man stands on something as high as the wall, which then covers nothing."""
    return target.elevation_in > HAIR_IN and at_least(target.elevation_in, wall_height_in)


def is_chest_high(height_in: float) -> bool:
    """Whether a wall is chest-high, not low."""
    return at_least(height_in, CHEST_HIGH_IN)


def in_fan(field: Field, viewer: Stand, target: Stand, numbers: Iterable[int]) -> tuple[int, ...]:
    """Which of these things, however low, have a part with an area inside the sight fan."""
    distance = float(np.hypot(target.x - viewer.x, target.y - viewer.y))
    if within(distance, target.radius):
        return ()
    fan = fan_polygon(viewer, target) if (numbers := tuple(numbers)) else Polygon()
    # The polygon is a little larger than the fan: what misses it is out, small parts are
    # looked at exactly.
    parts = {i: shapely.intersection(fan, field.footprints[i]).area for i in numbers}
    small = tuple(i for i, area in parts.items() if 0.0 < area <= SMALL_IN2)
    exact = _exactly_in_fan(field, viewer, target, small) if small else ()
    return tuple(i for i in numbers if parts[i] > SMALL_IN2 or i in exact)


def _exactly_in_fan(
    field: Field, viewer: Stand, target: Stand, numbers: tuple[int, ...]
) -> tuple[int, ...]:
    here, there = (np.array([[who.x, who.y]]) for who in (viewer, target))
    radius = np.array([target.radius])
    angles = [float(fan_angles(here, there, radius, field.footprints[i])[0]) for i in numbers]
    # A viewer in a footprint, or at its edge, may have none of its edges before him.
    stands = Point(viewer.x, viewer.y)
    return tuple(
        i
        for i, angle in zip(numbers, angles, strict=True)
        if angle > HAIR_IN
        or (
            field.footprints[i].distance(stands) <= HAIR_IN
            and fan_polygon(viewer, target).intersection(field.footprints[i]).area > HAIR_IN
        )
    )


def fan_angles(
    viewers_xy: Floats, targets_xy: Floats, radius: Floats, footprint: Polygon
) -> Floats:
    """How many radians of each viewer's sight fan a footprint takes, overlaps counted twice."""
    offset = targets_xy - viewers_xy
    distance = np.hypot(offset[:, 0], offset[:, 1])
    cases = Cases(
        viewer_xy=viewers_xy,
        along_xy=offset / distance[:, None],
        distance=distance,
        radius=radius,
        half=np.arcsin(radius / distance),
        near=np.zeros(len(radius)),
        far=np.full(len(radius), np.inf),
        footprint=np.zeros(len(radius), dtype=np.intp),
    )
    hidden = hidden_angles("fan", cases, edges_of([footprint]))
    lengths: Floats = np.bincount(hidden.case, hidden.high - hidden.low, minlength=len(radius))  # type: ignore[assignment]  # weighted counts are floats
    return lengths


def fan_polygon(viewer: Stand, target: Stand) -> Polygon:
    """The sight fan as a polygon: from the viewer to the near side of the target's base."""
    here, there = (np.array([[who.x, who.y]]) for who in (viewer, target))
    fan: Polygon = fan_polygons(here, there, np.array([target.radius]))[0]
    return fan


def fan_polygons(viewers_xy: Floats, targets_xy: Floats, radius: Floats) -> "np.ndarray[Any, Any]":
    """The same for many pairs."""
    dx, dy = (targets_xy - viewers_xy).T
    # From the target, the touching points lie this far off the viewer.
    turn = np.pi / 2 - np.arcsin(radius / np.hypot(dx, dy))
    angles = np.arctan2(-dy, -dx)[:, None] + turn[:, None] * np.linspace(-1, 1, ARC_STEPS + 1)
    rim = np.stack([np.cos(angles), np.sin(angles)], axis=-1) * radius[:, None, None]
    corners = np.concatenate([viewers_xy[:, None], targets_xy[:, None] + rim], axis=1)
    return np.asarray(shapely.polygons(corners))


def part_in_fan_near(field: Field, viewer: Stand, target: Stand, number: int) -> bool:
    """Whether the thing's part inside the sight fan comes so near to the target that it covers."""
    if not in_fan(field, viewer, target, (number,)):
        return False
    part = shapely.intersection(fan_polygon(viewer, target), field.footprints[number])
    return within(float(part.distance(Point(target.x, target.y))), NEAR_IN)


def entry_in(start: TablePoint, target: TablePoint, field: Field, number: int) -> float | None:
    """How far from the target a line of fire enters a thing he is in, None where it misses it."""
    line = shapely.LineString([(start.x, start.y), (target.x, target.y)])
    inside = line.intersection(field.footprints[number])
    if inside.is_empty:
        return None
    pieces = shapely.get_parts(inside)
    last = min(pieces, key=lambda piece: piece.distance(Point(target.x, target.y)))
    return float(shapely.hausdorff_distance(last, Point(target.x, target.y)))
