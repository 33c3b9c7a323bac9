"""The shapes weapons lay on the table: their sizes, who is in them, which way they point."""

from math import pi

import pytest
from shapely import Polygon

from rules.measure.template import (
    BlastCone,
    Disk,
    Sector,
    half_in_disk,
    hexagon,
    kite,
    overlap_in2,
    swath,
    triangle,
)
from table.places import TablePoint

HERE = TablePoint(10.0, 10.0)


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        pytest.param(triangle(HERE, 30, 4, 2), 4.0, id="assault rifle"),
        pytest.param(kite(HERE, 30, 16, 24, 3), 36.0, id="machine gun"),
        pytest.param(swath(HERE, 30, 6, 1), 6.0, id="flamethrower"),
        pytest.param(Disk(HERE, 2.0), 12.566371, id="mortar"),
        pytest.param(BlastCone(HERE, 30), 5.784292, id="blast cone"),
        pytest.param(Sector(HERE, 30, 4, 45), pi * 4, id="quarter"),
        pytest.param(hexagon(HERE, 12), 124.7077, id="hex"),
    ],
)
def test_sizes(shape, size):
    """The drawn ring has the exact shape's area, but for its corners."""
    assert Polygon(shape.area()[0]).area == pytest.approx(size, rel=3e-4)


@pytest.mark.parametrize(
    ("shape", "place", "inside"),
    [
        pytest.param(triangle(HERE, 90, 4, 2), (11, 14), True, id="a corner, pointing down"),
        pytest.param(triangle(HERE, 90, 4, 2), (14, 10), False, id="not to the right"),
        pytest.param(Disk(HERE, 1.25), (11.25, 10), True, id="on the rim"),
        pytest.param(Disk(HERE, 1.25), (10.884, 10.884), False, id="a hair beyond the rim"),
        pytest.param(BlastCone(HERE, 0), (13, 10), True, id="the top of the ice cream"),
        pytest.param(BlastCone(HERE, 0), (12.56, 11.06), True, id="on its curve"),
        pytest.param(BlastCone(HERE, 0), (12.57, 11.07), False, id="beyond its curve"),
        pytest.param(BlastCone(HERE, 0), (9.9, 10), False, id="behind its tip"),
        pytest.param(BlastCone(HERE, 0), (11, 11), True, id="on its straight side"),
        pytest.param(Sector(HERE, 0, 4, 135), (8, 12.1), True, id="behind, in a wide sector"),
        pytest.param(Sector(HERE, 0, 4, 135), (8, 10.1), False, id="in its gap"),
    ],
)
def test_who_is_in(shape, place, inside):
    """The boundary counts, and the curve is the true one, not its drawing."""
    assert shape.holds(TablePoint(*place)) is inside


@pytest.mark.parametrize(
    ("apart", "half"),
    [
        pytest.param(2.9, True, id="well inside"),
        pytest.param(3.0, False, id="centre on the rim: the rim curves away from him"),
        pytest.param(3.4, False, id="mostly outside"),
    ],
)
def test_half_of_a_base(apart, half):
    """At least half of the base's area, by the true circles."""
    disk = Disk(TablePoint(0, 0), 3.0)

    assert half_in_disk(disk, TablePoint(apart, 0), 0.5) is half


def test_overlap_is_the_area_of_the_lens():
    """The exact overlap is what shapely finds between finely drawn circles."""
    fine = Polygon(Disk(TablePoint(0, 0), 3.0).area()[0]).intersection(
        Polygon(Disk(TablePoint(2.8, 0), 0.5).area()[0])
    )

    assert overlap_in2(Disk(TablePoint(0, 0), 3.0), TablePoint(2.8, 0), 0.5) == pytest.approx(
        fine.area, abs=1e-3
    )
