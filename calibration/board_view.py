"""A calibration board found in one picture: its corners in the board's inches and in pixels."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.board_corners import exact_corners, without_markers
from calibration.boards import Board, Chessboard
from calibration.bundle import PointsView, first_pose
from calibration.grey import grey_of
from calibration.lens_families import PLAIN
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
    best: tuple[Floats, Floats] | None = None
    for picture in (grey, 255 - grey):
        found = _positive(picture, board)
        if found is not None and (best is None or len(found[0]) > len(best[0])):
            best = found
        if best is not None and len(best[0]) >= LEAST_CORNERS:
            break
    return best


def _positive(grey: Grey, board: Board) -> tuple[Floats, Floats] | None:
    detector = cv2.aruco.CharucoDetector(board.charuco)
    corners, ids, quads, _ = detector.detectBoard(grey)
    if ids is None or not len(ids):
        return None
    rough = np.asarray(corners, np.float64).reshape(-1, 2)
    corners_in = board.corners_in[np.ravel(ids)]
    margin = (board.square_in / board.marker_in - 1) / 2
    bare = without_markers(grey, [np.asarray(quad, float).reshape(4, 2) for quad in quads], margin)
    return exact_corners(bare, rough, corners_in, board.square_in)


def _chessboard(grey: Grey, board: Chessboard) -> tuple[Floats, Floats] | None:
    size = (board.columns, board.rows)
    found, corners = cv2.findChessboardCornersSB(grey, size, flags=cv2.CALIB_CB_NORMALIZE_IMAGE)
    if not found:  # the older search finds boards in worse light
        found, corners = cv2.findChessboardCorners(grey, size)
    if not found:
        return None
    rough = np.asarray(corners, np.float64).reshape(-1, 2)
    return exact_corners(grey, rough, board.corners_in, board.square_in)


def tilt_deg(view: BoardView) -> tuple[float, float]:
    """How far the board leans to the right and down, seen by an ordinary webcam's lens."""
    normal = _normal(view)
    right = np.degrees(np.arctan2(normal[0], normal[2]))
    down = np.degrees(np.arctan2(normal[1], normal[2]))
    return float(right), float(down)


def _normal(view: BoardView) -> Floats:
    lens = PLAIN.prior(view.size_wh, "usual").lens
    pose = first_pose(PointsView(view.corners_in, view.pixels), lens)
    if pose is None:
        return np.array([0.0, 0.0, 1.0])
    rotation, _ = cv2.Rodrigues(pose[:3])
    normal = np.asarray(rotation[:, 2], np.float64)
    return normal if normal[2] > 0 else -normal
