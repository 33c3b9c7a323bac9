"""The radius that holds a man's true place: honest without a lens too."""

import numpy as np
import pytest

from calibration.camera_pose import CameraPose
from calibration.corner_markers import CornerMarkers, marker_places
from calibration.table_pose import table_pose
from table.lens import Lens
from table.places import TableXY
from table.table_spec import TableSpec
from tests.vision.tag_pictures import Paper, corners_px
from vision.place_error import place_errors_in
from vision.tags.tags_seen import SeenTag

SIZE_WH = (1920, 1080)
SPEC = TableSpec(36.0, 24.0)
PLACES = TableXY(np.array([(18, 12), (6, 5), (30, 18), (34, 2), (3, 20)], float))


def camera(focal_per_width):
    """A camera straight above the table's middle that just sees all of it."""
    focal = focal_per_width * SIZE_WH[0]
    matrix = np.array([[focal, 0, 959.5], [0, focal, 539.5], [0, 0, 1.0]])
    lens = Lens(SIZE_WH, matrix, np.array([-0.05, 0.01, 0.0, 0.0, 0.0]))
    return CameraPose(lens, np.eye(3), np.array([-18.0, -12.0, focal / 42.0]), 0.0)


def without_lens(true):
    """The pose that the corner markers alone give."""
    corners = {i: true.camera_from_table(xy, 0.0) for i, xy in marker_places(SPEC).items()}
    return table_pose(CornerMarkers(corners), SPEC, None, SIZE_WH)


def errors_and_radii(true, pose, height_in):
    """How far off tags at this height are placed, and how far they are said to be."""
    tags = [
        SeenTag("R01", corners_px(true, Paper("R01", x, y, 0.0, height_in)), 1.0, 0.99, 0.02)
        for x, y in PLACES
    ]
    heights = np.full(len(tags), height_in)
    middles = np.concatenate([tag.middle for tag in tags])
    placed = pose.table_from_camera(middles, heights)
    return np.hypot(*(placed - PLACES).T), place_errors_in(tags, placed, heights, pose)


@pytest.mark.parametrize("focal_per_width", [0.7, 0.76, 0.82, 0.88, 0.94])
@pytest.mark.parametrize("height_in", [0.0, 1.3, 2.25])
def test_truth_lies_inside(focal_per_width, height_in):
    """Whatever webcam it is and however high the tag, the true place is inside the radius."""
    true = camera(focal_per_width)

    errors, radii = errors_and_radii(true, without_lens(true), height_in)

    assert (errors < radii).all()


def test_doubt_grows_with_height():
    """Without a lens a helmet tag at the edge is in doubt, a tag on the table hardly."""
    pose = without_lens(camera(0.82))

    _, low = errors_and_radii(camera(0.82), pose, 0.0)
    _, high = errors_and_radii(camera(0.82), pose, 2.25)

    assert low.max() < 0.07
    assert high[3] > 2.5 * low[3]
    assert high[0] < 1.5 * low[0]


def test_a_known_lens_leaves_little_doubt():
    """With the lens known all radii are a few hundredths of an inch."""
    true = camera(0.82)

    _, radii = errors_and_radii(true, true, 2.25)

    assert radii.max() < 0.06
