"""The hex grid of a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.measure.hexes import Hex, HexGrid, hex_steps
from rules.measure.lengths import apart_in
from table.places import TablePoint

GRID = HexGrid(12.0)


@pytest.mark.parametrize(
    ("cell", "x", "y"),
    [
        pytest.param(Hex(0, 0), 6.9282, 6.0, id="the first touches the left and the top edge"),
        pytest.param(Hex(1, 0), 17.3205, 12.0, id="the next column sits half a hex lower"),
        pytest.param(Hex(0, 1), 6.9282, 18.0, id="r counts down a column"),
        pytest.param(Hex(2, -1), 27.7128, 6.0, id="two columns on, the same height"),
    ],
)
def test_centre(cell, x, y):
    """Centres lie where the ledger puts them."""
    centre = GRID.centre(cell)

    assert (centre.x, centre.y) == pytest.approx((x, y), abs=1e-4)


def test_a_place_on_the_border_belongs_to_the_lower_hex():
    """At equal distance the lower q counts, then the lower r."""
    assert GRID.hex_of(TablePoint(6.9282, 12.0)) == Hex(0, 0)
    assert GRID.hex_of(TablePoint(2 * 6.92820323, 6.0)) == Hex(0, 0)
    assert GRID.hex_of(TablePoint(2 * 6.92820323, 6.0001)) == Hex(1, 0)


@given(st.floats(-50, 90), st.floats(-50, 90), st.floats(0.5, 20))
def test_no_hex_is_nearer(x, y, across_in):
    """The hex of a place has no neighbour whose centre is nearer."""
    grid, place = HexGrid(across_in), TablePoint(x, y)
    found = grid.hex_of(place)
    away_in = apart_in(grid.centre(found), place)

    assert away_in <= grid.corner_in + 1e-6
    for dq in range(-2, 3):
        for dr in range(-2, 3):
            other = Hex(found.q + dq, found.r + dr)
            assert apart_in(grid.centre(other), place) >= away_in - 1e-6


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        pytest.param(Hex(0, 0), Hex(0, 0), 0, id="the same"),
        pytest.param(Hex(0, 0), Hex(1, -1), 1, id="a neighbour up and right"),
        pytest.param(Hex(0, 0), Hex(1, 0), 1, id="a neighbour down and right"),
        pytest.param(Hex(0, 0), Hex(1, 1), 2, id="no neighbour"),
        pytest.param(Hex(-1, 3), Hex(2, -1), 4, id="across"),
    ],
)
def test_steps(one, other, steps):
    """The number of hexes between two, the same both ways."""
    assert hex_steps(one, other) == hex_steps(other, one) == steps


def test_the_grid_covers_the_table_once():
    """The hexes over a table cover all of it and none lies wholly beside it."""
    cells = GRID.over(36.0, 24.0)

    assert len(set(cells)) == len(cells)
    for x in range(36):
        for y in range(24):
            assert GRID.hex_of(TablePoint(x + 0.01, y + 0.01)) in cells
    assert Hex(5, 5) not in cells
