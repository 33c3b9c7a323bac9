"""Whether the camera stands still, told by small flat pictures."""

import numpy as np
import pytest

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from fixtures.recorded import recorded
from table.lens_file import read_lens
from table.table_file import read_table
from vision.hand import hand_cells
from vision.picture_file import read_picture
from vision.resting import changed_cells, resting
from vision.steady_camera import camera_is_steady

TURN = recorded("oak-turn")
SPEC, LENS = read_table(TURN.table), read_lens(TURN.camera)
PX_PER_IN = 50


@pytest.fixture(scope="module")
def first():
    """The first picture, its pose and the table at rest."""
    picture = read_picture(TURN.pictures[0])
    pose = table_pose(corner_markers(picture), SPEC, LENS, (1920, 1080))
    return picture, pose, resting(picture, pose, SPEC.width, SPEC.height)


def is_steady(first, picture):
    """What the check says of another picture."""
    _, pose, posed = first
    now = resting(picture, pose, SPEC.width, SPEC.height)
    return camera_is_steady(posed, now, SPEC, hand_cells(changed_cells(posed, now), posed, now))


def test_a_hand_is_no_push(first):
    """Every picture of a turn, hands and darker light included, is of a steady camera."""
    for path in TURN.pictures[::6]:
        assert is_steady(first, (read_picture(path) * 0.8).astype(np.uint8)), path.name


@pytest.mark.parametrize("inches", [0.08, 0.2, 1.0])
def test_a_push_is_noticed(first, inches):
    """A picture shifted by so many inches is not of a steady camera."""
    shift_px = round(inches * PX_PER_IN)

    assert not is_steady(first, np.roll(first[0], (shift_px, 0), axis=(0, 1)))


def test_a_pushed_marker_is_noticed(first):
    """One marker that was pushed, no hand near it, is reason to look again."""
    picture = first[0].copy()
    picture[:140, :400] = np.roll(picture[:140, :400], 6, axis=1)

    assert not is_steady(first, picture)
