"""Dashes cover what their pattern says of a line, and nothing beside it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString

from overlay.strokes.dashes import dashes

places = st.tuples(st.floats(-50, 50), st.floats(-50, 50))


def length(line):
    return LineString(line).length


def test_solid():
    """No pattern is the line itself."""
    line = np.array([[0.0, 0.0], [3.0, 4.0]])

    assert dashes(line, ()) == (line,)


def test_round_a_corner():
    """A dash bends with the line it lies on."""
    line = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 5.0]])

    first = dashes(line, (2.0, 1.0))[0]

    assert first.tolist() == [[0, 0], [1, 0], [1, 1]]


@given(st.lists(places, min_size=2, max_size=6))
def test_share_drawn(corners):
    """With equal lengths on and off about half of a line is drawn, all of it on the line."""
    line = np.array(corners)
    whole = length(line)

    parts = dashes(line, (0.3, 0.3))

    assert sum(map(length, parts)) == pytest.approx(whole / 2, abs=0.31)
    assert all(LineString(line).distance(LineString(p)) < 1e-6 for p in parts if length(p) > 1e-6)
