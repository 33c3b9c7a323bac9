"""Times on a grid of squares, and the outline of what takes at most so many moves."""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground_map import GroundMap
from table.places import Floats

FINE_SAMPLES = 5  # along each side of a grid square that holds several grounds
NEVER = 1e3  # moves to a place that cannot be reached


@dataclass(frozen=True)
class Grid:
    """Squares of side `step_in`; the first one's centre is at `corner_xy`."""

    corner_xy: Floats
    step_in: float
    rows: int
    columns: int

    def centres_xy(self) -> Floats:
        """The squares' centres, row by row."""
        x = self.corner_xy[0] + self.step_in * np.arange(self.columns)
        y = self.corner_xy[1] + self.step_in * np.arange(self.rows)
        return np.stack(np.meshgrid(x, y), axis=-1)


def grid_over(bounds: tuple[float, float, float, float], squares: int) -> Grid:
    """A grid that covers the bounds with one square to spare on each side."""
    left, top, right, bottom = bounds
    step_in = max(right - left, bottom - top) / squares
    columns, rows = (int(np.ceil(side / step_in)) + 3 for side in (right - left, bottom - top))
    return Grid(np.array([left - step_in, top - step_in]), step_in, rows, columns)


def grid_slowness(grid: Grid, ground: GroundMap) -> Floats:
    """The slowness of each square, the mean where it holds several grounds; barred is infinite."""
    centres = grid.centres_xy()
    slow = ground.at(centres.reshape(-1, 2)).reshape(grid.rows, grid.columns)
    padded = np.pad(slow, 1, mode="edge")
    sides = (padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:])
    mixed = np.logical_or.reduce([side != slow for side in sides])
    mixed &= np.isfinite(slow)
    offsets = (np.arange(FINE_SAMPLES) + 0.5) / FINE_SAMPLES - 0.5
    fine = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2) * grid.step_in
    samples = ground.at((centres[mixed][:, None, :] + fine).reshape(-1, 2)).reshape(-1, len(fine))
    open_ = np.isfinite(samples)
    slow[mixed] = np.where(open_, samples, 0.0).sum(axis=1) / np.maximum(open_.sum(axis=1), 1)
    return slow


def spread_into_barred(times: Floats, slowness: Floats, grid: Grid) -> Floats:
    """The times carried on two squares into barred ground, whose exact edge is cut off later."""
    pace = grid.step_in * float(np.min(slowness[np.isfinite(slowness)], initial=1.0))
    for _ in range(2):
        padded = np.pad(times, 1, constant_values=NEVER)
        sides = (padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:])
        nearest = np.minimum.reduce(sides) + pace
        times = np.where((times >= NEVER) & np.isinf(slowness), np.minimum(times, nearest), times)
    return times


def reached_by(grid: Grid, times: Floats, budget: float) -> BaseGeometry:
    """Everything that takes at most `budget` moves, between the squares' centres by proportion."""
    left = np.minimum(times, 2.0 * budget) - budget
    left[[0, -1], :] = budget
    left[:, [0, -1]] = budget
    segments = _level_lines(left)
    if not len(segments):
        return shapely.Polygon()
    placed = grid.corner_xy + grid.step_in * segments
    return shapely.build_area(shapely.multilinestrings(shapely.linestrings(placed)))


# Which two sides (0 top, 1 right, 2 bottom, 3 left) the zero line joins, by the signs of a
# square's corners: top left 1, top right 2, bottom right 4, bottom left 8.
_JOINED = {
    1: [(3, 0)], 2: [(0, 1)], 3: [(3, 1)], 4: [(1, 2)], 5: [(3, 0), (1, 2)], 6: [(0, 2)],
    7: [(3, 2)], 8: [(2, 3)], 9: [(2, 0)], 10: [(0, 1), (2, 3)], 11: [(2, 1)], 12: [(1, 3)],
    13: [(1, 0)], 14: [(0, 3)],
}  # fmt: skip


def _level_lines(values: Floats) -> Floats:
    """The segments of the zero line, in grid steps, as rows of two (x, y)."""
    below = values < 0.0
    code = below[:-1, :-1] * 1 + below[:-1, 1:] * 2 + below[1:, 1:] * 4 + below[1:, :-1] * 8
    found = []
    for number, sides in _JOINED.items():
        rows, columns = np.nonzero(code == number)
        for one, other in sides:
            ends = [_crossing(values, rows, columns, side) for side in (one, other)]
            found.append(np.stack(ends, axis=1))
    return np.concatenate(found)


def _crossing(values: Floats, rows: "np.ndarray", columns: "np.ndarray", side: int) -> Floats:
    """Where the zero line crosses a side of each square; the same number from both squares."""
    down, right = (side == 2), (side == 1)
    row, column = rows + down, columns + right
    if side in {0, 2}:
        one, other = values[row, column], values[row, column + 1]
        return np.stack([column + one / (one - other), row.astype(float)], axis=1)
    one, other = values[row, column], values[row + 1, column]
    return np.stack([column.astype(float), row + one / (one - other)], axis=1)
