"""The lines along which values on a grid pass through 0 (marching squares)."""

import numpy as np

from table.places import Floats

LEAST = 1e-9  # of a value at the border, where nothing is inside

# Which two sides (0 top, 1 right, 2 bottom, 3 left) the zero line joins, by the signs of a
# square's corners: top left 1, top right 2, bottom right 4, bottom left 8.
_JOINED = {
    1: [(3, 0)], 2: [(0, 1)], 3: [(3, 1)], 4: [(1, 2)], 5: [(3, 0), (1, 2)], 6: [(0, 2)],
    7: [(3, 2)], 8: [(2, 3)], 9: [(2, 0)], 10: [(0, 1), (2, 3)], 11: [(2, 1)], 12: [(1, 3)],
    13: [(1, 0)], 14: [(0, 3)],
}  # fmt: skip


def level_lines(values: Floats) -> Floats:
    """The segments of the line at which values on a grid are 0, as rows of two (x, y).

    Values below 0 are inside; what they enclose is closed at the grid's border.
    """
    values = values.copy()
    values[[0, -1], :] = np.maximum(values[[0, -1], :], LEAST)
    values[:, [0, -1]] = np.maximum(values[:, [0, -1]], LEAST)
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
