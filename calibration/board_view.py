"""A calibration board found in one picture: its corners in the board's inches and in pixels."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.boards import Board, Chessboard
from calibration.grey import grey_of
from calibration.sharpness import edge_width_px
from table.picture import Grey, Picture
from table.places import CameraXY, Floats

LEAST_CORNERS = 8


@dataclass(frozen=True, eq=False)
class BoardView:
    """The board's corners that one picture shows, in the same order in both frames."""

    name: str
    size_wh: tuple[int, int]
    corners_in: Floats  # (n, 3), the board's own inches
    pixels: CameraXY
    edge_px: float  # how wide its black-to-white edges are: large when blurred


def board_view(
    picture: Picture, board: Board | Chessboard, name: str = "picture"
) -> BoardView | None:
    """The board in a picture, None where it is not seen."""
    grey = grey_of(picture)
    found = _charuco(grey, board) if isinstance(board, Board) else _chessboard(grey, board)
    if found is None:
        return None
    corners_in, pixels = found
    size_wh = (grey.shape[1], grey.shape[0])
    return BoardView(name, size_wh, corners_in, CameraXY(pixels), edge_width_px(grey, pixels))


def _charuco(grey: Grey, board: Board) -> tuple[Floats, Floats] | None:
    """Tried as it is and, for boards printed white on black, as a negative."""
    detector = cv2.aruco.CharucoDetector(board.charuco)
    best: tuple[Floats, Floats] | None = None
    for picture in (grey, 255 - grey):
        corners, ids, _, _ = detector.detectBoard(picture)
        if ids is not None and len(ids) and (best is None or len(ids) > len(best[0])):
            pixels = np.asarray(corners, np.float64).reshape(-1, 2)
            best = board.corners_in[np.ravel(ids)], pixels
        if best is not None and len(best[0]) >= LEAST_CORNERS:
            break
    return best


def _chessboard(grey: Grey, board: Chessboard) -> tuple[Floats, Floats] | None:
    size = (board.columns, board.rows)
    found, corners = cv2.findChessboardCornersSB(grey, size, flags=cv2.CALIB_CB_NORMALIZE_IMAGE)
    if not found:
        # The older search finds boards in worse light; its corners are sharpened afterwards.
        found, corners = cv2.findChessboardCorners(grey, size)
        if not found:
            return None
        corners = _sharpened(grey, np.asarray(corners, np.float64).reshape(-1, 2), size)
    return board.corners_in, np.asarray(corners, np.float64).reshape(-1, 2)


def _sharpened(grey: Grey, corners: Floats, size: tuple[int, int]) -> Floats:
    grid = corners.reshape(size[1], size[0], 2)
    step_px = np.median(np.linalg.norm(np.diff(grid, axis=1), axis=2))
    half = int(np.clip(step_px / 4, 2, 11))
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 0.001)
    return np.asarray(
        cv2.cornerSubPix(grey, corners.astype(np.float32), (half, half), (-1, -1), stop), np.float64
    )


def tilt_deg(view: BoardView) -> tuple[float, float]:
    """How far the board leans to the right and down, seen by an ordinary webcam's lens."""
    normal = _normal(view)
    right = np.degrees(np.arctan2(normal[0], normal[2]))
    down = np.degrees(np.arctan2(normal[1], normal[2]))
    return float(right), float(down)


def _normal(view: BoardView) -> Floats:
    width, height = view.size_wh
    focal_px = 0.9 * width
    matrix = np.array([[focal_px, 0, width / 2], [0, focal_px, height / 2], [0, 0, 1.0]])
    _, turn, _ = cv2.solvePnP(view.corners_in, view.pixels, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    rotation, _ = cv2.Rodrigues(turn)
    normal = np.asarray(rotation[:, 2], np.float64)
    return normal if normal[2] > 0 else -normal
