"""Mugs, plates and lids where colour tells little, and what could be taken for them."""

import pytest
from shapely import Point, box

from table.table_spec import ThingSpec
from tests.vision.painted import (
    BLUE,
    PAPER,
    TAN,
    mug,
    overhead,
    overlap,
    painted,
    ring,
    seen,
    strip,
    table,
)
from vision.things.find import things_on_table

DESK, CHINA, COFFEE = "#dcdcd8", "#eeebe2", "#30281e"
PLATE = ThingSpec("plate", CHINA, 0.5)


def on_white_desk(shapes, *listed: ThingSpec, empty: bool = False):
    """What is seen on a desk of a plate's colour, white papers in its corners."""
    pose = overhead()
    desk = [(ring(box(-8, -8, 44, 32)), DESK, 0)]
    desk += [(ring(box(x, y, x + 1.5, y + 1.5)), PAPER, 0) for x in (0, 34.5) for y in (0, 22.5)]
    before = painted(pose, desk) if empty else None
    return things_on_table(painted(pose, desk + shapes), pose, table(*listed), [], before)


def test_white_desk_without_a_plate():
    """A desk of a plate's colour with a napkin on it shows no plate."""
    napkin = box(10, 8, 16, 14)

    things = on_white_desk([(ring(napkin), BLUE, 0)], PLATE, ThingSpec("napkin", BLUE, 0.0))

    assert [thing.kind for thing in things] == ["napkin"]


def test_saucer_under_a_cup():
    """A saucer of which a cup hides more than half is found by its round."""
    saucer, cup = Point(15, 10).buffer(3.0), Point(15.2, 10.1).buffer(2.2)

    things = seen([(ring(saucer), CHINA, 0.5), (ring(cup), COFFEE, 0.5)], PLATE)

    assert [thing.kind for thing in things] == ["plate"]
    assert overlap(things[0].footprint, saucer) > 0.95


def test_mug_on_a_plate():
    """A mug that stands on a plate is found, and the plate."""
    plate, foot = Point(20, 12).buffer(3.4), Point(20.1, 12).buffer(1.6)
    shapes = [(ring(plate), CHINA, 0.5), *mug(foot)]

    things = seen(shapes, PLATE, ThingSpec("mug", BLUE, 3.75))

    assert sorted(thing.kind for thing in things) == ["mug", "plate"]


@pytest.mark.parametrize(
    ("inside", "inverted"),
    [(BLUE, True), ("#6a98d2", True), ("#24528a", False), (COFFEE, False), ("#6f7a86", False)],
    ids=["floor", "floor in shine", "hollow", "coffee", "milky tea"],
)
def test_which_way_up_a_mug_stands(inside, inverted):
    """A mug upside down shows a floor of its own colour, another what is in it."""
    spot = Point(20, 13).buffer(1.6)
    shapes = [(ring(spot), "#2c5a94", up / 8) for up in range(30)]
    shapes += [(ring(spot), BLUE, 3.75), (ring(spot.buffer(-0.3)), inside, 3.75)]

    (found,) = seen(shapes, ThingSpec("mug", BLUE, 3.75))

    assert found.inverted is inverted


def test_end_of_a_road_is_no_lid():
    """A road as wide as a lid, in nearly a lid's colour, has no lid at its end."""
    road = strip((6, 12), (30, 12), 2.2)

    things = seen(
        [(ring(road), TAN, 0)], ThingSpec("road", TAN, 0.0), ThingSpec("lid", "#c8a23a", 0.35)
    )

    assert [thing.kind for thing in things] == ["road"]


def test_cup_on_a_saucer_of_its_colour():
    """A full cup on a saucer of the same china is a mug on a plate."""
    saucer, cup = Point(20, 12).buffer(3.2), Point(20, 12).buffer(1.8)
    shapes = [(ring(saucer), "#c8c5bc", 0.5), (ring(cup), CHINA, 2.8)]
    shapes += [(ring(cup.buffer(-0.15)), COFFEE, 2.8)]

    things = seen(shapes, ThingSpec("plate", "#d8d5cc", 0.5), ThingSpec("mug", "#d8d5cc", 2.8))

    assert sorted(thing.kind for thing in things) == ["mug", "plate"]
    assert overlap(things[0].footprint, saucer) > 0.95


def test_plate_with_a_well_holds_no_cup():
    """The well of a plate of a mug's colour is no mug that stands on it."""
    plate, well = Point(20, 12).buffer(3.2), Point(20, 12).buffer(2.0)
    shapes = [(ring(plate), CHINA, 0.5), (ring(well), "#dedbd2", 0.5)]

    things = seen(shapes, PLATE, ThingSpec("mug", CHINA, 2.8))

    assert [thing.kind for thing in things] == ["plate"]


def test_mug_whose_side_passes_for_the_desk():
    """A white mug is found though its side, in its own shade, has the shaded desk's colour."""
    foot = Point(27, 6).buffer(1.6)
    shapes = [*_side(foot, "#7c5530"), (ring(foot), CHINA, 3.75)]
    shapes += [(ring(foot.buffer(-0.2)), COFFEE, 3.75)]

    things = seen(shapes, ThingSpec("mug", CHINA, 3.75))

    assert [thing.kind for thing in things] == ["mug"]
    assert overlap(things[0].footprint, foot) > 0.9


def _side(foot, colour="#b9b6ae"):
    """The rings of a mug's side, from its foot to below its rim."""
    return [(ring(foot), colour, up / 8) for up in range(22)]
