"""Where the camera is: anchors from outside, and the way there and back."""

import numpy as np
import pytest

from calibration.camera_pose import CameraPose
from table.lens import Lens
from table.places import CameraXY, TableXY


def overhead(distortion=(0.0, 0.0, 0.0, 0.0, 0.0)):
    """A camera 40 inches straight above (18, 12), whose picture is the table's way up."""
    lens = Lens(
        (1920, 1080), np.array([[1500, 0, 960], [0, 1500, 540], [0, 0, 1.0]]), np.array(distortion)
    )
    return CameraPose(lens, np.eye(3), np.array([-18.0, -12.0, 40.0]), 0.0)


def test_middle():
    """The point below the camera is in the picture's middle at any height."""
    there = overhead().camera_from_table(
        TableXY(np.array([[18, 12], [18, 12]])), np.array([0.0, 5.0])
    )

    assert there == pytest.approx(np.array([[960, 540], [960, 540]]))


def test_eye():
    """The camera's centre is above the table: its height is positive."""
    assert overhead().eye == pytest.approx((18, 12, 40))


def test_height_moves_outward():
    """A helmet tag at the right edge looks farther right: 18 in out, 2.25 in high, 1.07 in off."""
    pose = overhead()
    pixel = pose.camera_from_table(TableXY(np.array([[36.0, 12.0]])), 2.25)

    assert pose.table_from_camera(pixel, 0.0) == pytest.approx(
        np.array([[36 + 18 * 2.25 / 37.75, 12]])
    )
    assert pose.table_from_camera(pixel, 2.25) == pytest.approx(np.array([[36, 12]]))


def test_down_the_picture():
    """Table y grows down the picture, table x to the right."""
    here, right, down = overhead().camera_from_table(
        TableXY(np.array([[10.0, 10], [11, 10], [10, 11]])), 0.0
    )

    assert right - here == pytest.approx(np.array([37.5, 0]))
    assert down - here == pytest.approx(np.array([0, 37.5]))


def test_there_and_back():
    """Pixels found from table points lead back to them, distortion included."""
    pose = overhead((-0.2, 0.05, 0.001, -0.0005, 0.0))
    places = TableXY(np.array([[1.0, 1], [35, 2], [20, 23], [18, 12]]))
    heights = np.array([0.0, 1.3, 2.25, 4.0])

    back = pose.table_from_camera(pose.camera_from_table(places, heights), heights)

    assert back == pytest.approx(places, abs=1e-6)


def test_fisheye_there_and_back():
    """The same for a fisheye that sees the table's corners 63 degrees off its axis."""
    matrix = np.array([[620, 0, 960], [0, 620, 540], [0, 0, 1.0]])
    lens = Lens((1920, 1080), matrix, np.array([0.04, -0.01, 0.003, 0.0]), is_fisheye=True)
    pose = CameraPose(lens, np.eye(3), np.array([-18.0, -12.0, 11.0]), 0.0)
    places = TableXY(np.array([[0.0, 0], [36, 0], [36, 24], [20, 10]]))

    seen = pose.camera_from_table(places, 0.0)

    assert ((seen > 0) & (seen < lens.size_wh)).all()
    assert pose.table_from_camera(seen, 0.0) == pytest.approx(places, abs=1e-6)


def test_pixels_per_inch():
    """An inch at 40 inches has 37.5 pixels, nearer to the camera more."""
    here = TableXY(np.array([[18.0, 12.0]]))

    assert overhead().pixels_per_inch(here, 0.0) == pytest.approx([37.5])
    assert overhead().pixels_per_inch(here, 10.0) == pytest.approx([50.0])


def test_one_pixel():
    """A single pixel gives a single place."""
    assert overhead().table_from_camera(CameraXY(np.array([[960.0, 540]])), 0.0).shape == (1, 2)
