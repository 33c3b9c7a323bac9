"""Films of a board in a hand: which pictures are taken, and what comes of them."""

import cv2
import numpy as np
import pytest

from calibration.board_view import BoardView
from calibration.boards import Board
from calibration.film_views import film_views
from table.lens_file import read_lens
from table.places import CameraXY
from tests.calibration.board_photos import LENS, SIZE_WH, board_picture, held, true_pixels
from tests.calibration.hand_held import Hand, film_picture, write_film
from tests.spotter.running import ended

BOARD = Board()


def seen_at(hold, name, edge_px=2.5):
    """A view made of points alone."""
    pixels = true_pixels(BOARD, *held(BOARD, *hold))
    inside = ((pixels > 5) & (pixels < np.array(SIZE_WH) - 6)).all(axis=1)
    return BoardView(name, SIZE_WH, BOARD.corners_in[inside], CameraXY(pixels[inside]), edge_px)


def test_the_quietest_of_alike_pictures():
    """Of pictures that show the board alike, the sharpest and least moved one is taken."""
    slow = [
        seen_at(((0, 0, 0), 16, 0.002 * i, 0), f"slow {i}", 2.5 + 0.1 * (i != 2)) for i in range(5)
    ]
    quick = [seen_at(((0, 30, 0), 16, 0.3 * i, 0), f"quick {i}", 4.0) for i in range(3)]
    choice = film_views([*slow, None, *quick])

    assert choice.kept[0].name == "slow 2"
    assert sum(view.name.startswith("slow") for view in choice.kept) == 1
    assert any(view.name.startswith("quick") for view in choice.kept)


def test_what_was_seen_is_said():
    """How many pictures there were, how many with the board, and what was wrong with them."""
    blurred = seen_at(((0, 0, 0), 16, 0, 0), "blurred", 9.0)
    choice = film_views([None, None, blurred, blurred, seen_at(((0, 0, 0), 16, 0, 0), "good")])

    assert choice.words == "5 pictures, the board in 3, 2 too blurred; 1 different views kept"


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "speed"), [(1, 1.0), (2, 2.0)])
def test_a_hand_held_film(seed, speed, tmp_path):
    """A film in which the board is never still gives the lens to half a percent."""
    paper, hand = board_picture(BOARD), Hand(seed, speed)
    write_film(
        tmp_path / "film.mp4",
        [film_picture(BOARD, paper, hand, 0.2 * i, seed=i) for i in range(50)],
    )
    done = ended("calibrate", "camera", "film.mp4", cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert "50 pictures, the board in" in done.stdout
    lens = read_lens(tmp_path / "camera.yaml")
    assert lens.matrix[0, 0] == pytest.approx(LENS.matrix[0, 0], rel=0.005)


def test_a_film_without_a_board(tmp_path):
    """A film that shows no board is refused with what it showed instead."""
    grey = np.full((SIZE_WH[1], SIZE_WH[0], 3), 120, np.uint8)
    write_film(tmp_path / "film.mp4", [cv2.add(grey, i) for i in range(12)])
    done = ended("calibrate", "camera", "film.mp4", cwd=tmp_path)

    assert done.returncode == 2
    assert "12 pictures, the board in 0" in done.stderr
    assert "film the board nearer" in done.stderr
