"""Roads and rivers as middle lines: bent, under tags, under bridges."""

import numpy as np
import pytest
from shapely import LineString, Polygon, box

from table.table_spec import ThingSpec
from tests.vision.painted import BLUE, TAN, overhead, overlap, painted, ring, table
from vision.things.cells import cells_of
from vision.things.strips import strip_rings

BROWN = "#5a3420"


def bent(*places):
    return LineString(places).buffer(1.0, cap_style="flat", join_style="mitre")


def rings_of(kind, colour, *shapes, over=()):
    """The strips that patches of one colour make, with other things lying over them."""
    pose = overhead()
    drawn = [(ring(shape), colour, 0) for shape in shapes] + [(ring(s), BROWN, 0) for s in over]
    cells = cells_of(painted(pose, drawn), pose, table(ThingSpec(kind, colour, 0.0)), [], None)
    left = [part for s in shapes for part in _parts(s, over)]
    return [Polygon(r) for r in strip_rings(cells, {kind: left})[kind]]


def _parts(shape, over):
    for other in over:
        shape = shape.difference(other)
    return [np.array(p.exterior.coords) for p in getattr(shape, "geoms", [shape])]


@pytest.mark.parametrize(
    "places",
    [((6, 12), (28, 12)), ((6, 6), (16, 10), (28, 9)), ((5, 18), (12, 12), (20, 16), (30, 12))],
    ids=["straight", "one corner", "two corners"],
)
def test_a_strip_is_its_middle_line(places):
    """A strip of paper with corners is told whole, to a hair."""
    strip = bent(*places)

    assert max(overlap(found, strip) for found in rings_of("road", TAN, strip)) > 0.95


@pytest.mark.parametrize(("kind", "colour", "whole"), [("river", BLUE, True), ("road", TAN, False)])
def test_a_river_goes_on_under_a_bridge_where_a_road_ends(kind, colour, whole):
    """Two parts of a river beyond a bridge are one river; a road ends at its bridge."""
    strip, bridge = bent((4, 12), (32, 12)), box(16, 10, 19, 14)

    found = rings_of(kind, colour, strip, over=[bridge])

    assert (max(overlap(one, strip) for one in found) > 0.95) is whole


def test_strips_side_by_side_are_two():
    """Two roads that run beside each other are not joined."""
    one, other = bent((4, 6), (30, 6)), bent((4, 12), (30, 12))

    assert all(found.area < 1.2 * one.area for found in rings_of("road", TAN, one, other))


def test_what_is_no_strip_is_none():
    """A square patch is no road."""
    assert rings_of("road", TAN, box(10, 8, 14, 12)) == []
