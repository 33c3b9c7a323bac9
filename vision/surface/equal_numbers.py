"""Which numbers are equal: where runs of them begin, which comes most often."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def run_starts(ordered: NDArray[Any]) -> NDArray[np.intp]:
    """Where each run of equal numbers begins.

    NumPy's `unique` tells it too, but loads all of its masked arrays when it is first asked.
    """
    return np.flatnonzero(np.diff(ordered, prepend=ordered[:1] - 1))


def numbered(columns: NDArray[np.int64]) -> NDArray[np.int64]:
    """One number for each column of whole numbers: equal for equal columns, in their order."""
    numbers = np.zeros(columns.shape[1], np.int64)
    for row in columns - columns.min(axis=1, keepdims=True):
        numbers = numbers * (int(row.max()) + 1) + row
    return numbers


def most_frequent(numbers: NDArray[np.int64]) -> int:
    """The first place of the number that comes most often, of the least of those as often."""
    count = len(numbers)
    # With their places in the last digits the numbers stay in order among their likes.
    ordered = np.sort(numbers * count + np.arange(count))
    starts = run_starts(ordered // count)
    return int(ordered[starts[np.diff(starts, append=count).argmax()]] % count)
