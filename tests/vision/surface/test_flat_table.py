"""The flat table: frames and heights."""

import numpy as np
import pytest

from table.places import TableXY
from tests.vision.painted import overhead
from vision.surface.flat_table import FlatTable, flat_picture, flat_table, reached_cells


def test_a_rim_leans_away_from_the_camera():
    """A point 4 in high, 10 in right of the camera's foot, is seen 11.1 in right of it."""
    flat = FlatTable(36, 24, (18.0, 12.0, 40.0), 16)

    seen = flat.seen_from_table(TableXY(np.array([28.0, 12.0])), 4.0)

    assert seen == pytest.approx([18 + 10 * 40 / 36, 12])


def test_footprint_of_what_is_seen():
    """What is seen at a height comes back to where it stands."""
    flat = FlatTable(36, 24, (15.0, 9.0, 40.0), 16)
    place = np.array([[30.0, 20.0], [3.0, 2.0]])

    back = flat.table_from_seen(flat.seen_from_table(TableXY(place), 3.75), 3.75)

    assert back == pytest.approx(place)


def test_cell_centres_are_whole_numbers():
    """The play area's corner is half a cell before the centre of its first cell."""
    flat = FlatTable(36, 24, (18.0, 12.0, 40.0), 16, margin_in=2.0)

    assert flat.cells_from_seen(np.array([0.0, 0.0])) == pytest.approx([31.5, 31.5])


def test_flat_picture_puts_inches_where_they_belong():
    """A white square inch in the picture is a white square inch on the grid."""
    pose = overhead()
    picture = np.zeros((1080, 1920, 3), np.uint8)
    (left, top), (right, bottom) = pose.camera_from_table(
        TableXY(np.array([[10.0, 5], [11, 6]])), 0
    )
    picture[round(top) : round(bottom), round(left) : round(right)] = 255
    grid = flat_table(pose, 36, 24, 32)

    flat, reached = flat_picture(picture, pose, grid), reached_cells(pose, grid)

    rows, columns = np.nonzero(flat[..., 0] > 127)
    middle = grid.seen_from_cells(np.array([columns.mean(), rows.mean()]))
    assert middle == pytest.approx([10.5, 5.5], abs=0.03)
    assert len(rows) == pytest.approx(32 * 32, rel=0.05)
    assert reached[grid.size_wh[1] // 2, grid.size_wh[0] // 2] == 255
