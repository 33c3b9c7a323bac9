"""The outline of all that takes at most so many moves, from the moves at points of a grid.

In goes a wave that has spread; out come, zone by zone, areas whose rims lie where the budget is
spent. They run a little into ground that cannot be entered, whose exact edge is cut off later.
"""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.measure.distinct import distinct
from rules.measure.level_lines import level_lines
from rules.measure.mesh import Mesh, MeshBox
from rules.measure.plane import Places
from rules.measure.ragged import Flags, Ints
from rules.measure.wave import NEVER
from rules.measure.wave_times import Spread
from table.places import Floats

COARSE = 4  # points of the grid to one at which the rim is looked for first
NEARBY = 0.75  # of the way between two of those: so far around each the rim is looked for
NONE = -1  # the triangle of a point in none


@dataclass(frozen=True)
class Grid:
    """Points `step_in` apart, the first at `corner`, row by row."""

    corner: complex
    step_in: float
    rows: int
    columns: int

    def points(self) -> Places:
        """All points, in rows and columns."""
        x = self.corner.real + self.step_in * np.arange(self.columns)
        y = self.corner.imag + self.step_in * np.arange(self.rows)
        return np.asarray(x + 1j * y[:, None])


def _grid_over(box: MeshBox, points: int) -> Grid:
    """A grid over the box, so many points along its longer side and one more on each side."""
    left, top, right, bottom = box
    step_in = max(right - left, bottom - top) / points
    columns, rows = (int(np.ceil(side / step_in)) + 3 for side in (right - left, bottom - top))
    return Grid(complex(left - step_in, top - step_in), step_in, rows, columns)


def _triangles_at(mesh: Mesh, grid: Grid) -> Ints:
    """The triangle each point of the grid lies in, NONE where it is in none.

    Row by row, as a picture is filled: a triangle begins where a side that has it to its right
    crosses the row, and ends where the next one begins or a side with nothing beyond it crosses.
    """
    begins, ends = mesh.sides.inward.real > 0.0, mesh.sides.inward.real < 0.0
    ends &= mesh.sides.beyond < 0
    row_in, at_in, side_in = _crossings(mesh, grid, np.flatnonzero(begins))
    row_out, at_out, side_out = _crossings(mesh, grid, np.flatnonzero(ends))
    row, at = np.concatenate([row_out, row_in]), np.concatenate([at_out, at_in])
    triangle = np.concatenate([np.full(len(side_out), NONE), side_in // 3])
    column = np.clip(np.ceil(at), 0, grid.columns).astype(np.intp)
    order = np.lexsort((at, row * (grid.columns + 1) + column))
    filled = np.full(grid.rows * (grid.columns + 1), NONE - 1)
    filled[:: grid.columns + 1] = NONE
    filled[(row * (grid.columns + 1) + column)[order]] = triangle[order]
    last = np.maximum.accumulate(np.where(filled < NONE, 0, np.arange(len(filled))))
    return filled[last].reshape(grid.rows, -1)[:, :-1]


def _crossings(mesh: Mesh, grid: Grid, side: Ints) -> tuple[Ints, Floats, Ints]:
    """Where these sides cross the grid's rows: row, column with its fraction, side."""
    begin, end = mesh.sides.begin[side], mesh.sides.point(side, mesh.sides.length_in[side])
    begin, end = (begin - grid.corner) / grid.step_in, (end - grid.corner) / grid.step_in
    first = np.clip(np.ceil(np.minimum(begin.imag, end.imag)), 0, grid.rows).astype(np.intp)
    stop = np.clip(np.ceil(np.maximum(begin.imag, end.imag)), 0, grid.rows).astype(np.intp)
    counts = stop - first
    which = np.repeat(np.arange(len(side)), counts)
    row = np.arange(len(which)) - (np.cumsum(counts) - counts)[which] + first[which]
    share = (row - begin.imag[which]) / (end - begin).imag[which]
    return row, begin.real[which] + share * (end - begin).real[which], side[which]


def rims(spread: Spread, box: MeshBox, points: int, budget: float) -> dict[int, BaseGeometry]:
    """What each zone has within the budget, with the ground next to it."""
    grid = _grid_over(box, points)
    triangle = _triangles_at(spread.mesh, grid)
    times = _grid_times(spread, grid, triangle, budget)
    zone = np.where(triangle == NONE, NONE, spread.mesh.zone[triangle])
    pace = grid.step_in * float(spread.mesh.slowness.min(initial=1.0))
    found = {}
    for number in distinct(zone[triangle != NONE]):
        carried = _carried_on(np.where(zone == number, times, NEVER), zone != number, pace)
        lines = level_lines(np.minimum(carried, 2.0 * budget) - budget)
        found[int(number)] = _area(grid, lines)
    return found


def _area(grid: Grid, lines: Floats) -> BaseGeometry:
    """What lines in steps of the grid enclose."""
    placed = np.array([grid.corner.real, grid.corner.imag]) + grid.step_in * lines
    return shapely.build_area(shapely.multilinestrings(shapely.linestrings(placed)))


def _grid_times(spread: Spread, grid: Grid, triangle: Ints, budget: float) -> Floats:
    """The moves to each point, exact wherever the rim may pass, else those of a point close by."""
    points = grid.points()
    reached = spread.is_reached[triangle] & (triangle != NONE)
    rough = np.full(points[::COARSE, ::COARSE].shape, NEVER)
    first = reached[::COARSE, ::COARSE]
    rough[first] = spread.times(
        points[::COARSE, ::COARSE][first], triangle[::COARSE, ::COARSE][first]
    )
    times = _widened(rough, triangle.shape)
    # Narrow ground between things has points whose neighbours all lie in the things.
    alone = _widened(triangle[::COARSE, ::COARSE] == NONE, triangle.shape)
    near = _widened(_near_rim(spread.mesh, rough, triangle, grid, budget), triangle.shape)
    near = (near | alone) & reached
    times[near] = spread.times(points[near], triangle[near])
    return np.where(triangle == NONE, NEVER, times)


def _near_rim(mesh: Mesh, rough: Floats, triangle: Ints, grid: Grid, budget: float) -> Flags:
    """Which of the points at which the rim is looked for first may have it close by."""
    held = triangle[::COARSE, ::COARSE] != NONE
    slowness = np.where(held, mesh.slowness[triangle[::COARSE, ::COARSE]], 0.0)
    slack = NEARBY * COARSE * grid.step_in * _around(slowness, np.maximum)
    low = _around(np.where(held, rough, NEVER), np.minimum)
    high = _around(np.where(held, rough, 0.0), np.maximum)
    return np.asarray((low <= budget + slack) & (high >= budget - slack))


def _around(values: Floats, pick: np.ufunc) -> Floats:
    """The least or the most of each point and those around it."""
    padded = np.pad(values, 1, mode="edge")
    rows = pick(pick(padded[:-2], padded[1:-1]), padded[2:])
    return np.asarray(pick(pick(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:]))


def _widened(coarse: "np.ndarray", shape: tuple[int, ...]) -> "np.ndarray":
    """A coarse grid's values at all points around its own."""
    half = COARSE // 2
    wide = np.repeat(np.repeat(coarse, COARSE, axis=0), COARSE, axis=1)
    shifted = np.pad(wide, ((0, COARSE), (0, COARSE)), mode="edge")[half:, half:]
    return shifted[: shape[0], : shape[1]].copy()


def _carried_on(times: Floats, outside: Flags, pace: float) -> Floats:
    """The times carried on two steps to the outside, whose edge is cut off exactly later."""
    for _ in range(2):
        on = np.minimum(_around(times, np.minimum) + pace, NEVER)
        times = np.where(outside & (times >= NEVER), on, times)
    return times
