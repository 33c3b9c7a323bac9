"""Rendered tables show what their truth says, where it says."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
import zxingcpp

from tests.virtual.random_table import random_table
from tests.virtual.render import OTHER, exposed, render, render_empty
from tests.virtual.truth import px_per_module, truth_json
from tests.virtual.virtual_table import VirtualTable, moved

SMALL = {"size_wh": (960, 540), "table_wh": (20.0, 12.0)}


def quiet(virtual: VirtualTable) -> VirtualTable:
    """The same table through a good camera and with bare tags, so that small ones can be read."""
    sensor = replace(virtual.sensor, noise=0.003, blur_px=0.3, jpeg=95, motion_px=(0.0, 0.0))
    return replace(virtual, sensor=sensor, hand=None, figures=False)


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return quiet(random_table(3, "easy", surface="oak", helmets=False, men=5, **SMALL))


@pytest.fixture(scope="module")
def picture(table):
    return render(table)


def readings(picture):
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    big = cv2.resize(grey, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    return {code.text: code.position for code in zxingcpp.read_barcodes(big)}


def middle(position) -> np.ndarray:
    corners = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    return (np.mean([(c.x, c.y) for c in corners], axis=0) + 0.5) / 3 - 0.5


def test_corner_markers_are_where_the_contract_has_them(picture):
    """Marker 0 is top left, 1 top right, 2 bottom right, 3 bottom left."""
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(known).detectMarkers(picture)
    at = {
        int(i): np.reshape(c, (4, 2)).mean(axis=0)
        for i, c in zip(np.ravel(ids), corners, strict=True)
    }

    sides = {i: (bool(x > 480), bool(y > 270)) for i, (x, y) in at.items()}
    assert sides == {0: (False, False), 1: (True, False), 2: (True, True), 3: (False, True)}


def test_tags_are_read_where_the_camera_puts_them(table, picture):
    """A tag that is read lies within a pixel of its place seen through the camera."""
    read = readings(picture)
    men = [s for s in table.scene.soldiers if s.id in read]

    assert len(men) >= 3
    for man in men:
        pose = table.tags[man.id]
        expected = table.camera.pixels(np.array([[pose.x, pose.y, pose.z]]))[0]
        assert middle(read[man.id]) == pytest.approx(expected, abs=1.2)


@pytest.mark.parametrize(
    ("facing", "axis", "sign"),
    [
        pytest.param(0.0, 0, 1, id="facing 0 looks to the right"),
        pytest.param(90.0, 1, 1, id="facing 90 looks down the picture"),
        pytest.param(270.0, 1, -1, id="facing 270 looks up the picture"),
    ],
)
def test_the_tags_top_edge_is_the_facing(table, facing, axis, sign):
    """The tag's top edge lies toward where the man looks, and he stands behind it."""
    man = table.scene.soldiers[0]
    alone = replace(table, scene=replace(table.scene, soldiers=(man,), things=(), orders=()))
    turned = moved(alone, replace(man, x=10.0, y=6.0, facing=facing, elevation=0.0, on=None))

    at = readings(render(turned))[man.id]
    top = np.array([at.top_left.x + at.top_right.x, at.top_left.y + at.top_right.y]) / 2
    bottom = np.array([at.bottom_left.x + at.bottom_right.x, at.bottom_left.y + at.bottom_right.y])
    assert sign * (top - bottom / 2)[axis] > 30
    assert sign * ((turned.tags[man.id].x, turned.tags[man.id].y)[axis] - (10.0, 6.0)[axis]) > 0.7


def test_same_seed_same_picture(picture):
    """A table is the same every time it is drawn, noise included."""
    again = quiet(random_table(3, "easy", surface="oak", helmets=False, men=5, **SMALL))

    assert np.array_equal(render(again), picture)


def test_other_seed_other_table(table):
    """Another seed is another table."""
    other = random_table(4, "easy", surface="oak", helmets=False, men=5, **SMALL)

    assert other.scene != table.scene


def test_empty_table_keeps_corner_markers_alone(table):
    """The empty picture has the four markers and no tag."""
    empty = render_empty(table)
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)

    assert sorted(np.ravel(cv2.aruco.ArucoDetector(known).detectMarkers(empty)[1])) == [0, 1, 2, 3]
    assert not set(readings(empty)) & {s.id for s in table.scene.soldiers}


def test_a_mug_hides_the_tag_behind_it():
    """A tag at the far foot of a mug is hardly visible, one in the open is whole."""
    table = quiet(random_table(8, "easy", helmets=False, men=3, **SMALL))
    mug = next(t for t in table.scene.things if t.kind == "mug")
    centre, eye = mug.footprint.centroid, table.camera.position
    away = np.array([centre.x - eye[0], centre.y - eye[1]])
    away /= np.linalg.norm(away)
    reach = np.sqrt(mug.footprint.area / np.pi) + 0.55
    man = table.scene.soldiers[0]
    forward = float(np.degrees(np.arctan2(away[1], away[0])))
    x, y = np.array([centre.x, centre.y]) + away * (reach - 0.75)
    hidden = moved(table, replace(man, x=float(x), y=float(y), facing=forward, elevation=0.0))

    rows = truth_json(hidden, exposed(hidden).canvas)["soldiers"]
    share = {row["id"]: row["tag"]["visible"] for row in rows}
    assert share[man.id] < 0.75
    assert max(share.values()) == 1.0


def test_what_stands_leans_outward(table):
    """A mug covers more of the picture on the side away from the camera's foot point."""
    mug_at = next(i for i, t in enumerate(table.scene.things) if t.kind == "mug")
    mug = table.scene.things[mug_at]
    canvas = exposed(replace(table, scene=replace(table.scene, soldiers=()))).canvas
    rows, cols = np.nonzero(canvas.owner == OTHER + 1 + mug_at)
    centre = mug.footprint.centroid
    foot = canvas.dots_of(np.array([[centre.x, centre.y, 0.0]]))[0]
    under = canvas.dots_of(np.array([[*table.camera.position[:2], 0.0]]))[0]

    lean = np.array([cols.mean(), rows.mean()]) - foot
    assert lean @ (foot - under) > 0


def test_raised_tags_are_larger(table):
    """A tag worn on the helmet is nearer the camera than one on the table."""
    low = table.tags[table.scene.soldiers[0].id]
    high = replace(low, z=2.25)

    assert px_per_module(table, high, 1.0) > 1.05 * px_per_module(table, low, 1.0)
