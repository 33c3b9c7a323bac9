"""Rows of different lengths, end to end in one array, so that many rows are read at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Ragged:
    """Row i is `values[starts[i] : starts[i + 1]]`."""

    values: Ints
    starts: Ints

    def of(self, rows: Ints) -> tuple[Ints, Ints]:
        """All values of these rows, and for each the place in `rows` of the row it stands in.

        >>> Ragged(np.array([7, 8, 9]), np.array([0, 2, 2, 3])).of(np.array([2, 0]))
        (array([9, 7, 8]), array([0, 1, 1]))
        """
        counts = self.starts[rows + 1] - self.starts[rows]
        whose = np.repeat(np.arange(len(rows)), counts)
        ahead = np.cumsum(counts) - counts
        return self.values[np.arange(len(whose)) + (self.starts[rows] - ahead)[whose]], whose


def ragged(rows: Ints, values: Ints, count: int) -> Ragged:
    """`count` rows from pairs of a row's number and a value, each row in the order given."""
    order = np.argsort(rows, kind="stable")
    return Ragged(values[order], starts_of(np.bincount(rows, minlength=count)))


def starts_of(lengths: Ints) -> Ints:
    """Where rows of these lengths begin, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.intp)
