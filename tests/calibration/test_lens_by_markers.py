"""The lens without a board: pictures of the table's own markers, taken from different sides."""

import cv2
import numpy as np
import pytest

from calibration.camera_pose import CameraPose
from calibration.corner_markers import CornerMarkers, marker_places
from calibration.lens_by_markers import is_another_view, lens_by_markers
from table.errors import UserError
from table.lens import Lens
from table.lens_file import read_lens
from table.places import CameraXY, TableXY
from table.table_spec import TableSpec
from tests.calibration.board_photos import DOTS, LENS, photo
from tests.spotter.running import ended

SPEC = TableSpec(36.0, 24.0, 1.5)
SIZE_WH = (1920, 1080)
LAID_IN = 0.02  # how exactly markers are laid in their corners
SHRUNK = 0.012
SLANTS = ((25, 30), (30, 130), (35, 250), (28, 310), (33, 80))  # degrees off plumb, and from where


def aslant(slant_deg, from_deg, away_in):
    """Rotation and translation of a camera that looks at the table's middle from a side."""
    slant, side = np.radians([slant_deg, from_deg])
    middle = np.array([18.0, 12.0, 0.0])
    back = np.array([np.sin(slant) * np.cos(side), np.sin(slant) * np.sin(side), -np.cos(slant)])
    right = np.array([1.0, 0, 0]) - back * back[0]
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(-back, right), -back])
    return rotation, -rotation @ (middle + away_in * back)


def random_lens(random):
    """A webcam's."""
    focal = random.uniform(1350, 1800)
    off = random.normal(0, 8, 2)
    matrix = np.array([[focal, 0, 960 + off[0]], [0, focal, 540 + off[1]], [0, 0, 1]])
    return Lens(
        SIZE_WH, matrix, np.array([random.uniform(-0.12, 0.03), random.uniform(0, 0.03), 0, 0, 0])
    )


def seen_markers(lens, slants, random):
    """Markers that lie not quite in their corners, as pictures from different sides show them."""
    places = marker_places(SPEC)
    middles = {i: places[i].mean(axis=0) + random.normal(0, LAID_IN, 2) for i in places}
    spokes = {i: (places[i] - places[i].mean(axis=0)) * (1 - SHRUNK) for i in places}
    for slant in slants:
        away_in = lens.matrix[0, 0] * 36 / SIZE_WH[0] * random.uniform(1.2, 1.5)
        pose = CameraPose(lens, *aslant(*slant, away_in), 0.0)
        yield CornerMarkers(
            {
                i: CameraXY(
                    pose.camera_from_table(TableXY(middles[i] + spokes[i]), 0.0)
                    + random.normal(0, 0.15, (4, 2))
                )
                for i in places
            }
        )


@pytest.mark.parametrize("cameras", [3, pytest.param(12, marks=pytest.mark.slow)])
def test_focal_length_and_its_error(cameras):
    """Five pictures tell the focal length to 1 % and bending to 0.02, as the stated errors say."""
    focal_off, bend_off = [], []
    for seed in range(cameras):
        random = np.random.default_rng(seed)
        lens = random_lens(random)
        fit = lens_by_markers([*seen_markers(lens, SLANTS, random)], SPEC, SIZE_WH)
        focal_off.append((np.log(fit.lens.matrix[0, 0] / lens.matrix[0, 0]), fit.focal_error))
        bend_off.append((fit.lens.distortion[0] - lens.distortion[0], fit.bend_error))

    for off, most in ((np.array(focal_off), 0.01), (np.array(bend_off), 0.02)):
        assert np.abs(off[:, 0]).max() < most
        assert np.mean(np.abs(off[:, 0]) < 2 * off[:, 1]) >= 0.8


def test_pictures_straight_down_tell_nothing():
    """Pictures from above alone are refused, with what to do."""
    random = np.random.default_rng(1)
    seen = [*seen_markers(random_lens(random), [(3, 10), (4, 100), (2, 220), (4, 300)], random)]
    with pytest.raises(UserError, match="more aslant"):
        lens_by_markers(seen, SPEC, SIZE_WH)


def test_too_few_pictures():
    """Two pictures are refused with how many it takes, and the same one twice counts once."""
    random = np.random.default_rng(1)
    seen = [*seen_markers(random_lens(random), SLANTS[:2], random)]

    assert is_another_view(seen[1], seen[:1], SIZE_WH)
    assert not is_another_view(seen[0], seen[:1], SIZE_WH)
    with pytest.raises(UserError, match=r"it takes 3 different pictures at least.*there are 2"):
        lens_by_markers(seen, SPEC, SIZE_WH)


def table_paper():
    """The table from above, its markers in their corners."""
    paper = np.full((round(25 * DOTS), round(37 * DOTS)), 200, np.uint8)
    side = round(SPEC.corner_marker * DOTS)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, place in marker_places(SPEC).items():
        left, top = np.round((np.asarray(place)[0] + 0.5) * DOTS).astype(int)
        marker = cv2.aruco.generateImageMarker(book, number, side)
        paper[top - 30 : top + side + 30, left - 30 : left + side + 30] = 255
        paper[top : top + side, left : left + side] = marker
    return paper


@pytest.mark.slow
def test_from_photos(tmp_path):
    """Five photos of a bare table give camera.yaml, with its error said."""
    paper = table_paper()
    (tmp_path / "photos").mkdir()
    (tmp_path / "table.toml").write_text(
        "[table]\nwidth = 36.0\nheight = 24.0\ncorner_marker = 1.5\n"
    )
    for number, slant in enumerate(SLANTS):
        picture = photo(paper, *aslant(*slant, 42.0), lens=LENS, seed=number)
        cv2.imwrite(str(tmp_path / "photos" / f"{number}.png"), picture)
    words = ("calibrate", "camera", "photos", "--markers", "--table", "table.toml")
    done = ended(*words, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert "from different sides: 5" in done.stdout
    assert "standard error" in done.stdout
    lens = read_lens(tmp_path / "camera.yaml")
    assert lens.matrix[0, 0] == pytest.approx(LENS.matrix[0, 0], rel=0.02)


def test_needs_the_table(tmp_path):
    """Without the table's size it is refused."""
    (tmp_path / "photos").mkdir()
    cv2.imwrite(str(tmp_path / "photos" / "0.png"), np.full((90, 160), 200, np.uint8))
    done = ended("calibrate", "camera", "photos", "--markers", cwd=tmp_path)

    assert done.returncode == 2
    assert "name table.toml" in done.stderr
