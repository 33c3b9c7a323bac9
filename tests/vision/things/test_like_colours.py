"""Things whose colour, in this light, passes for that of another listed kind."""

import numpy as np
import pytest
from shapely import Point, box

from table.table_spec import ThingSpec
from tests.vision.surface.test_flat_table import overhead
from tests.vision.things.test_find import BLUE, TAN, overlap, painted, table
from tests.vision.things.test_flat_things import ring, seen, strip
from vision.colour.gathering import gathered
from vision.things.boxes import box_around
from vision.things.raised import is_on_a_book
from vision.things.strip_ground import road_ground

GOLD, SHINING_GOLD, GREY, WHITE = "#c8a23a", "#c9b079", "#b0b4b8", "#e8e6df"
RED, PLUM = "#7b2d26", "#4a3a5c"


def kinds(things) -> list[str]:
    return [thing.kind for thing in things]


def evidence_of(shapes, *listed: ThingSpec):
    pose = overhead()
    return gathered(painted(pose, shapes), pose, table(*listed), [], None)


@pytest.mark.xfail(strict=False, reason="shapes compete; this one does not win yet")
def test_a_lid_that_shines_in_the_colour_of_the_road_it_touches():
    """A lid whose gloss a road's colour fits better than its own is a lid, for its round."""
    road, lid = strip((4, 6), (30, 6), 2.0), Point(20, 8.4).buffer(1.6)
    shapes = [(ring(road), TAN, 0), (ring(lid), SHINING_GOLD, 0.3)]

    things = seen(shapes, ThingSpec("road", TAN, 0.0), ThingSpec("lid", GOLD, 0.3))

    assert kinds(things) == ["lid", "road"]
    assert overlap(things[0].footprint, lid) > 0.95


def test_a_lid_below_the_camera_is_no_mug():
    """Where no side could show, a grey lid with a brighter rim is no white mug."""
    lid = Point(overhead().eye[:2]).buffer(1.5)
    shapes = [(ring(lid), "#c0c4c8", 0.3), (ring(lid.buffer(-0.09)), "#a8acb0", 0.3)]

    things = seen(shapes, ThingSpec("lid", GREY, 0.3), ThingSpec("mug", WHITE, 3.75))

    assert kinds(things) == ["lid"]


def test_a_lid_is_found_though_its_colour_was_learnt_from_a_drink():
    """What is in a mug passes for a lid's colour, and is far from how the lid looks here."""
    spot, lid = Point(8, 16), Point(24, 8).buffer(1.5)
    shapes = [(ring(spot.buffer(1.7)), BLUE, up) for up in np.linspace(0, 3.75, 40)]
    shapes += [(ring(spot.buffer(1.5)), "#55585a", 3.75), (ring(lid), "#dcd6cc", 0.3)]

    things = seen(shapes, ThingSpec("lid", GREY, 0.3), ThingSpec("mug", BLUE, 3.75))

    assert kinds(things) == ["mug", "lid"]
    assert overlap(things[1].footprint, lid) > 0.95


@pytest.mark.parametrize(("lower", "is_on_one"), [(box(10, 7, 17, 15), True), (None, False)])
def test_what_lies_on_a_book(lower, is_on_one):
    """A rectangle amid another book's colour lies on that book; amid bare desk it does not."""
    upper = box(11, 8, 16, 14)
    shapes = [(ring(upper), PLUM, 0)] if lower is None else [(ring(lower), RED, 0)]
    evidence = evidence_of(shapes, ThingSpec("book", RED, 0.0), ThingSpec("book", PLUM, 0.0))
    nothing = np.zeros_like(evidence.covered)

    assert is_on_a_book(evidence, box_around(np.array(ring(upper))), 1, nothing) is is_on_one


@pytest.mark.parametrize(("colour", "is_anothers"), [("#a08c73", True), ("#ba986b", False)])
def test_what_surely_is_a_mat_is_no_road(colour, is_anothers):
    """Cells of a road's generous mask that the mat's colour fits far better are the mat's."""
    cloth = box(12, 8, 17, 14)
    listed = ThingSpec("mat", "#a08c73", 0.0), ThingSpec("road", "#ba986b", 0.0)
    evidence = evidence_of([(ring(cloth), colour, 0)], *listed)

    ground = road_ground(evidence, 1, [])

    assert evidence.masks[1].any()
    assert ground.is_anothers(evidence.masks[1]) is is_anothers
