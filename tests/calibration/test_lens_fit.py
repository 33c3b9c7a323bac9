"""A camera's lens from photographs of a board, drawn with a known lens and real ones."""

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.board_view import BoardView, board_view, tilt_deg
from calibration.boards import Board, Chessboard
from calibration.lens_fit import fitted_lens
from calibration.view_choice import coverage, flaw, is_new, is_still, repeated
from table.errors import UserError
from table.places import CameraXY
from tests.calibration.board_photos import (
    HOLDS,
    SIZE_WH,
    board_picture,
    chessboard_picture,
    held,
    hold_photos,
    photo,
    true_pixels,
)
from tests.calibration.real_webcams import REAL, needs_real, real_views

BOARD = Board()
WHOLE = ((5, 28, 3), 17, -1, 0.5)  # a hold that has the whole board in the picture


@cache
def views():
    return tuple(
        board_view(picture, BOARD, f"photo {i}") for i, picture in enumerate(hold_photos(BOARD))
    )


def points_view(hold, noise_px=0.0, seed=0, name="points", board=BOARD):
    """A view made of points alone, without a picture."""
    rotation, translation = held(board, *hold)
    pixels = true_pixels(board, rotation, translation)
    noise = np.random.default_rng(seed).normal(0, noise_px, (len(board.corners_in), 2))
    return BoardView(name, SIZE_WH, board.corners_in, CameraXY(pixels + noise), 2.0)


def test_known_lens():
    """From a dozen photos the lens comes back: focal length to 0.5 %, centre to 5 pixels."""
    fit = fitted_lens(views())

    assert fit.error_px < 0.3
    assert fit.lens.matrix[0, 0] == pytest.approx(830, rel=0.005)
    assert fit.lens.matrix[1, 1] == pytest.approx(828, rel=0.005)
    assert fit.lens.matrix[:2, 2] == pytest.approx((490, 352), abs=5)
    assert fit.lens.size_wh == SIZE_WH
    assert fit.focal_error < 0.005


def missed_px(view, truth):
    """How far a view's corners are from the nearest true ones, root mean square."""
    gaps = np.linalg.norm(np.asarray(view.pixels)[:, None] - truth[None], axis=2).min(axis=1)
    return float(np.sqrt((gaps**2).mean()))


@pytest.mark.parametrize("blur_px", [0.6, 1.4])
@pytest.mark.parametrize("hold", [HOLDS[0], WHOLE, ((20, 20, 80), 20, 1, 1)])
def test_corners_found_where_they_are(hold, blur_px):
    """Corners of either board are found within a tenth of a pixel, near and far, sharp and not."""
    pose = held(BOARD, *hold)
    truth = true_pixels(BOARD, *pose)
    for paper, board in (
        (board_picture(BOARD), BOARD),
        (chessboard_picture(BOARD), Chessboard(6, 8)),
    ):
        view = board_view(photo(paper, *pose, blur_px=blur_px), board)

        assert len(view.pixels) > 30
        assert missed_px(view, truth) < 0.1


def test_same_corners_with_and_without_markers():
    """A ChArUco board's markers do not pull its corners: a plain board's lie in the same places."""
    pose = held(BOARD, *WHOLE)
    marked = board_view(photo(board_picture(BOARD), *pose), BOARD)
    plain = board_view(photo(chessboard_picture(BOARD), *pose, seed=2), Chessboard(6, 8))

    assert missed_px(marked, np.asarray(plain.pixels)) < 0.08


def test_negative():
    """A board printed white on black is found as well."""
    view = board_view(255 - photo(board_picture(BOARD), *held(BOARD, *HOLDS[0])), BOARD)

    assert view is not None
    assert len(view.pixels) == 48


def test_chessboard():
    """A plain chessboard's corners are found, all of them."""
    squares = np.indices((7, 10)).sum(axis=0) % 2 * 255
    picture = np.kron(squares, np.ones((40, 40))).astype(np.uint8)
    picture = cv2.copyMakeBorder(picture, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
    view = board_view(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), Chessboard(9, 6))

    assert view is not None
    assert len(view.pixels) == 54


def test_stray_left_out():
    """A view whose corners do not fit the rest is left out and named."""
    bent = points_view(HOLDS[5], noise_px=8.0, name="bent.jpg")
    fit = fitted_lens([*(points_view(hold, 0.1, i) for i, hold in enumerate(HOLDS)), bent])

    assert [name for name, _ in fit.strays] == ["bent.jpg"]
    assert fit.lens.matrix[0, 0] == pytest.approx(830, rel=0.005)


def test_too_few():
    """Three views are refused with how many it takes."""
    with pytest.raises(UserError, match="3 good views"):
        fitted_lens([points_view(hold) for hold in HOLDS[:3]])


def test_sizes_differ():
    """Pictures of two sizes are refused with both."""
    other = BoardView("b", (640, 480), BOARD.corners_in, points_view(HOLDS[0]).pixels, 2.0)
    with pytest.raises(UserError, match="640 x 480, 960 x 720"):
        fitted_lens([*(points_view(hold) for hold in HOLDS), other])


def test_flaws():
    """A bad view is refused in words: nothing seen, too little seen, blurred."""
    whole = points_view(HOLDS[0])
    few = BoardView("few", SIZE_WH, whole.corners_in[:5], CameraXY(whole.pixels[:5]), 2.0)
    column = slice(0, None, BOARD.columns - 1)
    line = BoardView("line", SIZE_WH, whole.corners_in[column], CameraXY(whole.pixels[column]), 2.0)

    assert flaw(None) == "no board seen"
    assert "only 5 corners" in flaw(few)
    assert "one line" in flaw(line)
    assert flaw(whole) is None


def test_blur():
    """A board moved during the exposure is refused as blurred, a sharp one is not."""
    moved = photo(board_picture(BOARD), *held(BOARD, *HOLDS[0]), blur_px=4.5)
    view = board_view(moved, BOARD)

    assert view is None or "blurred" in flaw(view)
    assert flaw(views()[0]) is None


def test_repeated():
    """The same photo twice counts once, and the refusal names the first."""
    kept = [points_view(HOLDS[0], name="one.jpg"), points_view(HOLDS[1], name="two.jpg")]

    assert repeated(points_view(HOLDS[1], 0.3), kept) == "two.jpg"
    assert repeated(points_view(HOLDS[2]), kept) is None


def test_live_choice():
    """Live, a view is kept when the board is still and elsewhere than before."""
    here = points_view(HOLDS[0], 0.2, seed=1)

    assert is_still(here, points_view(HOLDS[0], 0.2, seed=2))
    assert not is_still(here, points_view(HOLDS[1]))
    assert not is_still(here, None)
    assert not is_new(here, [points_view(HOLDS[0])])
    assert is_new(here, [points_view(HOLDS[1]), points_view(HOLDS[2])])


def test_coverage():
    """What is missing is said: where the board was not, how it was not tilted."""
    middle = coverage([points_view(((0, 0, 0), 40, 0, 0))])
    whole = coverage([points_view(hold) for hold in HOLDS])

    assert middle.cells == {(1, 1)}
    assert "board at the top left of the picture" in middle.missing
    assert "board tilted left" in middle.missing
    assert whole.missing == ()


def test_tilt_signs():
    """A board whose right edge is farther away leans to one side, and to the other turned back."""
    right, _ = tilt_deg(points_view(((0, 25, 0), 14, 0, 0)))
    left, _ = tilt_deg(points_view(((0, -25, 0), 14, 0, 0)))

    assert right == pytest.approx(25, abs=4)
    assert left == pytest.approx(-25, abs=4)


def test_error_in_inches():
    """A third of a pixel is told in inches on the player's own table."""
    fit = fitted_lens([points_view(hold, 0.2, i) for i, hold in enumerate(HOLDS)])

    assert fit.error_in(36.0) == pytest.approx(fit.error_px * 36 / 960)


@pytest.mark.slow
@needs_real
@pytest.mark.parametrize("camera", ["0", "1"])
def test_real_webcams(camera):
    """Two real webcams: focal length within 6 % of the published, under half a pixel of error."""
    good, matrix = real_views(camera)
    fit = fitted_lens(good)

    assert len(good) >= 18
    assert fit.error_px < 0.5
    assert fit.lens.matrix[0, 0] == pytest.approx(matrix[0, 0], rel=0.06)
    assert fit.coverage.missing


@needs_real
@pytest.mark.parametrize("side", ["L", "R"])
def test_real_chessboards(side):
    """Two real webcams and a chessboard: all six photos used, under half a pixel of error."""
    paths = sorted((REAL / "calib_chess_opencv").glob(f"BoardStereo{side}*.jpg"))
    seen = [board_view(cv2.imread(str(path)), Chessboard(7, 5), path.name) for path in paths]
    fit = fitted_lens([view for view in seen if view is not None])

    assert len(fit.used) == 6
    assert fit.error_px < 0.5


@needs_real
def test_real_corner_places():
    """Real chessboard corners lie within a tenth of a pixel of where their reference puts them."""
    off = []
    for path in sorted((REAL / "calib_chess_opencv" / "subpixel").glob("*.yml")):
        file = cv2.FileStorage(str(path), cv2.FILE_STORAGE_READ)
        truth = file.getNode("corners").mat()
        columns, rows = truth.shape[1], truth.shape[0]
        picture = cv2.imread(str(path.with_suffix(".png")))
        view = board_view(picture, Chessboard(columns, rows), path.name)
        if view is not None:
            gaps = np.linalg.norm(view.pixels[:, None] - truth.reshape(1, -1, 2), axis=2)
            off.append(np.median(gaps.min(axis=1)))

    assert len(off) >= 14
    assert np.median(off) < 0.1
