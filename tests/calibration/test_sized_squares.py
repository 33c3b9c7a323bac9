"""A lens that nobody measured, by the sizes of tags: cameras with known truth."""

import numpy as np
import pytest

from calibration.camera_pose import CameraPose
from calibration.corner_markers import marker_places
from calibration.pose_fit import fitted_pose, fitted_pose_by_tags, moved_pose
from calibration.sized_squares import squares_of
from calibration.table_calibration import nine_points
from table.lens import Lens
from table.places import CameraXY, TableXY
from table.table_spec import TableSpec

SPEC = TableSpec(36.0, 24.0, 1.5)
SIZE_WH = (1920, 1080)
TAG_IN, HELMET_IN, BOOK_IN = 1.0, 2.25, 1.9


class Desk:
    """A webcam over a table: its markers and some men's tags, seen with a little noise."""

    def __init__(self, seed, worn_in, printed=1.0, raised=0):
        random = np.random.default_rng(seed)
        focal = random.uniform(1350, 1800)
        matrix = np.array([[focal, 0, 960 + random.normal(0, 8)], [0, focal, 540], [0, 0, 1.0]])
        bends = np.array([random.uniform(-0.12, 0.03), random.uniform(0, 0.03), 0, 0, 0])
        tilt = np.radians(random.uniform(-5, 5, 2))
        right = np.array([1, 0, -np.sin(tilt[0])])
        down = np.array([0, 1, -np.sin(tilt[1])])
        forward = np.cross(right, down)
        turn, _, back = np.linalg.svd(np.stack([right, down, forward]))
        rotation = turn @ back
        away = np.array([0, 0, focal * 36 / 1920 * 1.15])
        middle = rotation @ np.array([18.0, 12, 0])
        self.pose = CameraPose(Lens(SIZE_WH, matrix, bends), rotation, away - middle, 0.0)
        self.places = marker_places(SPEC)
        self.markers = {
            i: CameraXY(self.pose.camera_from_table(place, 0.0) + random.normal(0, 0.15, (4, 2)))
            for i, place in self.places.items()
        }
        self.heights = np.full(14, worn_in)
        spots = random.uniform((2, 2), (34, 22), (14, 2))
        turns = random.uniform(0, 2 * np.pi, 14)
        lifted = self.heights + np.where(np.arange(14) < raised, BOOK_IN, 0.0)
        sizes = TAG_IN * printed * np.exp(random.normal(0, 0.003, 14))
        self.quads = np.array(
            [
                self.pose.camera_from_table(TableXY(square(*one[:3])), one[3])
                for one in zip(spots, turns, sizes, lifted, strict=True)
            ]
        )

    def poses(self):
        """By the markers alone, and by the tags too."""
        alone = fitted_pose(self.markers, self.places, None, SIZE_WH)
        squares = squares_of(self.quads, np.full(14, TAG_IN), self.heights)
        raised = np.array([BOOK_IN])
        return alone, fitted_pose_by_tags(self.markers, self.places, squares, raised, SIZE_WH)

    def off_in(self, pose, height_in):
        """How far nine places at a height are off."""
        places = nine_points(SPEC.width, SPEC.height)
        seen = self.pose.camera_from_table(places, height_in)
        return np.linalg.norm(pose.table_from_camera(seen, height_in) - places, axis=1)


def square(spot, turn, size):
    """The corners of a square on the table."""
    rays = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size / 2
    sine, cosine = np.sin(turn), np.cos(turn)
    return spot + rays @ np.array([[cosine, sine], [-sine, cosine]])


def p95_in(height_in, **desk):
    """What 95 of 100 places stay within, over a dozen desks: markers alone, and tags too."""
    desks = [Desk(seed, **desk) for seed in range(12)]
    off = [[one.off_in(pose, height_in) for pose in one.poses()] for one in desks]
    return [float(np.percentile([pair[i] for pair in off], 95)) for i in (0, 1)]


@pytest.mark.parametrize("raised", [0, 5])
def test_helmet_tags_tell_the_distance(raised):
    """Tags worn high halve the error of places at that height, some men on books or none."""
    alone, by_tags = p95_in(HELMET_IN, worn_in=HELMET_IN, raised=raised)

    assert by_tags < 0.5 * alone


def test_flat_tags_do_not_spoil():
    """Tags on the table make places there no worse than the markers alone do."""
    alone, by_tags = p95_in(0.0, worn_in=0.0, raised=3)

    assert by_tags < 1.05 * alone
    assert by_tags < 0.045


def test_a_page_that_was_fitted():
    """Tags printed three percent too small do not drag the lens along."""
    alone, by_tags = p95_in(0.0, worn_in=0.0, printed=0.97)

    assert by_tags < 1.1 * alone


@pytest.mark.parametrize("number", range(14))
def test_how_sizes_follow_the_pose(number):
    """The slopes of the sizes are those that a small change of each of a pose's numbers shows."""
    desk, step = Desk(3, worn_in=HELMET_IN), 1e-5
    squares = squares_of(desk.quads, np.full(14, TAG_IN), desk.heights)
    change = step * np.eye(14)[number]

    after, before = (squares.off(moved_pose(desk.pose, way), 0.0) for way in (change, -change))

    slopes = squares.off_slopes(desk.pose)[:, number]
    assert slopes == pytest.approx((after - before) / (2 * step), rel=1e-3, abs=0.05)
