"""Rows of places with gentle bends."""

import numpy as np
import pytest

from vision.things.boxes import Box
from vision.things.broken_lines import broken

BENDS = np.array([[2.0, 12.2], [9.5, 10.7], [17.0, 10.5], [25.0, 8.2]])
ROW = Box(np.array([13.5, 10.4]), np.array([0.985, -0.171]), 11.9, 1.1)


def places(bends: np.ndarray) -> np.ndarray:
    x = np.arange(bends[0, 0], bends[-1, 0], 0.07)
    return np.column_stack([x, np.interp(x, bends[:, 0], bends[:, 1])])


def test_lines_end_where_a_row_bends():
    """Three lines through a row with two bends lie on it from end to end."""
    lines = broken(ROW, places(BENDS), 3)

    ends = [line.centre + line.half_length * line.along for line in lines]
    assert [end[0] for end in ends] == pytest.approx(BENDS[1:, 0], abs=0.6)
    assert [end[1] for end in ends] == pytest.approx(BENDS[1:, 1], abs=0.15)


def test_a_short_row_has_no_bends():
    """Where each line would be too short to tell its way there are none."""
    short = Box(np.array([5.0, 5.0]), np.array([1.0, 0.0]), 2.5, 1.0)

    assert broken(short, places(np.array([[2.5, 5.0], [7.5, 5.0]])), 3) == []
