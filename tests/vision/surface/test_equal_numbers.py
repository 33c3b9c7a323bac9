"""Runs of equal numbers as NumPy's `unique` tells them."""

import numpy as np
import pytest

from vision.surface.equal_numbers import run_starts


@pytest.mark.parametrize("values", [[], [4], [0, 0, 1, 5, 5, 5], [-3, -3, 2]])
def test_run_starts(values):
    """Each different number once, at the first place where it stands."""
    ordered = np.array(values, int)

    starts = run_starts(ordered)

    assert starts.tolist() == np.unique(ordered, return_index=True)[1].tolist()
