"""What the game keeps and the camera cannot see: lanes of fire, overwatch, smoke, mines, hexes."""

from collections.abc import Mapping
from typing import Any

import shapely
from shapely import LineString, Polygon

from overlay.hatching import lines_in
from overlay.marks import Area, Arrow, Label, Line, Mark, rings_of
from rules.hexes import HexGrid
from table.directions import step
from table.places import TablePoint
from table.scene import Scene, Soldier

_LANE_IN = 24.0


def state_marks(scene: Scene) -> tuple[Mark, ...]:
    """Lanes of fire, overwatch fields, smoke and minefields."""
    return (
        *(
            mark
            for thing in scene.things
            if thing.meant_as in {"smoke", "mines"}
            for mark in _cloud(thing.footprint, str(thing.meant_as))
        ),
        *(mark for soldier in scene.soldiers for mark in _of_soldier(scene, soldier)),
    )


def _cloud(footprint: Polygon, ink: str) -> tuple[Mark, ...]:
    return tuple(Area(rings, ink) for rings in rings_of(footprint))


def _of_soldier(scene: Scene, soldier: Soldier) -> tuple[Mark, ...]:
    state: Mapping[str, Any] = soldier.state
    made: tuple[Mark, ...] = ()
    lane_deg = state.get("line_of_fire")
    if isinstance(lane_deg, int | float) and not isinstance(lane_deg, bool):
        made = _lane(scene, soldier, float(lane_deg))
    field = state.get("field")
    if state.get("overwatch") and isinstance(field, list | tuple) and len(field) >= 3:
        ring = tuple((float(x), float(y)) for x, y in field)
        made = (*made, Area((ring,), "overwatch"))
    if state.get("overwatch"):
        made = (*made, Label(soldier.place, "overwatch", "overwatch", soldier.radius + 0.1, rank=1))
    return made


def _lane(scene: Scene, soldier: Soldier, lane_deg: float) -> tuple[Mark, ...]:
    end = step(soldier.place, lane_deg, _LANE_IN)
    table = shapely.box(0.0, 0.0, scene.width, scene.height)
    lane = LineString([(soldier.x, soldier.y), (end.x, end.y)]).intersection(table)
    if lane.is_empty or lane.length < soldier.radius:
        return ()
    x, y = shapely.get_coordinates(lane)[-1]
    tip = TablePoint(float(x), float(y))
    start = step(soldier.place, lane_deg, soldier.radius)
    return (Arrow((start, tip), "lane"), Label(tip, f"{soldier.id}'s line of fire", "lane", rank=1))


def hex_marks(scene: Scene, across_in: float) -> tuple[Mark, ...]:
    """The hex grid of a table, each edge once."""
    grid = HexGrid(across_in)
    table = shapely.box(0.0, 0.0, scene.width, scene.height)
    rings = [grid.shape(cell).polygon for cell in grid.over(scene.width, scene.height)]
    edges = shapely.line_merge(shapely.union_all([ring.exterior for ring in rings]))
    kept = lines_in(shapely.get_parts(edges.intersection(table)))
    return tuple(
        Line(tuple(TablePoint(float(x), float(y)) for x, y in line), "hexes") for line in kept
    )
