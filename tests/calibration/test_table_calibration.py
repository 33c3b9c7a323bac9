"""The table's pose: remembered, checked against the stated size, watched while playing."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.camera_watch import watched
from calibration.corner_drag import CornerDrag, first_corners, pose_by_hand
from calibration.corner_markers import CornerMarkers, marker_places
from calibration.table_calibration import (
    TableCalibration,
    nine_points,
    read_calibration,
    residual_in,
    write_calibration,
)
from calibration.table_pose import table_pose
from calibration.table_shape import check_layout, implied_size_in
from table.errors import UserError
from table.places import CameraPixel, TableXY
from tests.calibration.posed import LENS, SPEC, pose_at, seen_from


def test_file(tmp_path):
    """A saved calibration comes back as it was: same lens, same pose, same table."""
    path = tmp_path / "calibration.json"
    write_calibration(TableCalibration(pose_at(), 36.0, 24.0), path)
    back = read_calibration(path)
    places = nine_points(36.0, 24.0)

    assert back.fits(SPEC)
    assert not back.fits(replace(SPEC, width=30.0))
    assert back.pose.lens.size_wh == (1920, 1080)
    assert back.pose.camera_from_table(places, 1.0) == pytest.approx(
        pose_at().camera_from_table(places, 1.0)
    )


def test_file_same_bytes(tmp_path):
    """The same calibration writes the same bytes: there is no date in it."""
    for name in ("a.json", "b.json"):
        write_calibration(TableCalibration(pose_at(), 36.0, 24.0), tmp_path / name)

    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        pytest.param('"rotation"', '"rotazione"', "has no rotation", id="field missing"),
        pytest.param('"spotter_calibration": 1', '"spotter_calibration": 9', "version", id="newer"),
        pytest.param('"residual_px": 0.1', '"residual_px": "x"', "damaged", id="a word"),
        pytest.param('"translation": [', '"translation": [1.0,', "damaged", id="one too many"),
        pytest.param("{", "[", "is not JSON", id="no JSON"),
    ],
)
def test_damaged_file(old, new, says, tmp_path):
    """A damaged calibration is refused in a line that says how to make it again."""
    path = tmp_path / "calibration.json"
    write_calibration(TableCalibration(pose_at(), 36.0, 24.0), path)
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(UserError, match=says):
        read_calibration(path)


def test_nine_points():
    """Nine places, the first near the top left, the last near the bottom right."""
    places = nine_points(36.0, 24.0)

    assert tuple(places[0]) == pytest.approx((3.6, 2.4))
    assert tuple(places[4]) == pytest.approx((18, 12))
    assert tuple(places[8]) == pytest.approx((32.4, 21.6))


def test_residual_in():
    """A tenth of a pixel at 37 pixels to the inch is 0.003 in."""
    assert residual_in(pose_at(), SPEC) == pytest.approx(0.0027, abs=0.0003)


@pytest.mark.parametrize("lens", [LENS, None], ids=["lens known", "no lens"])
def test_implied_size(lens):
    """The markers alone tell the table's size, whatever the player wrote."""
    wrote = replace(SPEC, width=30.0, height=30.0)
    width, height = implied_size_in(seen_from(pose_at()), wrote, lens)

    assert width == pytest.approx(36.0, rel=0.03)
    assert width / height == pytest.approx(1.5, rel=0.02)


@pytest.mark.parametrize(
    "wrote",
    [
        pytest.param(replace(SPEC, width=33.0), id="measured between the markers"),
        pytest.param(replace(SPEC, width=24.0, height=36.0), id="width and height swapped"),
        pytest.param(replace(SPEC, corner_marker=1.25), id="other markers printed"),
    ],
)
def test_wrong_size(wrote):
    """A size that does not fit the markers' shape is refused with the size that would."""
    with pytest.raises(UserError, match=r"table of about .* inches, table\.toml says"):
        check_layout(seen_from(pose_at()), wrote, LENS, "photo.jpg")


def test_right_size():
    """The right size passes, with a lens and without."""
    check_layout(seen_from(pose_at()), SPEC, LENS, "photo.jpg")
    check_layout(seen_from(pose_at()), SPEC, None, "photo.jpg")


@pytest.mark.parametrize(
    "wrote",
    [
        pytest.param(replace(SPEC, width=24.0, height=36.0), id="width and height swapped"),
        pytest.param(replace(SPEC, width=30.0), id="one side measured wrongly"),
        pytest.param(replace(SPEC, width=91.4, height=61.0), id="centimetres"),
    ],
)
def test_another_table_without_a_lens(wrote):
    """A lens that is not known does not bend until a table of another size fits."""
    with pytest.raises(UserError, match=r"photo.jpg: .* table of about 36\.. x 24\.. inches"):
        table_pose(seen_from(pose_at()), wrote, None, LENS.size_wh, where="photo.jpg")


@pytest.mark.parametrize("pushed", [(1, 0), (-2, -1), (-4, -4), (4, -4)])
def test_a_pushed_marker_is_no_other_table(pushed):
    """Without a lens a marker that was pushed aside is left out; no other size is read from it."""
    seen = dict(seen_from(pose_at()).corners)
    seen[2] = pose_at().camera_from_table(TableXY(marker_places(SPEC)[2] + pushed), 0.0)

    assert table_pose(CornerMarkers(seen), SPEC, None, LENS.size_wh).eye[2] > 0


def test_markers_in_wrong_corners():
    """Two markers exchanged are said to be in the wrong corners."""
    seen = dict(seen_from(pose_at()).corners)
    seen[1], seen[3] = seen[3], seen[1]
    with pytest.raises(UserError, match="not in their corners"):
        check_layout(CornerMarkers(seen), SPEC, LENS, "photo.jpg")


def test_marker_turned():
    """A marker laid down sideways is named."""
    seen = dict(seen_from(pose_at()).corners)
    seen[2] = np.roll(seen[2], 1, axis=0)
    with pytest.raises(UserError, match=r"corner marker 2 \(bottom right\) is turned"):
        check_layout(CornerMarkers(seen), SPEC, LENS, "photo.jpg")


def test_camera_still():
    """A camera that nobody touched is still, noise or not."""
    found = watched(pose_at(), SPEC, seen_from(pose_at()))

    assert found.what == "still"
    assert found.sentence == ""
    assert found.pose.translation == pytest.approx(pose_at().translation)


def test_camera_nudged():
    """A nudged camera is noticed, told in inches, and the new pose is right to 0.03 in."""
    now = pose_at(tilt=(0.085, -0.045, 0.02), eye=(17.1, 12.5, 42.0))
    found = watched(pose_at(), SPEC, seen_from(now))
    places = nine_points(36.0, 24.0)
    off = found.pose.table_from_camera(now.camera_from_table(places, 0.0), 0.0) - places

    assert found.what == "camera"
    assert found.sentence == f"camera moved - {found.moved_in:.1f} in"
    assert 0.1 < found.moved_in < 0.6
    assert np.abs(off).max() < 0.03


def test_camera_that_sinks():
    """So little is told as what it is, not as nothing."""
    found = watched(pose_at(), SPEC, seen_from(pose_at(eye=(17.04, 12.5, 42.0))), 0.02)

    assert found.what == "camera"
    assert found.sentence == "camera moved - less than 0.1 in"


def test_marker_pushed():
    """One marker pushed aside is told from a moved camera, and the pose stays good without it."""
    seen = dict(seen_from(pose_at()).corners)
    seen[1] = pose_at().camera_from_table(
        TableXY(marker_places(SPEC)[1] + np.array([0.0, 0.4])), 0.0
    )
    found = watched(pose_at(), SPEC, CornerMarkers(seen))
    places = nine_points(36.0, 24.0)
    off = found.pose.table_from_camera(pose_at().camera_from_table(places, 0.0), 0.0) - places

    assert found.what == "marker"
    assert found.sentence == "corner marker 1 (top right) moved - 0.4 in"
    assert np.abs(off).max() < 0.05


def test_two_markers_left():
    """With two markers in sight a nudge is noticed, and that nobody knows where the camera is."""
    now = pose_at(eye=(17.4, 12.5, 42.0))
    found = watched(pose_at(), SPEC, seen_from(now, only=(0, 2)))

    assert found.what == "lost"
    assert "corner markers 1 (top right), 3 (bottom left)" in found.sentence


def test_no_markers():
    """Without markers in sight nothing is claimed."""
    assert watched(pose_at(), SPEC, CornerMarkers({})).what == "unseen"


def test_drag():
    """Pressing near a corner holds it, moving drags it, releasing lets it go."""
    start = first_corners((1000, 800))
    held = start.pressed(CameraPixel(160, 130))
    dragged = held.moved(CameraPixel(100, 90)).released().moved(CameraPixel(0, 0))

    assert held.held == 0
    assert dragged.corners[0] == CameraPixel(100, 90)
    assert dragged.corners[1:] == start.corners[1:]
    assert start.pressed(CameraPixel(500, 400)).held is None


@pytest.mark.parametrize("lens", [LENS, None], ids=["lens known", "no lens"])
def test_pose_by_hand(lens):
    """Corners pointed out by hand give a pose that puts the play area there."""
    corners = TableXY(np.array([(0, 0), (36, 0), (36, 24), (0, 24)], float))
    pixels = pose_at().camera_from_table(corners, 0.0)
    drag = CornerDrag(tuple(CameraPixel(float(x), float(y)) for x, y in pixels))
    pose = pose_by_hand(drag, SPEC, lens, (1920, 1080))

    assert pose.camera_from_table(corners, 0.0) == pytest.approx(pixels, abs=1.0)
    middle = pose_at().camera_from_table(TableXY(np.array([[18.0, 12.0]])), 0.0)
    assert pose.table_from_camera(middle, 0.0) == pytest.approx(np.array([[18, 12]]), abs=0.15)


def test_corners_crossed():
    """Corners given in the wrong order are refused with the right one."""
    start = first_corners((1000, 800)).corners
    with pytest.raises(UserError, match="top left, top right"):
        pose_by_hand(CornerDrag((start[0], start[2], start[1], start[3])), SPEC, LENS, (1920, 1080))
