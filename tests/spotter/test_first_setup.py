"""The whole first-time set-up from outside, on a virtual camera: print, calibrate, verify.

The board that is photographed is the one that `spotter print` made; the projector is a secret
map; everything else goes through the command line and its files.
"""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from calibration.boards import Board
from calibration.paper import MARGIN_IN, page_for
from calibration.projector_file import read_projector
from calibration.projector_patterns import dots_picture
from calibration.table_calibration import nine_points, read_calibration
from table.lens_file import read_lens, write_lens
from tests.calibration.board_photos import DOTS, HOLDS, held, photo
from tests.calibration.virtual_projector import (
    PROJECTOR_WH,
    SPEC,
    VirtualProcam,
    camera_pose,
    error_in,
    secret_map,
)
from tests.spotter.phone_camera import phone_camera
from tests.spotter.running import NO_SIGNALS, ended, stopped_at_work

ROOT = Path(__file__).parents[2]
BOARD = Board()
TABLE = """
[table]
width = 36.0
height = 24.0
corner_marker = 1.5
[[thing]]
kind = "mug"
colour = "#b03030"
height = 3.75
[[thing]]
kind = "napkin"
colour = "#2f7d3a"
height = 0.0
"""
ARMY = """
[tags]
size = 1.0
[[side]]
name = "red"
[[soldier]]
id = "R01"
side = "red"
weapons = ["rifle"]
"""


def spotter(folder, *words, exit_code=0):
    """Run the program in a folder as a player does."""
    done = ended(*words, cwd=folder)
    assert done.returncode == exit_code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def printed_board(path):
    """The board cut out of the printed page, with half an inch of paper round it."""
    page = page_for("a4")
    grey = pypdfium2.PdfDocument(path)[0].render(scale=DOTS / 72, grayscale=True).to_numpy()
    left = MARGIN_IN + (page.room_wh_in[0] - BOARD.columns * BOARD.square_in) / 2
    x, y = round(left * DOTS), round(MARGIN_IN * DOTS)
    width, height = BOARD.columns * DOTS, BOARD.rows * DOTS
    board = grey.reshape(grey.shape[:2])[y : y + height, x : x + width]
    return cv2.copyMakeBorder(board, *[DOTS // 2] * 4, cv2.BORDER_CONSTANT, value=255)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with table.toml, army.toml and what the virtual camera took."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "table.toml").write_text(TABLE)
    (folder / "army.toml").write_text(ARMY)
    procam = VirtualProcam(secret_map(), ambient=2.0, gain=80.0, laid=False)
    cv2.imwrite(str(folder / "bare.png"), procam.picture(np.zeros((1080, 1920, 3), np.uint8)))
    return folder


@pytest.mark.slow
def test_whole_setup(desk):
    """Print, camera, table, verify, projector: every step works on the files of the last."""
    for sheet in ("tags", "corners", "board", "cards"):
        spotter(desk, "print", sheet, "--army", "army.toml", "--paper", "a4", "--rules", "lgam")
    _photograph_board(desk)

    told = spotter(desk, "calibrate", "camera", "views", "--table", "table.toml").stdout
    assert "pixels: 0.0" in told
    lens = read_lens(desk / "camera.yaml")
    assert lens.matrix[0, 0] == pytest.approx(1500, rel=0.01)

    spotter(desk, "calibrate", "table", "bare.png", "--camera", "camera.yaml")
    pose = read_calibration(desk / "calibration.json").pose
    places = nine_points(SPEC.width, SPEC.height)
    off = pose.table_from_camera(camera_pose().camera_from_table(places, 0.0), 0.0) - places
    assert np.abs(off).max() < 0.1
    assert cv2.imread(str(desk / "empty.jpg")).shape == (1080, 1920, 3)

    words = ("verify", "bare.png", "--camera", "camera.yaml", "--army", "army.toml", "--json")
    verified = json.loads(spotter(desk, *words, "--calibration", "calibration.json").stdout)
    assert len(verified["nine_points"]) == 9
    assert max(point["error"] for point in verified["nine_points"]) < 0.1

    procam = _calibrated_projector(desk, "camera.yaml")
    _measured_again(desk, procam)


def test_projector_by_photos(desk):
    """Patterns shown and photographed one by one give the projector's map to 0.15 in."""
    write_lens(camera_pose().lens, desk / "known.yaml")
    _calibrated_projector(desk, "known.yaml")


def _photograph_board(desk):
    (desk / "views").mkdir()
    paper, lens = printed_board(desk / "board.pdf"), camera_pose().lens
    for number, hold in enumerate(HOLDS[:9]):
        picture = photo(paper, *held(BOARD, *hold), lens=lens, seed=number)
        cv2.imwrite(str(desk / "views" / f"{number:02d}.jpg"), picture)


def _calibrated_projector(desk, lens):
    """Pattern by pattern, as a projector on another machine would show them."""
    procam = VirtualProcam(secret_map(), ambient=0.8)
    spotter(desk, "calibrate", "projector", "--patterns", "patterns")
    shutil.rmtree(desk / "seen", ignore_errors=True)
    (desk / "seen").mkdir()
    for number, path in enumerate(sorted((desk / "patterns").iterdir())):
        seen = procam.picture(cv2.imread(str(path)), number)
        cv2.imwrite(str((desk / "seen" / path.name).with_suffix(".jpg")), seen)
    spotter(desk, "calibrate", "projector", "seen", "--camera", lens)
    fit = read_projector(desk / "projector.json")
    errors = error_in(fit.projector_from_table, procam.projector_from_table)
    assert errors.mean() < 0.05
    assert errors.max() < 0.15
    return procam


def _measured_again(desk, procam):
    """Where nothing was moved it is said; after a push the push is said."""
    words = ("calibrate", "projector", "seen", "--camera", "camera.yaml")
    fit = read_projector(desk / "projector.json")
    places = nine_points(SPEC.width, SPEC.height)
    dots = procam.picture(dots_picture(fit.projector_from_table, places, PROJECTOR_WH), 7)
    cv2.imwrite(str(desk / "seen" / "4_dots.jpg"), dots)
    again = spotter(desk, *words).stdout
    assert "worst 0.0" in again
    assert "the projector has not been moved" in again
    _push_projector(desk, words)


def _push_projector(desk, words):
    """Measured again after it was pushed, it is said to have been."""
    pushed = VirtualProcam(secret_map(seed=8), ambient=0.8)
    for number, path in enumerate(sorted((desk / "patterns").iterdir())):
        seen = pushed.picture(cv2.imread(str(path)), number)
        cv2.imwrite(str((desk / "seen" / path.name).with_suffix(".jpg")), seen)
    (desk / "seen" / "4_dots.jpg").unlink()
    told = spotter(desk, *words).stdout
    assert "the projector was moved: light falls up to" in told
    assert told.count("sure to") == 10


def test_phone_as_camera(desk):
    """A phone's address works where a camera does: the table is calibrated from its stream."""
    write_lens(camera_pose().lens, desk / "lens.yaml")
    with phone_camera(picture=cv2.imread(str(desk / "bare.png"))) as phone:
        words = (
            "calibrate",
            "table",
            phone.url,
            "--camera",
            "lens.yaml",
            "-o",
            "phone.json",
        )
        told = spotter(desk, *words, "--empty", "phone.png").stdout

    assert "the camera is 40." in told
    assert "in the phone's camera app, lock focus and exposure" in told
    assert read_calibration(desk / "phone.json").pose.eye[2] == pytest.approx(40, abs=0.2)


def test_corners_by_hand(desk):
    """Without markers four pixels do: the play area lies where they say."""
    corners = camera_pose().camera_from_table(np.array([(0, 0), (36, 0), (36, 24), (0, 24)]), 0.0)
    given = [f"{x:.1f},{y:.1f}" for x, y in corners]
    spotter(desk, "calibrate", "table", "bare.png", "--corners", *given, "-o", "hand.json")
    pose = read_calibration(desk / "hand.json").pose
    middle = camera_pose().camera_from_table(np.array([[18.0, 12.0]]), 0.0)

    assert pose.table_from_camera(middle, 0.0) == pytest.approx(np.array([[18, 12]]), abs=0.15)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(("calibrate", "camera", "nowhere"), "nowhere: no such", id="no source"),
        pytest.param(("calibrate", "camera", "bare.png"), "0 good views", id="no board"),
        pytest.param(
            ("calibrate", "table", "nothing.png"), "no corner marker found", id="no markers"
        ),
        pytest.param(
            ("calibrate", "projector", "bare.png"), "1 of the 4 pictures it takes", id="too few"
        ),
        pytest.param(
            ("verify", "bare.png", "--table", "none.toml"), "none.toml: no such", id="no table"
        ),
        pytest.param(("print", "tags", "--army", "none.toml"), "none.toml: no such", id="no army"),
        pytest.param(
            ("calibrate", "camera", "bare.png", "--board", "x"), "--board", id="bad board"
        ),
        pytest.param(
            ("calibrate", "camera", "bare.png", "--square", "0"), "--square", id="no square"
        ),
    ],
)
def test_mistakes(desk, words, says):
    """What a player gets wrong is said in one line on standard error, exit 2."""
    cv2.imwrite(str(desk / "nothing.png"), np.full((1080, 1920, 3), 128, np.uint8))
    done = spotter(desk, *words, exit_code=2)

    assert says in done.stderr
    assert done.stderr.count("\n") == 1


@NO_SIGNALS
def test_interrupted(desk):
    """Ctrl-C in the middle of a calibration leaves the old one in place."""
    old = desk / "old.yaml"
    write_lens(camera_pose().lens, old)
    before = old.read_bytes()
    with phone_camera(picture=cv2.imread(str(desk / "bare.png"))) as phone:
        done = stopped_at_work("SIGINT", "calibrate", "camera", phone.url, "-o", old)

    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert old.read_bytes() == before
