"""How well round patterns fit at every shift in square windows: one product weighs them all.

A disc of modules stays a disc at every turn, so windows are normalised once for all turns.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.tag_guess import grid
from vision.tag_patterns import Samples


@lru_cache(maxsize=4)
def disc(side: int) -> Samples:
    """Which modules of a square that wide, row by row, lie on its disc: 1.0 or 0.0."""
    x, y = grid(side).T
    return np.asarray(np.hypot(x, y) <= side / 2, np.float32)


def disc_fits(windows: Samples, patterns: Samples, side: int) -> Samples:
    """How well patterns (k, side ** 2) fit at each shift in windows: -1 to 1, (n, shifts, k).

    Patterns are normal on the disc; windows are square, row by row, their shifts too.
    """
    places = _places(side, round(windows.shape[1] ** 0.5))
    seen = windows.take(places, axis=1).reshape(-1, places.shape[1])
    inside = disc(side) > 0
    weighed = seen @ patterns[:, inside].T
    squares = np.einsum("ij,ij->i", seen, seen)
    spread = squares - seen.sum(axis=1) ** 2 / places.shape[1]
    fits = weighed / np.sqrt(np.maximum(spread, 1.0))[:, None]
    return np.asarray(fits.reshape(len(windows), len(places), -1), np.float32)


@lru_cache(maxsize=4)
def _places(side: int, window_side: int) -> NDArray[np.intp]:
    """The disc's places in a window at each shift, (shifts, modules of the disc)."""
    shifts = np.arange(window_side - side + 1)
    corners = (shifts[:, None] * window_side + shifts).reshape(-1, 1)
    rows, columns = np.divmod(np.flatnonzero(disc(side)), side)
    return np.asarray(corners + rows * window_side + columns, np.intp)
