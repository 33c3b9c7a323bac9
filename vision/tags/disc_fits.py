"""How well round patterns fit at every shift in square windows: one product weighs them all.

A disc of modules stays a disc at every turn, so windows are normalised once for all turns.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.surface.flat_table import Singles
from vision.tags.guess import grid


@lru_cache(maxsize=4)
def disc(side: int) -> Singles:
    """Which modules of a square that wide, row by row, lie on its disc: 1.0 or 0.0."""
    x, y = grid(side).T
    return np.asarray(np.hypot(x, y) <= side / 2, np.float32)


def disc_fits(windows: Singles, patterns: Singles, side: int) -> Singles:
    """How well patterns (k, side ** 2) fit at each shift in windows: -1 to 1, (shifts, k, n).

    Patterns are normal on the disc; windows are square, row by row, their shifts too.
    """
    window_side = round(windows.shape[1] ** 0.5)
    places, on_disc = _places(side, window_side), _on_disc(side, window_side)
    # With the windows side by side, each place is taken from all of them at once.
    beside = np.ascontiguousarray(windows.T)
    weighed = patterns[:, disc(side) > 0] @ beside.take(places, axis=0)
    sums, squares = on_disc @ beside, on_disc @ (beside * beside)
    spread = squares - sums * sums / places.shape[1]
    weighed /= np.sqrt(np.maximum(spread, 1.0))[:, None]
    return np.asarray(weighed, np.float32)


def small_disc_fits(windows: Singles, patterns: Singles, side: int) -> Singles:
    """The same for patterns of few modules in few windows, (k, shifts, n).

    A small disc's values at all shifts are few: one product, without a loop, weighs them all.
    """
    places = _places(side, round(windows.shape[1] ** 0.5)).T
    values = np.ascontiguousarray(windows.T).take(places, axis=0).reshape(len(places), -1)
    sums = values.sum(axis=0)
    spread = np.einsum("ij,ij->j", values, values) - sums * sums / len(places)
    fits = patterns[:, disc(side) > 0] @ values
    fits /= np.sqrt(np.maximum(spread, 1.0))
    return np.asarray(fits, np.float32).reshape(len(patterns), places.shape[1], len(windows))


@lru_cache(maxsize=4)
def _on_disc(side: int, window_side: int) -> Singles:
    """Which of a window's places lie on the disc at each shift, (shifts, places): 1.0 or 0.0."""
    places = _places(side, window_side)
    on_disc = np.zeros((len(places), window_side**2), np.float32)
    np.put_along_axis(on_disc, places, 1.0, axis=1)
    return on_disc


@lru_cache(maxsize=4)
def _places(side: int, window_side: int) -> NDArray[np.intp]:
    """The disc's places in a window at each shift, (shifts, modules of the disc)."""
    shifts = np.arange(window_side - side + 1)
    corners = (shifts[:, None] * window_side + shifts).reshape(-1, 1)
    rows, columns = np.divmod(np.flatnonzero(disc(side)), side)
    return np.asarray(corners + rows * window_side + columns, np.intp)
