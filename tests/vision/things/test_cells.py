"""The cells that tell a picture of the table."""

import cv2
import numpy as np
import pytest

from calibration.camera_pose import CameraPose
from table.lens import Lens
from table.table_spec import ThingSpec
from tests.vision.painted import GREEN, PAPER, overhead, painted, table
from vision.things.cells import cells_of


@pytest.mark.parametrize(("width", "finer"), [(1920, False), (960, True), (1440, True)])
def test_cells_are_no_finer_than_what_the_picture_shows(width, finer):
    """Of a small picture there are fewer cells: two of its pixels to the side of each at least."""
    pose, times = overhead(), width / 1920
    picture = painted(pose, [([(8, 6), (15, 6), (15, 12), (8, 12)], GREEN, 0.0)])
    small = cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_AREA)
    lens = Lens(small.shape[1::-1], pose.lens.matrix * [[times], [times], [1]], np.zeros(5))
    spec = table(ThingSpec("napkin", GREEN, 0.0), ThingSpec("book", PAPER, 1.0))

    cells = cells_of(small, CameraPose(lens, np.eye(3), pose.translation, 0.0), spec, [], None)

    usual = cells_of(picture, pose, spec, [], None).flat.px_per_in
    assert (cells.flat.px_per_in < usual) == finer
    assert cells.flat.px_per_in <= 40.0 * times / 2 + 1e-6
