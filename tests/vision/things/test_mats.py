"""Mats of which little shows, and what is grey but no mat."""

import numpy as np
import pytest
from shapely import Point, Polygon, box
from shapely.affinity import rotate

from table.table_spec import ThingSpec
from tests.vision.painted import GREEN, GREY, TAN, WHITE, overhead, overlap, painted, ring, table
from vision.things.find import things_on_table

PINE = "#b89868"
DESK = (ring(box(-4, -4, 40, 28)), WHITE, 0)


def mats(shapes, *others: ThingSpec):
    pose, listed = overhead(), table(ThingSpec("mat", GREY, 0.0), *others)
    things = things_on_table(painted(pose, [DESK, *shapes]), pose, listed, [])
    return [thing for thing in things if thing.kind == "mat"]


def test_a_mat_is_told_from_what_has_its_colour_and_touches_it():
    """A mat and the rim of a covered book of its colour, turned otherwise, are not one thing."""
    mat, lower = rotate(box(8, 4, 14, 10), 20), rotate(box(3, 9, 17, 17), -25)
    cover = rotate(box(3.2, 10.2, 16, 17.4), -25)
    shapes = [(ring(mat), GREY, 0), (ring(lower), GREY, 0), (ring(cover), GREEN, 0.02)]

    found = mats(shapes, ThingSpec("book", GREEN, 0.02))

    assert [overlap(one.footprint, mat) > 0.9 for one in found] == [True]


def test_paper_of_no_known_shape_hides_the_mat_below_it():
    """A mat runs on under a scrap of a road's colour, though the scrap is no road."""
    mat, scrap = rotate(box(10, 6, 18, 11), 20), Point(14, 8.5).buffer(2.9)
    shapes = [(ring(mat), GREY, 0), (ring(scrap), TAN, 0)]

    found = mats(shapes, ThingSpec("road", TAN, 0.0))

    assert [overlap(one.footprint, mat) > 0.85 for one in found] == [True]


@pytest.mark.parametrize("sides", [3, 6, 60])
def test_a_mat_that_is_no_rectangle_keeps_its_shape(sides):
    """A round mat, a triangle and one with six sides are found as they are."""
    turns = np.arange(sides) * 2 * np.pi / sides
    mat = Polygon(np.column_stack([15 + 3 * np.cos(turns), 11 + 3 * np.sin(turns)]))

    found = mats([(ring(mat), GREY, 0)])

    assert [overlap(one.footprint, mat) > 0.95 for one in found] == [True]
