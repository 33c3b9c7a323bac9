"""Directions: degrees clockwise from above, 0 along +x, 90 along +y."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.directions import bearing_deg, between_deg, distance_in, frame_of, step
from table.places import TablePoint

inches = st.floats(-100, 100)
angles = st.floats(-720, 720)


@pytest.mark.parametrize(
    ("facing", "forward", "right", "lands"),
    [
        pytest.param(90, 1, 0, (10, 11), id="90 looks along +y, down the picture"),
        pytest.param(0, 0, 1, (10, 11), id="facing +x, the right hand is +y"),
        pytest.param(0, -0.75, 0, (9.25, 10), id="the man stands behind his tag"),
        pytest.param(180, 2, 0, (8, 10), id="180 looks to the left of the picture"),
        pytest.param(90, 0, 1, (9, 10), id="facing down the picture, the right hand is -x"),
    ],
)
def test_step(facing, forward, right, lands):
    """Forward and right are the soldier's own."""
    here = step(TablePoint(10, 10), facing, forward, right)

    assert (here.x, here.y) == pytest.approx(lands)


@pytest.mark.parametrize(
    ("end", "bearing"),
    [((11, 10), 0), ((10, 11), 90), ((9, 10), 180), ((10, 9), 270), ((11, 11), 45)],
)
def test_bearing(end, bearing):
    """Bearings run clockwise seen from above."""
    assert bearing_deg(TablePoint(10, 10), TablePoint(*end)) == pytest.approx(bearing)


@pytest.mark.parametrize(
    ("one", "other", "between"), [(350, 10, 20), (10, 350, 20), (0, 180, 180), (90, 45, 45)]
)
def test_between(one, other, between):
    """The angle between two directions does not care about the way round."""
    assert between_deg(one, other) == pytest.approx(between)


@given(inches, inches, angles, inches, inches)
def test_frame_of_undoes_step(x, y, facing, forward, right):
    """Where you came to, seen from where you started, is how you went."""
    start = TablePoint(x, y)
    end = step(start, facing, forward, right)

    assert frame_of(start, facing, end) == pytest.approx((forward, right), abs=1e-6)


@given(inches, inches, inches, inches)
def test_distance_is_the_same_both_ways(x, y, u, v):
    """There is as far as back."""
    one, other = TablePoint(x, y), TablePoint(u, v)
    assert distance_in(one, other) == distance_in(other, one)
