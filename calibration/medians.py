"""The middle of a few numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def median(values: NDArray[Any], axis: int = 0) -> NDArray[Any]:
    """The median along an axis of numbers of which none is nan; nan where there are none.

    NumPy's own looks after masks and nan too, which takes several times as long for so few.
    """
    if values.shape[axis] == 0:
        return np.asarray(values.sum(axis=axis) + np.nan)
    low, high = (values.shape[axis] - 1) // 2, values.shape[axis] // 2
    if low == high:
        return np.asarray(np.partition(values, low, axis=axis).take(low, axis=axis))
    parts = np.partition(values, (low, high), axis=axis)
    return np.asarray((parts.take(low, axis=axis) + parts.take(high, axis=axis)) / 2)
