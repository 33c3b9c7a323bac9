"""How many moves it takes to places on a mesh, by the quickest way from node to node."""

from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.front import NEVER, Grid
from rules.mesh import Ints, Mesh
from table.places import Floats

Flags = NDArray[np.bool_]

EDGE_SLACK = 1e-9
COARSE = 4  # squares to a square of the grid on which the budget is looked for first
AT_ONCE = 1000  # squares whose distances to all nodes are held at one time
AROUND = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def node_times(mesh: Mesh, known: Floats, budget: float) -> Floats:
    """The moves to each node, from times that some way is known to take; NEVER beyond budget."""
    times = np.where(known <= budget, known, NEVER)
    queue = [(float(times[node]), int(node)) for node in np.flatnonzero(times < NEVER)]
    heapify(queue)
    while queue:
        time, node = heappop(queue)
        if time > times[node]:
            continue
        for number in mesh.triangles_at[node]:
            members = mesh.members[number]
            apart = np.hypot(*(mesh.nodes_xy[members] - mesh.nodes_xy[node]).T)
            arrivals = time + mesh.slowness[number] * apart
            better = np.flatnonzero((arrivals < times[members] - EDGE_SLACK) & (arrivals <= budget))
            for i in better:
                times[members[i]] = arrivals[i]
                heappush(queue, (float(arrivals[i]), int(members[i])))
    return times


def grid_times(mesh: Mesh, times: Floats, grid: Grid, budget: float) -> Floats:
    """The moves to each square's centre, exact wherever they are close to the budget."""
    coarse = np.zeros((grid.rows, grid.columns), dtype=bool)
    coarse[::COARSE, ::COARSE] = True
    found = np.full((grid.rows, grid.columns), NEVER)
    _fill(found, mesh, times, grid, coarse)
    rough = found[::COARSE, ::COARSE]
    band = COARSE * grid.step_in * float(mesh.slowness.max())
    found, near = _widened(rough, found.shape), _near_budget(rough, budget, band)
    _fill(found, mesh, times, grid, _widened(near, found.shape))
    return found


def _near_budget(rough: Floats, budget: float, band: float) -> Flags:
    """Which coarse squares may hold places on both sides of the budget."""
    padded = np.pad(rough, 1, mode="edge")
    views = [padded[1 + i : 1 + i + len(rough), 1 + j :][:, : rough.shape[1]] for i, j in AROUND]
    low, high = np.minimum.reduce(views), np.maximum.reduce(views)
    return np.asarray((low <= budget + band) & (high >= budget - band))


def _widened(coarse: "NDArray[Any]", shape: tuple[int, ...]) -> "NDArray[Any]":
    """A coarse grid's values on all squares around its own."""
    half = COARSE // 2
    wide = np.repeat(np.repeat(coarse, COARSE, axis=0), COARSE, axis=1)
    shifted = np.pad(wide, ((0, COARSE), (0, COARSE)), mode="edge")[half:, half:]
    return shifted[: shape[0], : shape[1]].copy()


def _fill(found: Floats, mesh: Mesh, times: Floats, grid: Grid, wanted: Flags) -> None:
    """Put the exact moves to the wanted squares into `found`."""
    found[wanted] = NEVER
    centres = grid.centres_xy()
    for number, members in enumerate(mesh.members):
        reached = members[times[members] < NEVER]
        rows, columns = _squares_in(grid, mesh.corners_xy(number), wanted)
        if not len(reached) or not len(rows):
            continue
        for begin in range(0, len(rows), AT_ONCE):
            part = rows[begin : begin + AT_ONCE], columns[begin : begin + AT_ONCE]
            at, nodes = centres[part], mesh.nodes_xy[reached]
            apart = np.hypot(at[:, :1] - nodes[:, 0], at[:, 1:] - nodes[:, 1])
            arrivals = (times[reached] + mesh.slowness[number] * apart).min(axis=1)
            found[part] = np.minimum(found[part], arrivals)


def _squares_in(grid: Grid, corners_xy: Floats, wanted: Flags) -> tuple[Ints, Ints]:
    """The rows and columns of the wanted squares whose centres lie in a triangle or on its side."""
    low = np.floor((corners_xy.min(axis=0) - grid.corner_xy) / grid.step_in).astype(int)
    high = np.ceil((corners_xy.max(axis=0) - grid.corner_xy) / grid.step_in).astype(int) + 1
    columns = np.arange(max(low[0], 0), min(high[0], grid.columns))
    rows = np.arange(max(low[1], 0), min(high[1], grid.rows))
    x = grid.corner_xy[0] + grid.step_in * columns[None, :]
    y = grid.corner_xy[1] + grid.step_in * rows[:, None]
    if not len(rows) or not len(columns):
        return rows, rows
    inside = wanted[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()
    turned = _cross(corners_xy[0], corners_xy[1], corners_xy[2][0], corners_xy[2][1]) > 0.0
    for one, other in ((0, 1), (1, 2), (2, 0)):
        side = _cross(corners_xy[one], corners_xy[other], x, y)
        inside &= (side >= -EDGE_SLACK) if turned else (side <= EDGE_SLACK)
    at_row, at_column = np.nonzero(inside)
    return rows[at_row], columns[at_column]


def _cross(start: Floats, end: Floats, x: Floats, y: Floats) -> Floats:
    """On which side of a line places lie."""
    along = end - start
    side: Floats = along[0] * (y - start[1]) - along[1] * (x - start[0])
    return side
