"""From tags in the picture to men on the table: lifts, facings and what they stand on."""

import numpy as np
import pytest
from shapely import box

from calibration.camera_pose import CameraPose
from table.army import Army, Enlisted, Side, TagStyle
from table.directions import between_deg, step
from table.lens import Lens
from table.places import TablePoint
from table.scene import Thing
from tests.vision.tag_pictures import Paper, corners_px
from vision.men import order_places, soldiers_standing, topmost
from vision.tags.tags_seen import SeenTag

LENS = Lens((1920, 1080), np.array([[1500, 0, 960], [0, 1500, 540], [0, 0, 1.0]]), np.zeros(5))
POSE = CameraPose(LENS, np.eye(3), np.array([-18.0, -12.0, 40.0]), 0.0)
BOOK = Thing("book-1", "book", box(24, 8, 34, 16), 1.3)
MUG = Thing("mug-1", "mug", box(4, 4, 8, 8), 4.0, inverted=True)
ROAD = Thing("road-1", "road", box(10, 0, 13, 24), 0.0)
RIVER = Thing("river-1", "river", box(0, 10, 36, 12), 0.0)
BRIDGE = Thing("bridge-1", "bridge", box(9.5, 9.5, 13.5, 12.5), 0.0)


def seen(text, x, y, facing, height):
    """The tag as the camera sees it."""
    return SeenTag(text, corners_px(POSE, Paper(text, x, y, facing, height)), 1.0, 0.99, 0.02)


def army(**style):
    tag = TagStyle(**style)
    return Army(tag, (Side("red"),), (Enlisted("R01", "red", ("rifle",), tag=tag, base=1.2),))


def stand(tag, things=(), **style):
    (soldier,) = soldiers_standing([tag], army(**style), POSE, things)
    return soldier


def test_on_the_table():
    """The man stands behind his tag, facing where its top edge looks."""
    soldier = stand(seen("R01", 20.0, 10.0, 90.0, 0.0))

    assert (soldier.x, soldier.y) == pytest.approx((20.0, 9.25), abs=1e-6)
    assert between_deg(soldier.facing, 90.0) < 1e-6
    assert (soldier.elevation, soldier.on, soldier.base) == (0.0, None, 1.2)


def test_helmet():
    """A helmet tag at the table's edge, seen an inch too far out, is set back over the man."""
    tag = seen("R01", 35.0, 12.0, 0.0, 2.25)
    far = POSE.table_from_camera(tag.middle, 0.0)[0]

    soldier = stand(tag, height=2.25, figure=(0.0, 0.0))

    assert far[0] - 35.0 > 1.0
    assert (soldier.x, soldier.y) == pytest.approx((35.0, 12.0), abs=1e-6)


@pytest.mark.parametrize(
    ("thing", "x", "y"),
    [pytest.param(BOOK, 29.0, 12.0, id="book"), pytest.param(MUG, 6.0, 5.5, id="roof")],
)
def test_raised(thing, x, y):
    """A man on a thing is lifted by its height, and stands on it."""
    soldier = stand(seen("R01", x, y, 90.0, thing.height), (BOOK, MUG, ROAD))

    assert (soldier.x, soldier.y) == pytest.approx((x, y - 0.75), abs=1e-6)
    assert (soldier.elevation, soldier.on) == (thing.height, thing.id)


def test_before_a_book():
    """A man just beside a book is not lifted onto it."""
    soldier = stand(seen("R01", 23.0, 12.0, 180.0, 0.0), (BOOK,), figure=(-0.5, 0.0))

    assert (soldier.x, soldier.elevation, soldier.on) == (pytest.approx(23.5), 0.0, None)


def test_topmost():
    """A bridge lies over river and road, a book over all paper."""
    things = (ROAD, RIVER, BRIDGE)

    assert topmost(TablePoint(11, 11), things) is BRIDGE
    assert topmost(TablePoint(20, 11), things) is RIVER
    assert topmost(TablePoint(11, 20), things) is ROAD
    assert topmost(TablePoint(20, 20), things) is None
    assert topmost(TablePoint(30, 11), (*things, BOOK)) is BOOK


@pytest.mark.parametrize(("height", "things"), [(0.0, ()), (1.3, (BOOK,))])
def test_orders(height, things):
    """An order card's word loses its colon, and its place is on what it lies on."""
    (order,) = order_places([seen(":FIRE", 29.0, 12.0, 250.0, height)], POSE, things)

    assert order.order == "FIRE"
    assert (order.x, order.y) == pytest.approx((29.0, 12.0), abs=1e-6)
    assert between_deg(order.facing, 250.0) < 1e-6


def test_error():
    """The stated error grows with the tag's own and stays within a tenth of an inch when sharp."""
    sharp = stand(seen("R01", 30.0, 20.0, 0.0, 0.0)).error
    tag = seen("R01", 30.0, 20.0, 0.0, 0.0)
    rough = stand(SeenTag(tag.text, tag.quad, 1.0, 0.9, 3.0)).error

    assert 0.02 < sharp < 0.1
    assert rough > 3 * sharp


def test_figure_offset():
    """The figure's offset is the man's own: forward and to his right."""
    soldier = stand(seen("R01", 18.0, 12.0, 90.0, 0.0), figure=(-1.0, 0.5))
    there = step(TablePoint(18.0, 12.0), 90.0, -1.0, 0.5)

    assert (soldier.x, soldier.y) == pytest.approx((there.x, there.y), abs=1e-6)
    assert soldier.x == pytest.approx(17.5, abs=1e-6)
