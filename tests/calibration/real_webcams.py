"""Real webcams whose views of a board and focal lengths are published."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board_view import BoardView, board_view
from calibration.boards import Board
from calibration.view_choice import flaw

REAL = Path(__file__).parents[2].parent / "shared" / "real"
SQUARE_IN = 54 / 25.4
BOARD = Board(4, 5, SQUARE_IN, 0.75 * SQUARE_IN, cv2.aruco.DICT_4X4_1000)
needs_real = pytest.mark.skipif(not REAL.exists(), reason="the real photographs are not here")


def real_views(camera: str) -> tuple[list[BoardView], np.ndarray]:
    """A camera's good views and its published matrix."""
    folder = REAL / "calib_charuco_webcam"
    truth = json.loads((folder / "ground_truth.json").read_text())["cameras"][camera]["published"]
    paths = sorted(folder.glob(f"cam{camera}_*.jpg"))
    seen = [board_view(cv2.imread(str(path)), BOARD, path.name) for path in paths]
    return [view for view in seen if view and flaw(view) is None], np.array(truth["matrix"])
