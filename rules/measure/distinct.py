"""The different values of an array."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Value = TypeVar("_Value", bound=np.generic)


def distinct(values: "NDArray[_Value]") -> "NDArray[_Value]":
    """Each value once, in order; `np.unique` would load numpy's masked arrays for it.

    >>> distinct(np.array([3, 1, 3]))
    array([1, 3])
    """
    ordered = np.sort(values, axis=None)
    once: NDArray[_Value] = ordered[np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]]
    return once
