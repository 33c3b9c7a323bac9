"""Runs of equal numbers, in numbers that are in order."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def run_starts(ordered: NDArray[Any]) -> NDArray[np.intp]:
    """Where each run of equal numbers begins.

    NumPy's `unique` tells it too, but loads all of its masked arrays when it is first asked.
    """
    return np.flatnonzero(np.diff(ordered, prepend=ordered[:1] - 1))
