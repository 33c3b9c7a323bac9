"""What a path costs: inches by ground, boundaries that have none, and walls close to a target."""

import pytest
from shapely import Point, Polygon
from shapely.affinity import rotate

from rules.measure.aim import crossing_in
from rules.measure.cover import covering_walls, fan_polygon, in_fan
from rules.measure.ground import Ground, cost, off_table, stretches
from table.places import TablePoint
from tests.rules.geometry_scenes import field, stand, thing


def path(*places):
    """Places from pairs."""
    return tuple(TablePoint(*place) for place in places)


def test_stretches_are_cut_at_outlines():
    """Each stretch runs over the same things from its start to its end."""
    table = field(thing("napkin", (6, 4, 10, 8)), thing("road", (8, 4, 12, 8)))

    found = stretches(table, path((4, 6), (14, 6)))

    assert [(part.start.x, part.end.x, sorted(part.over)) for part in found] == [
        (4, 6, []),
        (6, 8, [0]),
        (8, 10, [0, 1]),
        (10, 12, [1]),
        (12, 14, []),
    ]


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(((6, 3), (6, 9)), id="along an edge"),
        pytest.param(((4, 6), (6, 4), (8, 2)), id="past a corner"),
        pytest.param(((4, 6), (6, 6), (4, 7)), id="to an edge and back"),
        pytest.param(((5, 8), (11, 8)), id="along the seam of two napkins"),
    ],
)
def test_touching_has_no_inches(way):
    """A path that touches an outline or runs along it is not inside."""
    table = field(thing("napkin", (6, 4, 10, 8)), thing("napkin", (6, 8, 10, 12)))

    assert all(not part.over for part in stretches(table, path(*way)))


def test_a_slanted_edge_is_still_an_edge():
    """Rounding on a slanted outline does not put a path inside it."""
    slanted = field(thing("napkin", Polygon([(3.1, 2.7), (9.7, 5.3), (6.1, 14.9)])))
    way = path((3.1, 2.7), (3.1 + 6.6 * 0.77, 2.7 + 2.6 * 0.77))

    assert all(not part.over for part in stretches(slanted, way))


def test_in_and_on_along_a_slanted_inner_edge():
    """A path through woods and on along their inner edge has inches only up to the edge."""
    turned = rotate(Polygon([(6, 4), (12, 4), (12, 8), (9, 8), (9, 12), (6, 12)]), 15, (0, 0))
    table = field(thing("napkin", turned))
    way = [rotate(Point(x, 8), 15, (0, 0)) for x in (6, 12)]

    found = stretches(table, path(*((place.x, place.y) for place in way)))

    assert sum(part.length_in for part in found if part.over) == pytest.approx(3.0)


def test_cost_adds_the_shares():
    """Inches over limits add up; ground that cannot be entered bars the way."""
    grounds = {frozenset(): Ground("open", 4.0), frozenset({0}): Ground("woods", 3.0)}
    table = field(thing("napkin", (6, 4, 10, 8)), thing("plate", (12, 4, 13, 8)))

    spent = cost(
        stretches(table, path((4, 6), (14, 6))),
        lambda over: grounds.get(over, Ground("lake", None)),
    )

    assert spent.fraction == pytest.approx(2 / 4 + 4 / 3 + 2 / 4 + 1 / 4)
    assert spent.barred == ("lake",)
    assert spent.length_in == pytest.approx(10.0)


def test_no_length_no_limit():
    """A path that goes nowhere has no mean pace."""
    spent = cost(stretches(field(), path((4, 6), (4, 6))), lambda _: Ground("open", 4.0))

    assert (spent.length_in, spent.fraction, spent.limit_in) == (0.0, 0.0, None)


def test_off_table():
    """The table's edge is on the table."""
    assert not off_table(field(), path((0, 0), (36, 24)))
    assert off_table(field(), path((1, 1), (36.001, 5)))


@pytest.mark.parametrize(
    ("wall", "gap_in"),
    [
        pytest.param((11.5, 8, 11.7, 12), 1.3, id="crossed"),
        pytest.param((11.5, 10, 11.7, 12), 1.3, id="touched along its end"),
        pytest.param((11.5, 10.01, 11.7, 12), None, id="missed"),
        pytest.param((12.9, 8, 13.2, 12), 0.0, id="he stands in it"),
    ],
)
def test_crossing(wall, gap_in):
    """How far from the target the line of fire last crosses a thing."""
    crossed = crossing_in(TablePoint(4, 10), TablePoint(13, 10), field(thing("wall", wall)), 0)

    assert crossed == (None if gap_in is None else pytest.approx(gap_in))


@pytest.mark.parametrize(
    ("elevation", "covered"),
    [
        pytest.param(0.0, True, id="on the table"),
        pytest.param(0.4, True, id="lower than the wall"),
        pytest.param(0.5, False, id="as high as the wall"),
    ],
)
def test_walls_below_a_man_cover_nothing(elevation, covered):
    """A wall covers a man unless he stands as high as it is."""
    table = field(thing("wall", (12, 8, 12.2, 12), 0.5))

    behind = covering_walls(table, TablePoint(4, 10), stand(13, 10, elevation=elevation))

    assert bool(behind) is covered


def test_a_part_in_the_fan_has_an_area():
    """What only touches the fan's side or the base's rim is not in the fan."""
    table = field(
        thing("lid", (9, 9.9, 9.2, 10.0)),  # across the axis
        thing("lid", (12.5, 10.5, 13.5, 11)),  # touches the base beside the fan
        thing("lid", (13.5, 9.9, 14, 10.1)),  # behind the base
        thing("lid", (4.1, 10.2, 4.3, 11)),  # beside the fan, near the viewer
    )

    assert in_fan(table, stand(4, 10), stand(13, 10), range(4)) == (0,)
    assert fan_polygon(stand(4, 10), stand(13, 10)).area == pytest.approx(
        9 * 0.5 - 0.5**2 * 3.14159 / 2, rel=0.02
    )
