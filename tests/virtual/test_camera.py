"""Virtual cameras see the table as the contract lays it out."""

import numpy as np
import pytest

from calibration.camera_pose import CameraPose
from table.places import CameraXY, TableXY
from tests.virtual.camera import VirtualCamera, looking_down, random_camera


def over_the_middle() -> VirtualCamera:
    rng = np.random.default_rng(0)
    camera = random_camera(
        rng, size_wh=(1920, 1080), table_wh=(36.0, 24.0), tilt_deg=0.0, margin=0.05
    )
    return VirtualCamera(camera.lens, np.array([18.0, 12.0, 45.0]), looking_down(0, 0, 0))


@pytest.mark.parametrize(
    ("place", "right", "down"),
    [
        pytest.param((1.0, 1.0), False, False, id="the origin's corner is top left"),
        pytest.param((35.0, 1.0), True, False, id="x grows to the right"),
        pytest.param((1.0, 23.0), False, True, id="y grows down the picture"),
    ],
)
def test_frame(place, right, down):
    """The table lies in the picture as the players see it."""
    camera = over_the_middle()
    x, y = camera.pixels(np.array([[*place, 0.0]]))[0]

    assert (x > camera.lens.matrix[0, 2], y > camera.lens.matrix[1, 2]) == (right, down)


def test_height_moves_outward():
    """What is higher is seen farther from the middle."""
    camera = over_the_middle()
    low, high = camera.pixels(np.array([[34.0, 12.0, 0.0], [34.0, 12.0, 3.75]]))

    assert high[0] > low[0] + 40


def test_axes_are_left_handed():
    """Right, down and forward of a camera make a determinant of -1 in the table frame."""
    assert np.linalg.det(looking_down(4.0, -3.0, 2.0)) == pytest.approx(-1.0)


def test_agrees_with_the_programs_camera_pose():
    """The program's own pose of the same camera puts every point at the same pixel."""
    rng = np.random.default_rng(5)
    camera = random_camera(
        rng, size_wh=(1920, 1080), table_wh=(36.0, 24.0), tilt_deg=7.0, margin=0.03
    )
    flip = np.diag([1.0, 1.0, -1.0])  # OpenCV's z points into the table
    rotation = camera.axes @ flip
    pose = CameraPose(camera.lens, rotation, -camera.axes @ camera.position, 0.0)
    xy = np.array([[0.0, 0.0], [36.0, 0.0], [36.0, 24.0], [0.0, 24.0], [11.0, 5.0]])
    z = np.array([0.0, 1.0, 2.25, 3.75, 0.5])

    seen = camera.pixels(np.column_stack([xy, z]))
    assert pose.camera_from_table(TableXY(xy), z) == pytest.approx(seen, abs=1e-6)
    assert pose.table_from_camera(CameraXY(seen), z) == pytest.approx(xy, abs=1e-3)
    assert pose.eye == pytest.approx(tuple(camera.position), abs=1e-6)
