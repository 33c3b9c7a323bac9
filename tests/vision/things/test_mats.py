"""Mats of which little shows, and what is grey but no mat."""

import cv2
import numpy as np
import pytest
import segno
from shapely import Point, Polygon, box
from shapely.affinity import rotate

from table.places import TableXY
from table.table_spec import ThingSpec
from tests.vision.surface.test_flat_table import overhead
from tests.vision.things.test_find import BLUE, GREEN, TAN, overlap, painted, table
from tests.vision.things.test_flat_things import GREY, WHITE, ring, strip
from vision.things.find import things_on_table

PINE = "#b89868"
DESK = (ring(box(-4, -4, 40, 28)), WHITE, 0)


def mats(shapes, *others: ThingSpec):
    pose, listed = overhead(), table(ThingSpec("mat", GREY, 0.0), *others)
    things = things_on_table(painted(pose, [DESK, *shapes]), pose, listed, [])
    return [thing for thing in things if thing.kind == "mat"]


@pytest.mark.xfail(strict=False, reason="shapes compete; this one does not win yet")
def test_a_broad_road_across_a_mat_leaves_it_whole():
    """Two corners on either side of a road and a book are one rectangle by their edges."""
    mat = rotate(box(10, 7, 17, 12), 30)
    road, book = strip((4, 9.6), (24, 9.6), 3.6), box(14, 2, 22, 8.5)

    found = mats(
        [(ring(mat), GREY, 0), (ring(road), TAN, 0), (ring(book), BLUE, 0.02)],
        ThingSpec("road", TAN, 0.0),
        ThingSpec("book", BLUE, 0.02),
    )

    assert [overlap(one.footprint, mat) > 0.9 for one in found] == [True]


@pytest.mark.xfail(strict=False, reason="shapes compete; this one does not win yet")
def test_a_side_under_a_napkin_is_guessed_and_the_mat_less_sure():
    """A mat goes on under what hides a whole side of it, and more of it is doubted."""
    mat, napkin = box(10, 8, 17, 12.5), box(14.2, 5, 19.5, 15)
    whole = mats([(ring(mat), GREY, 0)])
    listed = ThingSpec("napkin", GREEN, 0.0), ThingSpec("road", TAN, 0.0)
    road = strip((4, 12.2), (24, 12.2), 1.6)

    hidden = mats([(ring(mat), GREY, 0), (ring(road), TAN, 0), (ring(napkin), GREEN, 0)], *listed)

    assert [overlap(one.footprint, mat) > 0.7 for one in hidden] == [True]
    assert hidden[0].confidence < whole[0].confidence


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


@pytest.mark.xfail(strict=False, reason="shapes compete; this one does not win yet")
def test_a_printed_code_is_no_mat():
    """A large code, grey from afar, is not taken for a mat of that grey."""
    pose, card = overhead(), box(12, 8, 15.4, 11.4)
    code = np.array(list(segno.make("a code that nobody here knows", version=5).matrix_iter()))
    picture = painted(pose, [(DESK[0], PINE, 0)])
    corners = pose.camera_from_table(TableXY(np.array(ring(card), float)), 0.0)
    source = np.array([[1, 0], [1, 1], [0, 1], [0, 0]], np.float32) * len(code)
    bent = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    dots = np.where(code > 0, 30, 235).astype(np.uint8)
    flat = cv2.warpPerspective(dots, bent, (1920, 1080), flags=cv2.INTER_NEAREST)
    inside = cv2.fillPoly(np.zeros_like(flat), [np.round(corners).astype(np.int32)], 255) > 0
    picture[inside] = flat[inside, None]

    assert things_on_table(picture, pose, table(ThingSpec("mat", GREY, 0.0)), []) == ()
