"""Medians as NumPy has them."""

import numpy as np
import pytest

from calibration.medians import median


@pytest.mark.parametrize("count", [1, 2, 7, 30])
def test_median(count):
    """The middle number, or the mean of the two in the middle, along either axis."""
    values = np.random.default_rng(count).normal(size=(count, 3))

    assert median(values) == pytest.approx(np.median(values, axis=0))
    assert median(values.T, axis=1) == pytest.approx(np.median(values, axis=0))


def test_median_of_nothing():
    """Where there are no numbers there is no median."""
    assert np.isnan(median(np.zeros((0, 3)))).all()
    assert np.isnan(median(np.zeros(0)))
