"""The corner markers and the pose they give."""

import cv2
import numpy as np
import pytest

from calibration.camera_pose import CameraPose
from calibration.corner_markers import CornerMarkers, corner_markers, marker_places, markers_near
from calibration.table_pose import table_pose
from fixtures.recorded import recorded
from table.errors import UserError
from table.lens import Lens
from table.lens_file import read_lens
from table.places import TableXY
from table.table_file import read_table
from table.table_spec import TableSpec
from vision.pictures.picture_file import read_picture

SPEC = TableSpec(36.0, 24.0, 1.5)
SIZE_WH = (1920, 1080)
LENS = Lens(
    SIZE_WH,
    np.array([[1560, 0, 950], [0, 1558, 545], [0, 0, 1.0]]),
    np.array([-0.05, 0.01, 0.0002, -0.0003, 0.0]),
)


def true_pose(tilt=(0.08, -0.05, 0.02), eye=(17.0, 12.5, 42.0)):
    rotation, _ = cv2.Rodrigues(np.array(tilt))
    return CameraPose(LENS, rotation, -rotation @ np.array([eye[0], eye[1], -eye[2]]), 0.0)


def markers_seen(pose, noise_px=0.05, seed=3):
    noise = np.random.default_rng(seed)
    return CornerMarkers(
        {
            i: pose.camera_from_table(places, 0.0) + noise.normal(0, noise_px, (4, 2))
            for i, places in marker_places(SPEC).items()
        }
    )


def photographed(pose):
    """The four markers on grey paper, as the camera would see them, slightly blurred."""
    dots = 40
    plan = np.full((24 * dots, 36 * dots), 200, np.uint8)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for i, places in marker_places(SPEC).items():
        x, y = (places[0] * dots).astype(int)
        plan[y : y + 60, x : x + 60] = cv2.aruco.generateImageMarker(book, i, 60)
    xs, ys = np.meshgrid(np.arange(SIZE_WH[0]), np.arange(SIZE_WH[1]))
    pixels = np.column_stack([xs.ravel(), ys.ravel()]).astype(float)
    there = (pose.table_from_camera(pixels, 0.0) * dots - 0.5).astype(np.float32)
    picture = cv2.remap(plan, there.reshape(*xs.shape, 2), None, cv2.INTER_LINEAR, borderValue=200)
    return cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 0.8), cv2.COLOR_GRAY2BGR)


def worst_in(pose, truth, height_in):
    xs, ys = np.meshgrid(np.linspace(2, 34, 7), np.linspace(2, 22, 5))
    places = TableXY(np.column_stack([xs.ravel(), ys.ravel()]))
    back = pose.table_from_camera(truth.camera_from_table(places, height_in), height_in)
    return float(np.hypot(*(back - places).T).max())


def test_places():
    """Marker 2 is bottom right, its outer corner on the play area's corner."""
    assert marker_places(SPEC)[2][2] == pytest.approx((36, 24))
    assert marker_places(SPEC)[0][0] == pytest.approx((0, 0))
    assert marker_places(SPEC)[3][3] == pytest.approx((0, 24))


def test_corners_in_a_picture():
    """Corners come out within a tenth of a pixel of the truth."""
    truth = true_pose(tilt=(0.02, -0.03, 0.02))
    seen = corner_markers(photographed(truth))

    assert seen.found == (0, 1, 2, 3)
    for i, places in marker_places(SPEC).items():
        off = seen.corners[i] - truth.camera_from_table(places, 0.0)
        assert np.abs(off).max() < 0.1


def test_markers_far_from_the_pictures_corners():
    """A camera that looks past the table sees its markers where they are, too."""
    truth = true_pose(tilt=(0.02, -0.03, 0.02), eye=(10.0, 12.5, 55.0))
    seen = corner_markers(photographed(truth))

    assert seen.found == (0, 1, 2, 3)
    for i, places in marker_places(SPEC).items():
        off = seen.corners[i] - truth.camera_from_table(places, 0.0)
        assert np.abs(off).max() < 0.3


@pytest.mark.parametrize("missing", [None, 0, 1, 2, 3])
def test_pose_with_lens(missing):
    """With a lens, all four or any three markers give the table within 0.02 in."""
    truth = true_pose()
    seen = markers_seen(truth)
    left = CornerMarkers({i: c for i, c in seen.corners.items() if i != missing})

    pose = table_pose(left, SPEC, LENS, SIZE_WH)

    assert worst_in(pose, truth, 0.0) < 0.02
    assert worst_in(pose, truth, 2.25) < 0.03
    assert pose.focal_error == 0


def test_pose_without_lens():
    """Without a lens the focal length is estimated, and its stated error is honest."""
    truth = true_pose()
    pose = table_pose(markers_seen(truth), SPEC, None, SIZE_WH)

    assert worst_in(pose, truth, 0.0) < 0.05
    assert 0.005 < pose.focal_error < 0.1
    off = np.log(pose.lens.matrix[0, 0] / LENS.matrix[0, 0])
    assert abs(off) < 3 * pose.focal_error


def test_shining_paper():
    """Markers that look smaller than they are, as white paper shines over, move nothing."""
    truth = true_pose()
    shrunk = {
        i: c.mean(axis=0) + (c - c.mean(axis=0)) * 0.98
        for i, c in markers_seen(truth).corners.items()
    }

    assert worst_in(table_pose(CornerMarkers(shrunk), SPEC, LENS, SIZE_WH), truth, 0.0) < 0.02


def test_last_pose():
    """Where a hand covers two markers the last pose stands, if the other two agree with it."""
    truth = true_pose()
    seen = markers_seen(truth).corners
    two = CornerMarkers({0: seen[0], 1: seen[1]})

    assert table_pose(two, SPEC, LENS, SIZE_WH, last=truth) is truth
    with pytest.raises(UserError):
        table_pose(two, SPEC, LENS, SIZE_WH, last=true_pose(eye=(19.0, 12.5, 42.0)))


def test_too_few():
    """The error says which markers were seen, and which not and where they belong."""
    seen = markers_seen(true_pose()).corners

    with pytest.raises(UserError) as told:
        table_pose(CornerMarkers({0: seen[0], 3: seen[3]}), SPEC, LENS, SIZE_WH, where="photo.jpg")

    assert str(told.value).startswith(
        "photo.jpg: corner markers 0, 3 found, 1 (top right), 2 (bottom right) not;"
    )


def test_other_size():
    """A lens measured at another size is refused with both sizes."""
    with pytest.raises(UserError, match=r"1280 x 720.*1920 x 1080"):
        table_pose(markers_seen(true_pose()), SPEC, LENS, (1280, 720))


def test_other_table():
    """Markers that cannot lie as table.toml says are refused, not fitted anyhow."""
    with pytest.raises(UserError, match=r"table\.toml"):
        table_pose(markers_seen(true_pose()), TableSpec(24.0, 24.0, 1.5), LENS, SIZE_WH)


def test_markers_near_are_the_markers():
    """Looked for only where a known pose puts them, the markers are found to the same places."""
    files = recorded("lamp-hard")
    picture, spec = read_picture(files.photo), read_table(files.table)
    markers = corner_markers(picture)
    size_wh = (picture.shape[1], picture.shape[0])
    pose = table_pose(markers, spec, read_lens(files.camera), size_wh)

    near = markers_near(picture, pose, spec)

    assert near.found == (0, 1, 2, 3)
    for number, corners in near.corners.items():
        assert np.abs(corners - markers.corners[number]).max() < 0.05


def test_markers_far_from_where_they_were():
    """Where the camera was pushed far the whole picture is searched."""
    files = recorded("lamp-hard")
    picture, spec = read_picture(files.photo), read_table(files.table)
    size_wh = (picture.shape[1], picture.shape[0])
    pose = table_pose(corner_markers(picture), spec, read_lens(files.camera), size_wh)
    pushed = np.roll(picture, (20, -18), axis=(0, 1))
    pushed_far = np.roll(picture, (-30, 90), axis=(0, 1))

    for seen in (pushed, pushed_far):
        near, whole = markers_near(seen, pose, spec), corner_markers(seen)
        assert near.found == whole.found
        assert all(np.abs(near.corners[i] - whole.corners[i]).max() < 0.1 for i in near.found)


def test_small_markers_in_noise():
    """Markers of 26 pixels in a noisy picture, whose cells a detector misreads, are found."""
    pose = true_pose(eye=(17.0, 12.5, 90.0))
    noise = np.random.default_rng(5).normal(0, 14, (SIZE_WH[1], SIZE_WH[0], 3))
    soft = cv2.GaussianBlur(photographed(pose), (0, 0), 1.4)

    found = corner_markers(np.clip(soft * 0.7 + noise, 0, 255).astype(np.uint8))

    assert found.found == (0, 1, 2, 3)
    for i, places in marker_places(SPEC).items():
        assert np.abs(found.corners[i] - pose.camera_from_table(places, 0.0)).max() < 2.0


@pytest.mark.parametrize("faint", [0.2, 0.13])
def test_a_faint_marker_in_a_slanted_view(faint):
    """The fourth marker is found where a slant moves it away and light washes it out."""
    truth = true_pose(tilt=(0.4, 0.1, 0.02), eye=(20.0, -6.0, 48.0))
    picture = photographed(truth)
    there = truth.camera_from_table(marker_places(SPEC)[2], 0.0)
    (left, top), (right, bottom) = there.min(axis=0).astype(int), there.max(axis=0).astype(int)
    here = (slice(top - 8, bottom + 9), slice(left - 8, right + 9))
    picture[here] = (faint * picture[here] + (1 - faint) * 200).astype(np.uint8)

    seen = corner_markers(picture)

    assert seen.found == (0, 1, 2, 3)
    assert np.abs(seen.corners[2] - there).max() < 0.5
