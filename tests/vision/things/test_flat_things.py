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
from tests.vision.surface.test_flat_table import overhead
from tests.vision.things.test_find import BLUE, GREEN, PAPER, TAN, overlap, painted, table
from vision.things.find import things_on_table

BROWN, SHADED_TAN, SHADED_OAK = "#5a3a28", "#5e4d32", "#5c3f24"
YELLOW = "#e8b520"
WHITE, GREY = "#dcdcd8", "#7c7f83"


def ring(shape: Polygon) -> list[tuple[float, float]]:
    return list(shape.exterior.coords[:-1])


def strip(start: tuple[float, float], end: tuple[float, float], width: float) -> Polygon:
    way = np.subtract(end, start) / np.hypot(*np.subtract(end, start))
    side = np.array([-way[1], way[0]]) * width / 2
    return Polygon([start + side, end + side, end - side, start - side])


def seen(shapes, *listed: ThingSpec):
    pose = overhead()
    return things_on_table(painted(pose, shapes), pose, table(*listed), [])


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


def test_a_box_of_a_roads_colour_is_no_part_of_the_road_beside_it():
    """A road keeps its outline where something large of its colour touches it."""
    road = strip((4, 8), (30, 8.6), 2.2)
    thing = rotate(box(20, 9.6, 27, 15.5), 12, origin="centroid")

    things = seen([(ring(s), TAN, 0) for s in (road, thing)], ThingSpec("road", TAN, 0.0))

    assert [thing.kind for thing in things] == ["road"]
    assert overlap(things[0].footprint, road) > 0.9


def test_what_lies_off_the_table_tells_no_roads_width():
    """A road is as wide as it is, though narrower things of its colour lie beside the table."""
    road = strip((14, 10), (22, 11), 2.2)
    litter = [box(x, 1, x + 0.8, 23) for x in (-2.4, -1.5, 36.7, 37.6)]

    things = seen([(ring(s), TAN, 0) for s in (road, *litter)], ThingSpec("road", TAN, 0.0))

    assert [thing.kind for thing in things] == ["road"]
    assert overlap(things[0].footprint, road) > 0.95


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


@pytest.mark.parametrize("colour", ["#8d5d38", "#a97740"])
@pytest.mark.parametrize("with_empty", [False, True])
@pytest.mark.xfail(strict=False, reason="shapes compete; this one does not win yet")
def test_a_road_hardly_unlike_the_desk(colour, with_empty):
    """A road whose colour is nearly that of a desk with a grain is found, darker or lighter."""
    pose, road = overhead(), strip((6, 9), (30, 13), 2.0)
    picture = _grained(painted(pose, [(ring(road), colour, 0)]))
    empty = _grained(painted(pose, [])) if with_empty else None

    things = things_on_table(picture, pose, table(ThingSpec("road", colour, 0.0)), [], empty)

    assert [thing.kind for thing in things] == ["road"]
    assert overlap(things[0].footprint, road) > 0.9


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


@pytest.mark.xfail(strict=False, reason="known to be missed: see docs/roadmap.md")
def test_a_bridge_mostly_under_cards_is_found_and_less_sure():
    """What shows of its edges between cards tells where a bridge is, and more of it is doubted."""
    places = ((18.3, 12.1, 20), (19.9, 13.0, 30), (21.7, 13.9, 10), (21.2, 11.7, 25))
    cards = [rotate(Point(x, y).buffer(0.9, cap_style="square"), turn) for x, y, turn in places]

    found = bridges(*((ring(card), PAPER, 0) for card in cards))

    assert [overlap(one.footprint, BRIDGE) > 0.9 for one in found] == [True]
    assert found[0].confidence < bridges()[0].confidence


def test_a_bridge_of_the_desks_own_colour_parts_roads_and_joins_a_river():
    """Where a road and a river both break off there is a bridge: two roads, and one river."""
    river = [strip((19, 1), (19.4, 11), 1.8), strip((20.6, 15), (22, 23), 1.8)]
    roads = [box(1, 12, 18, 14), box(21.8, 12, 33, 14)]
    shapes = [*((ring(s), BLUE, 0) for s in river), *((ring(s), TAN, 0) for s in roads)]

    things = seen(shapes, ThingSpec("river", BLUE, 0.0), ThingSpec("road", TAN, 0.0))

    assert sorted(thing.kind for thing in things) == ["river", "road", "road"]


@pytest.mark.xfail(strict=False, reason="shapes compete; this one does not win yet")
def test_stripes_and_print_are_no_walls():
    """Neither the stripes of a napkin nor a line on a book is a pencil of their colour."""
    napkin, book = box(5, 5, 10.5, 10.5), box(20, 6, 28, 13)
    stripes = [box(x, 5, x + 0.3, 10.5) for x in (6, 7.5, 9)]
    line = box(22, 9, 26, 9.3)

    things = seen(
        [
            (ring(napkin), GREEN, 0),
            *((ring(stripe), PAPER, 0) for stripe in stripes),
            (ring(book), BLUE, 0.8),
            (ring(line), PAPER, 0.8),
        ],
        ThingSpec("napkin", GREEN, 0.0),
        ThingSpec("book", BLUE, 0.8),
        ThingSpec("wall", PAPER, 0.3),
    )

    assert sorted(thing.kind for thing in things) == ["book", "napkin"]


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


def test_a_narrow_band_is_no_mat():
    """A grey band an inch wide, as a shadow beside a book may be, is not taken for a mat."""
    assert seen([(ring(box(12, 8, 13, 16)), GREY, 0)], ThingSpec("mat", GREY, 0.0)) == ()


@pytest.mark.xfail(strict=False, reason="shapes compete; this one does not win yet")
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


def test_pencil_of_which_one_facet_is_lit():
    """A pencil in light from one side shows its colour on one facet only, and is found whole."""
    whole, paint = strip((10, 12), (17, 12), 0.3), strip((10.34, 12), (16, 12), 0.3)
    facet = strip((10.34, 11.93), (16, 11.93), 0.1)
    shapes = [(ring(whole), "#d8b48a", 0.15), (ring(paint), "#8a6030", 0.15)]

    things = seen([*shapes, (ring(facet), YELLOW, 0.15)], ThingSpec("wall", YELLOW, 0.3))

    assert [thing.kind for thing in things] == ["wall"]
    assert overlap(things[0].footprint, whole) > 0.6


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


def test_pencil_half_in_deep_shadow():
    """A pencil of which only the tip lies in the light is found whole."""
    whole, paint = strip((10, 12), (17, 12), 0.3), strip((10.34, 12), (16, 12), 0.3)
    pose, parts = overhead(), [(ring(whole), BROWN, 0.15), (ring(paint), YELLOW, 0.15)]
    shade = _soft_mask(pose, box(12.4, 9, 19, 15), 3)[..., None]
    picture = (painted(pose, parts) * (1 - 0.68 * shade)).astype(np.uint8)

    things = things_on_table(picture, pose, table(ThingSpec("wall", YELLOW, 0.3)), [])

    assert [thing.kind for thing in things] == ["wall"]
    assert overlap(things[0].footprint, whole) > 0.6


@pytest.mark.xfail(strict=False, reason="known to be missed: see docs/roadmap.md")
@pytest.mark.parametrize("spots", [0, 60])
def test_a_road_in_a_noisy_picture(spots):
    """A road with edges frayed by noise is found, and is not as wide as spots of its colour."""
    pose, road, colour = overhead(), strip((6, 9), (30, 13), 2.0), "#b58550"
    places = [(x, y) for x in np.arange(3, 33, 1.5) for y in (4, 17, 19)][:spots]
    shapes = [
        (ring(shape), colour, 0) for shape in (road, *(Point(p).buffer(0.45) for p in places))
    ]
    noise = np.random.default_rng(1).normal(0, 16, (1080, 1920, 3))
    picture = np.clip(painted(pose, shapes) + noise, 0, 255).astype(np.uint8)

    things = things_on_table(picture, pose, table(ThingSpec("road", colour, 0.0)), [])

    assert [thing.kind for thing in things] == ["road"]
    assert overlap(things[0].footprint, road) > 0.9


def test_a_line_in_the_grain_is_no_pencil():
    """A thin line that differs a little from the desk is no wall though it has a wall's colour."""
    line = strip((12, 12), (16, 12), 0.25)

    things = seen([(ring(line), "#ae7a3c", 0)], ThingSpec("wall", "#ae7a3c", 0.3))

    assert not things


@pytest.mark.xfail(strict=False, reason="shapes compete; this one does not win yet")
def test_a_stripe_along_a_napkin_is_no_wall():
    """The pale stripe at a napkin's edge is no pencil, though the napkin was found without it."""
    napkin, stripe = box(8, 8, 13, 12.6), box(7.6, 8, 8, 12.6)

    things = seen(
        [(ring(napkin), GREEN, 0), (ring(stripe), GREY, 0)],
        ThingSpec("napkin", GREEN, 0.0),
        ThingSpec("wall", GREY, 0.3),
    )

    assert [thing.kind for thing in things] == ["napkin"]
