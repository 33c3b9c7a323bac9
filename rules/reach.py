"""All the places a man can end a move.

In goes where he starts and what each ground costs; out comes an area that agrees with what
`move` allows: exact where he walks straight, to a few hundredths of an inch where he bends.
"""

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rules.answer import Area
from rules.field import Field
from rules.front import grid_over, grid_slowness, reached_by, spread_into_barred
from rules.ground import GroundOf
from rules.ground_map import (
    NO_TOLLS,
    GroundMap,
    Tolls,
    ground_map,
    straight_moves,
    straight_reach_in,
)
from rules.mesh import mesh_of
from rules.mesh_times import grid_times, node_times
from table.places import Floats, TablePoint

DIRECTIONS = 720
SQUARES = 400  # of the grid, along its longer side
BENT_SQUARES = 256  # the same for ways that bend, whose times are exact at the squares' centres
GAPS = 120  # between the nodes on a line as long as his furthest reach
BESIDE = 1e-7  # radians to either side of a corner, where what a straight line meets changes
SMOOTH_IN = 5e-4  # rings are simplified by no more than this


def reach_area(field: Field, start: TablePoint, ground_of: GroundOf, budget: float = 1.0) -> Area:
    """The contract's area of all places at a cost of at most `budget` moves."""
    return area_of(reach_polygon(field, start, ground_of, budget))


def reach_polygon(
    field: Field, start: TablePoint, ground_of: GroundOf, budget: float = 1.0
) -> Polygon:
    """All places he can come to; empty where he cannot go anywhere."""
    ground = ground_map(field, ground_of)
    start_xy = np.array([start.x, start.y])
    straight = straight_polygon(ground, start_xy, budget)
    table = shapely.box(0.0, 0.0, field.scene.width, field.scene.height)
    if straight.is_empty:
        return Polygon()
    bent = _bent(ground, start_xy, budget) if _can_bend(ground, start_xy, budget) else Polygon()
    reached = shapely.union(straight, bent).intersection(table).difference(ground.barred)
    return part_with(reached, start)


def straight_polygon(
    ground: GroundMap, start_xy: Floats, budget: float, tolls: Tolls = NO_TOLLS
) -> Polygon:
    """What he reaches on straight lines."""
    turns = np.linspace(-np.pi, np.pi, DIRECTIONS, endpoint=False)
    corners = np.concatenate([ground.seams, tolls.edges])[:, :2] - start_xy
    at = np.arctan2(corners[:, 1], corners[:, 0])
    turns = np.unique(np.concatenate([turns, at, at - BESIDE, at + BESIDE]))
    out_in = straight_reach_in(ground, start_xy, turns, budget, tolls)
    if not (out_in > 0.0).any():
        return Polygon()
    rim = start_xy + out_in[:, None] * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return shapely.make_valid(Polygon(rim)).buffer(0.0)


def furthest_in(ground: GroundMap, budget: float) -> float:
    """How far he gets on the quickest ground there is."""
    return budget / float(ground.slowness.min())


def _can_bend(ground: GroundMap, start_xy: Floats, budget: float) -> bool:
    """Whether more than one ground lies within his furthest reach."""
    near = shapely.Point(start_xy).buffer(furthest_in(ground, budget))
    met = ground.slowness[ground.tree.query(near, predicate="intersects")]
    return len(np.unique(met)) > 1


def _bent(ground: GroundMap, start_xy: Floats, budget: float) -> BaseGeometry:
    """What he reaches on any way."""
    out_in = furthest_in(ground, budget)
    window = shapely.box(*(start_xy - out_in), *(start_xy + out_in))
    near = ground.within(window)
    mesh = mesh_of(near.cells, near.slowness, out_in / GAPS)
    times = node_times(mesh, straight_moves(near, start_xy, mesh.nodes_xy), budget)
    grid = grid_over(tuple(shapely.total_bounds(near.cells)), BENT_SQUARES)
    reached = grid_times(mesh, times, grid, budget)
    return reached_by(grid, spread_into_barred(reached, grid_slowness(grid, near), grid), budget)


def part_with(reached: BaseGeometry, start: TablePoint) -> Polygon:
    """The connected part he stands in, its rings without needless corners."""
    parts = [p for p in shapely.get_parts(reached) if isinstance(p, Polygon)]
    here = shapely.Point(start.x, start.y)
    nearest = min(parts, key=lambda part: (part.distance(here), -part.area), default=Polygon())
    return Polygon(shapely.simplify(nearest, SMOOTH_IN))


def area_of(polygon: Polygon) -> Area:
    """A polygon as the contract's area: the outer ring, then the holes."""
    if polygon.is_empty:
        return ()
    rings = [polygon.exterior, *polygon.interiors]
    return tuple(tuple((x, y) for x, y in ring.coords[:-1]) for ring in rings)
