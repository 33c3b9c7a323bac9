"""Strips, cloths and walls where something else could be taken for them."""

from itertools import pairwise

import cv2
import numpy as np
import pytest
from shapely import Point, Polygon, box, unary_union
from shapely.affinity import rotate

from calibration.camera_pose import CameraPose
from table.places import TableXY
from table.table_spec import ThingSpec
from tests.vision.painted import (
    BLUE,
    GREEN,
    GREY,
    TAN,
    WHITE,
    YELLOW,
    overhead,
    overlap,
    painted,
    ring,
    seen,
    strip,
    table,
)
from vision.things.find import things_on_table

BROWN, SHADED_TAN, SHADED_OAK = "#5a3a28", "#5e4d32", "#5c3f24"


def test_a_gentle_bend_is_followed():
    """A river of two long strips that hardly bend is one river with its bend."""
    upper, lower = strip((12, 1.5), (12.7, 12), 1.8), strip((12.7, 12), (12.7, 22.5), 1.8)

    things = seen([(ring(part), BLUE, 0) for part in (upper, lower)], ThingSpec("river", BLUE, 0.0))

    assert [thing.kind for thing in things] == ["river"]
    assert overlap(things[0].footprint, unary_union([upper, lower])) > 0.95


def test_a_road_with_three_gentle_bends_is_followed():
    """A road of four long strips, through some of which one line nearly runs, has its bends."""
    bends = [(1.5, 11.9), (9.1, 10.5), (16.8, 10.3), (24.1, 8.1), (31.8, 9.1)]
    strips = [strip(start, end, 2.2) for start, end in pairwise(bends)]

    things = seen([(ring(part), TAN, 0) for part in strips], ThingSpec("road", TAN, 0.0))

    assert [thing.kind for thing in things] == ["road"]
    assert overlap(things[0].footprint, unary_union(strips)) > 0.95


def test_a_bend_in_a_deep_shadow_does_not_part_a_road():
    """A road that bends where a shadow makes it as grey as a listed mat is one road."""
    strips = [strip((4, 13), (17, 11.7), 2.0), strip((17, 11.7), (27, 12.9), 2.0)]
    road, shadow = unary_union(strips), box(14.5, 9, 19.5, 15)
    shades = [(ring(shadow), SHADED_OAK, 0), (ring(road.intersection(shadow)), GREY, 0)]

    things = seen(
        [*((ring(part), TAN, 0) for part in strips), *shades],
        ThingSpec("road", TAN, 0.0),
        ThingSpec("mat", GREY, 0.0),
    )

    assert [thing.kind for thing in things] == ["road"]
    assert overlap(things[0].footprint, road) > 0.9


def test_a_shadow_across_a_road_does_not_end_it():
    """A road with a dark shadow across it, near its end, is one road to its end."""
    road, shadow = strip((5, 12), (31, 13), 2.0), box(27.6, 11.5, 29.2, 14)
    shaded = road.intersection(shadow)

    things = seen(
        [(ring(road), TAN, 0), (ring(shadow), SHADED_OAK, 0), (ring(shaded), SHADED_TAN, 0)],
        ThingSpec("road", TAN, 0.0),
    )

    assert [thing.kind for thing in things] == ["road"]
    assert overlap(things[0].footprint, road) > 0.95


def _grained(picture: np.ndarray) -> np.ndarray:
    """The picture with the spots of a cloth, lighter and darker."""
    spots = np.random.default_rng(1).normal(1, 0.04, (270, 480)).astype(np.float32)
    grain = cv2.resize(spots, (1920, 1080), interpolation=cv2.INTER_CUBIC)[..., None]
    return np.clip(picture * grain, 0, 255).astype(np.uint8)


def test_a_road_ends_at_its_bridge():
    """A straight road over a bridge is two roads, however long they are."""
    river, bridge = strip((20, 1), (20, 23), 1.8), box(18.5, 11.7, 21.5, 14.3)
    roads = [box(1, 12, 19, 14), box(21, 12, 33, 14)]
    shapes = [(ring(river), BLUE, 0), *((ring(road), TAN, 0) for road in roads)]

    things = seen(
        [*shapes, (ring(bridge), BROWN, 0)],
        ThingSpec("river", BLUE, 0.0),
        ThingSpec("road", TAN, 0.0),
        ThingSpec("bridge", BROWN, 0.0),
    )

    assert sorted(thing.kind for thing in things) == ["bridge", "river", "road", "road"]


BRIDGE, UNDER_IT = box(18, 11.7, 22, 14.3), strip((20, 1), (20, 23), 1.8)


def bridges(*on_top):
    listed = ThingSpec("river", BLUE, 0.0), ThingSpec("bridge", BROWN, 0.0)
    shapes = [(ring(UNDER_IT), BLUE, 0), (ring(BRIDGE), BROWN, 0), *on_top]
    return [thing for thing in seen(shapes, *listed) if thing.kind == "bridge"]


def test_a_bridge_that_a_shadow_of_its_colour_touches_keeps_its_corners():
    """The edges of a bridge tell it from a round shadow, as brown as it is, at its corner."""
    found = bridges((ring(Point(23.2, 14).buffer(1.8)), BROWN, 0))

    assert [overlap(one.footprint, BRIDGE) > 0.9 for one in found] == [True]


def test_a_shadow_is_no_part_of_a_mat():
    """A grey mat on a white desk has its own outline though a shadow runs out from it."""
    pose, mat = overhead(), box(12, 8, 18, 12.5)
    desk = (ring(box(-4, -4, 40, 28)), WHITE, 0)
    picture = painted(pose, [desk])
    shade = _soft_mask(pose, Polygon([(17, 9), (23, 12), (23, 17), (15, 11)]), 6)
    picture = (picture * (1 - 0.45 * shade[..., None])).astype(np.uint8)
    on_mat = _soft_mask(pose, mat, 0) > 0
    picture[on_mat] = painted(pose, [desk, (ring(mat), GREY, 0)])[on_mat]

    things = things_on_table(picture, pose, table(ThingSpec("mat", GREY, 0.0)), [])

    assert [thing.kind for thing in things] == ["mat"]
    assert overlap(things[0].footprint, mat) > 0.9


def test_a_mat_of_nearly_a_books_colour_is_no_book():
    """A rectangle whose colour the mat's listing explains better is a mat for all its edges."""
    slate, listed = "#54707a", [("mat", "#54707a", 0.0), ("book", "#28485c", 0.7)]
    things = seen([(ring(box(12, 8, 18, 13)), slate, 0)], *(ThingSpec(*one) for one in listed))

    assert [thing.kind for thing in things] == ["mat"]


def test_a_road_and_a_book_across_a_mat_leave_it_whole():
    """A mat in two pieces is one rectangle, and the shadow beside the book is no third piece."""
    pose, mat = overhead(), rotate(box(10, 6, 17, 13), 40)
    road, book, shadow = strip((2, 11.5), (30, 10), 1.8), box(9, 13.5, 17, 20), box(7, 13, 10, 19)
    parts = [(ring(mat), GREY, 0), (ring(road), TAN, 0), (ring(book), BLUE, 0)]
    desk = (ring(box(-4, -4, 40, 28)), WHITE, 0)
    shade = 1 - 0.45 * _soft_mask(pose, shadow, 6)[..., None]
    lit = np.any([_soft_mask(pose, shape, 0) > 0 for shape in (mat, road, book)], axis=0)
    picture = (painted(pose, [desk]) * shade).astype(np.uint8)
    picture[lit] = painted(pose, [desk, *parts])[lit]

    listed = (("mat", GREY), ("road", TAN), ("book", BLUE))
    spec = table(*(ThingSpec(kind, colour, 0.0) for kind, colour in listed))
    mats = [t for t in things_on_table(picture, pose, spec, []) if t.kind == "mat"]

    assert [overlap(found.footprint, mat) > 0.9 for found in mats] == [True]


def _soft_mask(pose: CameraPose, shape: Polygon, soft_px: float) -> np.ndarray:
    mask = np.zeros((1080, 1920), np.float32)
    corners = pose.camera_from_table(TableXY(np.array(ring(shape), float)), 0.0)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1.0)
    return cv2.GaussianBlur(mask, (0, 0), soft_px) if soft_px else mask


@pytest.mark.parametrize(
    "ends",
    [
        pytest.param(((10.5, 9.5), (15.6, 14.3)), id="across"),
        pytest.param(((9.4, 11), (16.4, 11.4)), id="along a side"),
    ],
)
def test_pencil_on_a_napkin(ends):
    """A yellow pencil that lies on a green napkin is a wall and no stripe, however it lies."""
    napkin, pencil = box(9, 8, 17, 16), strip(*ends, 0.3)

    things = seen(
        [(ring(napkin), GREEN, 0), (ring(pencil), YELLOW, 0.15)],
        ThingSpec("napkin", GREEN, 0.0),
        ThingSpec("wall", YELLOW, 0.3),
    )

    assert sorted(thing.kind for thing in things) == ["napkin", "wall"]
