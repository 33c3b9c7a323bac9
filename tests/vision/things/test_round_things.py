"""Mugs, plates and lids where colour tells little, and what could be taken for them."""

from itertools import islice

import numpy as np
import pytest
from shapely import Point, box
from shapely.affinity import translate

from table.table_spec import ThingSpec
from tests.vision.surface.test_flat_table import overhead
from tests.vision.things.test_find import BLUE, PAPER, TAN, mug, overlap, painted, table
from tests.vision.things.test_flat_things import ring, seen, strip
from vision.colour.gathering import gathered
from vision.surface.patches import filled, region
from vision.things.circles import Circle
from vision.things.find import things_on_table
from vision.things.rim_search import ROUNDS, Search
from vision.things.rims import rims

DESK, CHINA, COFFEE = "#dcdcd8", "#eeebe2", "#30281e"
PLATE = ThingSpec("plate", CHINA, 0.5)


def on_white_desk(shapes, *listed: ThingSpec, empty: bool = False):
    """What is seen on a desk of a plate's colour, white papers in its corners."""
    pose = overhead()
    desk = [(ring(box(-8, -8, 44, 32)), DESK, 0)]
    desk += [(ring(box(x, y, x + 1.5, y + 1.5)), PAPER, 0) for x in (0, 34.5) for y in (0, 22.5)]
    before = painted(pose, desk) if empty else None
    return things_on_table(painted(pose, desk + shapes), pose, table(*listed), [], before)


@pytest.mark.parametrize("empty", [False, True])
def test_white_plate_on_a_white_desk(empty):
    """A plate of nearly the desk's colour is found by its edge, with and without empty picture."""
    plate = Point(14, 11).buffer(3.2)

    things = on_white_desk([(ring(plate), CHINA, 0.5)], PLATE, empty=empty)

    assert [thing.kind for thing in things] == ["plate"]
    assert overlap(things[0].footprint, plate) > 0.95


def test_white_plate_with_a_painted_line_on_a_white_desk():
    """A line along the rim of a plate of the desk's very colour tells of the plate."""
    plate = Point(14, 11).buffer(3.2)
    line = plate.buffer(-0.05), plate.buffer(-0.15)

    things = on_white_desk([(ring(line[0]), "#b8923a", 0.5), (ring(line[1]), DESK, 0.5)], PLATE)

    assert [thing.kind for thing in things] == ["plate"]
    assert overlap(things[0].footprint, plate) > 0.9


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


def test_line_one_cell_wide():
    """A patch that is no more than a row of cells has no rim, and is no trouble."""
    evidence = gathered(painted(overhead(), []), overhead(), table(PLATE), [], None)
    cells = np.zeros(evidence.flat.size_wh[::-1], np.uint8)
    cells[100, 50:250] = 255
    search = Search(evidence, region(cells, evidence.flat), ROUNDS["mug"], 3.75, cells)

    assert list(rims(search)) == []


@pytest.mark.parametrize(("aside", "radius"), [(0.2, 1.35), (0.3, 1.2), (0.4, 1.2)])
def test_a_shadow_in_a_lids_outline_makes_no_second_lid(aside, radius):
    """Where a patch is a lid and a shadow of its colour, its one rim is told once."""
    pose, gold, lid = overhead(), "#c8a23a", Point(12, 8)
    evidence = gathered(
        painted(pose, [(ring(lid.buffer(1.2)), gold, 0.0)]),
        pose,
        table(ThingSpec("lid", gold, 0.0)),
        [],
        None,
    )
    shadow = translate(lid, aside, aside / 3).buffer(radius)
    cells = filled(np.array(ring(lid.buffer(1.2).union(shadow))), evidence.flat)
    search = Search(evidence, region(cells, evidence.flat), ROUNDS["lid"], 0.0, evidence.strict[0])

    (rim,) = islice(rims(search), 3)

    assert rim.circle.apart(Circle(12, 8, 1.2)) < 0.1


@pytest.mark.parametrize(
    ("own", "count"), [(True, 1), (False, 0)], ids=["a lid's colour", "a mat's colour"]
)
def test_lid_without_an_outline_has_its_own_colour(own, count):
    """A lid amid a patch of a like colour is told by its edges where its colour is its own."""
    pose, gold, lid = overhead(), "#c8a23a", Point(12, 8).buffer(1.2)
    mat = (ring(box(8, 4, 16, 12)), "#b08d30", 0.0)
    picture, listed = painted(pose, [mat, (ring(lid), gold, 0.0)]), ThingSpec("lid", gold, 0.0)
    evidence = gathered(picture, pose, table(listed), [], None)
    cells = filled(np.array(ring(box(8, 4, 16, 12))), evidence.flat)
    strict = filled(np.array(ring(lid)), evidence.flat) if own else np.zeros_like(cells)
    search = Search(evidence, region(cells, evidence.flat), ROUNDS["lid"], 0.0, strict)

    assert len(list(islice(rims(search), 3))) == count


def test_shiny_lid_of_another_colour_is_told_by_its_outline():
    """A whole round is a lid though another listing's colour fits it better."""
    pose, gold, lid = overhead(), "#c8a23a", Point(12, 8).buffer(1.2)
    picture, listed = painted(pose, [(ring(lid), gold, 0.0)]), ThingSpec("lid", gold, 0.0)
    evidence = gathered(picture, pose, table(listed), [], None)
    cells = filled(np.array(ring(lid)), evidence.flat)
    patch, none = region(cells, evidence.flat), np.zeros_like(cells)

    (rim,) = islice(rims(Search(evidence, patch, ROUNDS["lid"], 0.0, none)), 3)

    assert rim.circle.apart(Circle(12, 8, 1.2)) < 0.1


def test_plate_whose_edge_shows_on_two_thirds():
    """Where a plate fades into the desk on one side, the rest of its edge is enough."""
    plate = Point(14, 11).buffer(3.2)
    faded = plate.intersection(box(8, 8, 20, 10.2))

    things = on_white_desk([(ring(plate), CHINA, 0.5), (ring(faded), DESK, 0.5)], PLATE)

    assert [thing.kind for thing in things] == ["plate"]
    assert overlap(things[0].footprint, plate) > 0.9


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


def test_foam_in_a_cup_is_not_its_rim():
    """A cup is as wide as its rim, however round and white the milk foam in it."""
    foot = Point(20, 12).buffer(1.6)
    shapes = [*_side(foot), (ring(foot), CHINA, 2.8), (ring(foot.buffer(-0.08)), "#9a6a48", 2.8)]
    shapes += [(ring(Point(20.05, 12.3).buffer(1.3)), "#e2ded4", 2.8)]

    (found,) = seen(shapes, ThingSpec("mug", CHINA, 2.8))

    assert overlap(found.footprint, foot) > 0.9


def test_mug_whose_side_passes_for_the_desk():
    """A white mug is found though its side, in its own shade, has the shaded desk's colour."""
    foot = Point(27, 6).buffer(1.6)
    shapes = [*_side(foot, "#7c5530"), (ring(foot), CHINA, 3.75)]
    shapes += [(ring(foot.buffer(-0.2)), COFFEE, 3.75)]

    things = seen(shapes, ThingSpec("mug", CHINA, 3.75))

    assert [thing.kind for thing in things] == ["mug"]
    assert overlap(things[0].footprint, foot) > 0.9


def test_lid_is_no_mug():
    """A white lid flat on the desk is no white mug's rim seen from above."""
    lid = Point(27, 6).buffer(1.6)

    things = seen(
        [(ring(lid), CHINA, 0.3)], ThingSpec("mug", CHINA, 3.75), ThingSpec("lid", CHINA, 0.3)
    )

    assert [thing.kind for thing in things] == ["lid"]


def _side(foot, colour="#b9b6ae"):
    """The rings of a mug's side, from its foot to below its rim."""
    return [(ring(foot), colour, up / 8) for up in range(22)]
