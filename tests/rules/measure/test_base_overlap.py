"""How much of a round base lies in a polygon."""

from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point

from rules.measure.base_overlap import half_in_shape, shape_overlap_in2
from rules.measure.template import laid
from table.places import TablePoint

SCREEN = laid(TablePoint(10.0, 10.0), 30.0, [(-6, -3), (6, -3), (6, 3), (-6, 3)])


@pytest.mark.parametrize(
    ("place", "area"),
    [
        pytest.param((10.0, 10.0), pi / 4, id="whole base inside"),
        pytest.param((30.0, 10.0), 0.0, id="far away"),
        pytest.param((15.0, 18.5), 0.0, id="only touching"),
        pytest.param((15.0, 18.0), pi / 8, id="centre on an edge"),
        pytest.param((12.0, 6.0), pi / 16, id="centre on a corner"),
    ],
)
def test_known_overlaps(place, area):
    """The overlap with an upright rectangle at places where anybody can tell it."""
    upright = laid(TablePoint(15.0, 12.0), 90.0, [(-6, -3), (6, -3), (6, 3), (-6, 3)])
    where = TablePoint(*place) if place != (10.0, 10.0) else TablePoint(15.0, 12.0)

    assert shape_overlap_in2(upright, where, 0.5) == pytest.approx(area, abs=1e-9)


@given(st.floats(0.0, 20.0), st.floats(0.0, 20.0), st.floats(0.1, 4.0))
def test_overlap_agrees_with_a_fine_polygon(x, y, radius):
    """The exact area is what shapely finds with a circle of many corners."""
    circle = Point(x, y).buffer(radius, quad_segs=512)
    found = shape_overlap_in2(SCREEN, TablePoint(x, y), radius)

    assert found == pytest.approx(circle.intersection(SCREEN.polygon).area, abs=1e-4 * radius**2)


def test_half_counts_as_half():
    """A base cut exactly in two is half inside."""
    edge = laid(TablePoint(0.0, 0.0), 0.0, [(0, -5), (5, -5), (5, 5), (0, 5)])

    assert half_in_shape(edge, TablePoint(0.0, 0.0), 0.5)
    assert not half_in_shape(edge, TablePoint(-0.01, 0.0), 0.5)
