"""All the places a man can end a move where some things cost a share of it to enter.

A wall that must be climbed takes its time however thin it is, and each time again. Straight ways
are exact; for those that bend, times spread over a grid from square to square until none falls
any more, and a step into such a thing adds its cost.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from rules.field import Field
from rules.front import NEVER, Grid, grid_over, grid_slowness, reached_by, spread_into_barred
from rules.ground import GroundOf
from rules.ground_map import GroundMap, Tolls, ground_map
from rules.measure import HAIR_IN
from rules.reach import SQUARES, furthest_in, part_with, straight_polygon
from table.places import Floats, TablePoint

Ints = NDArray[np.intp]

SETTLED = 1e-7  # of a move: when no time falls by more, all are known
SEED_SQUARES = 2.5  # how far from his place the first times are reckoned on straight lines
BEYOND = 1.2  # times above this much of the budget need not be known


@dataclass(frozen=True)
class Steps:
    """What a step into each square costs besides its ground, from the four sides."""

    from_left: Floats
    from_right: Floats
    from_above: Floats
    from_below: Floats


def toll_reach_polygon(
    field: Field, start: TablePoint, ground_of: GroundOf, tolls: Mapping[int, float], budget: float
) -> Polygon:
    """All places he can come to; `tolls` is what entering each thing (by number) costs."""
    ground = ground_map(field, ground_of)
    start_xy = np.array([start.x, start.y])
    paid = Tolls(
        np.array([field.footprints[number] for number in tolls], dtype=object),
        np.array(list(tolls.values())),
    )
    straight = straight_polygon(ground, start_xy, budget, paid)
    if straight.is_empty:
        return Polygon()
    table = shapely.box(0.0, 0.0, field.scene.width, field.scene.height)
    bent = _bent(ground, start_xy, paid, budget)
    reached = shapely.union(straight, bent).intersection(table).difference(ground.barred)
    return part_with(reached, start)


def _bent(ground: GroundMap, start_xy: Floats, tolls: Tolls, budget: float) -> Polygon:
    out_in = furthest_in(ground, budget)
    left, top, right, bottom = shapely.total_bounds(ground.cells)
    (x, y) = start_xy
    low = (max(left, x - out_in), max(top, y - out_in))
    high = (min(right, x + out_in), min(bottom, y + out_in))
    grid = grid_over((*low, *high), SQUARES)
    slowness = grid_slowness(grid, ground)
    times = _seeds(grid, slowness, start_xy, tolls)
    times = _settled(times, slowness * grid.step_in, _steps(grid, tolls), BEYOND * budget)
    return reached_by(grid, spread_into_barred(times, slowness, grid), budget)


def _seeds(grid: Grid, slowness: Floats, start_xy: Floats, tolls: Tolls) -> Floats:
    """The times of the squares around him, on straight lines; no other is known yet."""
    offset = grid.centres_xy() - start_xy
    out_in = np.hypot(offset[..., 0], offset[..., 1])
    open_ground = np.isfinite(slowness)
    near = (out_in <= SEED_SQUARES * grid.step_in) & open_ground
    ends = grid.centres_xy()[near]
    lines = shapely.linestrings(np.stack([np.broadcast_to(start_xy, ends.shape), ends], axis=1))
    paid = np.zeros(len(ends))
    for footprint, cost in zip(tolls.footprints, tolls.costs, strict=True):
        entered = shapely.length(shapely.intersection(lines, footprint)) > HAIR_IN
        # Whoever is inside pays on any way, also on one too short to show it.
        paid += cost * (entered | footprint.contains_properly(shapely.Point(start_xy)))
    times = np.full(out_in.shape, NEVER)
    times[near] = out_in[near] * slowness[near] + paid
    return times


def _steps(grid: Grid, tolls: Tolls) -> Steps:
    """What each step between neighbouring squares costs for entering something."""
    steps = Steps(*(np.zeros((grid.rows, grid.columns)) for _ in range(4)))
    centres = grid.centres_xy()
    for footprint, cost in zip(tolls.footprints, tolls.costs, strict=True):
        shapely.prepare(footprint)
        rows, columns = _squares_near(grid, footprint)
        part = centres[rows, columns]
        inside = shapely.contains_properly(footprint, shapely.points(part))
        for axis, forward, back in (
            (1, steps.from_left, steps.from_right),
            (0, steps.from_above, steps.from_below),
        ):
            first, second = _neighbours(inside, axis)
            ends = np.stack(_neighbours(part, axis), axis=-2)
            through = shapely.crosses(footprint, shapely.linestrings(ends)) & ~first & ~second
            # The step to the right or down enters the second square, the step back the first.
            _neighbours(forward[rows, columns], axis)[1][...] += cost * (
                (second & ~first) | through
            )
            _neighbours(back[rows, columns], axis)[0][...] += cost * ((first & ~second) | through)
    return steps


def _squares_near(grid: Grid, footprint: Polygon) -> tuple[slice, slice]:
    """The rows and columns of the squares around a footprint."""
    left, top, right, bottom = footprint.bounds
    low = np.floor((np.array([left, top]) - grid.corner_xy) / grid.step_in).astype(int) - 1
    high = np.ceil((np.array([right, bottom]) - grid.corner_xy) / grid.step_in).astype(int) + 2
    low, high = np.maximum(low, 0), np.maximum(high, 0)
    return slice(low[1], high[1]), slice(low[0], high[0])


def _neighbours(values: "np.ndarray", axis: int) -> "tuple[np.ndarray, np.ndarray]":
    """Each square and the next one to the right (axis 1) or below (axis 0), as views."""
    if axis == 1:
        return values[:, :-1], values[:, 1:]
    return values[:-1], values[1:]


def _settled(times: Floats, across: Floats, steps: Steps, most: float) -> Floats:
    """The times once they fall no more; `across` is what a whole square costs to cross.

    Each square's time follows from its quicker neighbours by the upwind form of the eikonal
    equation, as in fast marching. Only squares beside one that fell are looked at again; they
    cannot be taken in the order of their times, because a step may cost more one way.
    """
    # A border of squares that are never reached spares the edges a case of their own.
    padded = np.pad(times, 1, constant_values=NEVER)
    shape, width = padded.shape, padded.shape[1]
    flat, cost = padded.ravel(), np.pad(across, 1, constant_values=np.inf).ravel()
    sides = {
        -1: steps.from_left,
        1: steps.from_right,
        -width: steps.from_above,
        width: steps.from_below,
    }
    tolls = {side: np.pad(toll, 1).ravel() for side, toll in sides.items()}
    fell = np.flatnonzero(flat < NEVER)
    while len(fell):
        here = _beside(fell, tuple(sides), cost)
        new = _upwind(here, flat, cost, tolls)
        lower = (new < flat[here] - SETTLED) & (new <= most)
        fell = here[lower]
        flat[fell] = new[lower]
    return flat.reshape(shape)[1:-1, 1:-1]


def _beside(squares: Ints, sides: tuple[int, ...], cost: Floats) -> Ints:
    """The squares that can be entered beside these, each once."""
    marked = np.zeros(len(cost), dtype=bool)
    for side in sides:
        marked[squares + side] = True
    return np.flatnonzero(marked & np.isfinite(cost))


def _upwind(here: Ints, times: Floats, cost: Floats, tolls: Mapping[int, Floats]) -> Floats:
    """The times of these squares as their neighbours have them now."""
    left, right, above, below = (times[here + side] + toll[here] for side, toll in tolls.items())
    beside, upright = np.minimum(left, right), np.minimum(above, below)
    across = cost[here]
    apart = np.minimum(np.abs(beside - upright), across)
    earlier = np.minimum(beside, upright)
    return np.asarray((2.0 * earlier + apart + np.sqrt(2.0 * across**2 - apart**2)) / 2.0)
