"""What the projector shows while it is calibrated, and where its corners are in its own pixels.

Black, white, a ChArUco board and the board's negative. Where board and negative are equally
bright there is an edge, whatever the table's colour and the lamp above it: what lies under the
light cancels out.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards import Board
from table.picture import Picture
from table.places import Floats, ProjectorPixel, ProjectorXY, TablePoint, TableXY
from table.plane_map import PlaneMap

PATTERNS = ("black", "white", "board", "negative")
_ACROSS = 16  # squares across the picture
DOT_IN = 0.35  # the check dots' radius


@dataclass(frozen=True)
class ProjectorBoard:
    """A board that fills a projector's picture as well as whole squares can."""

    size_wh: tuple[int, int]

    @cached_property
    def square_px(self) -> int:
        """The squares' side; a multiple of ten, so that the markers inside are sharp too."""
        return max(20, self.size_wh[0] // _ACROSS // 10 * 10)

    @cached_property
    def board(self) -> Board:
        """The board, with projector pixels for inches."""
        columns = self.size_wh[0] // self.square_px
        rows = self.size_wh[1] // self.square_px
        side = float(self.square_px)
        return Board(columns, rows, side, side * 0.7, cv2.aruco.DICT_5X5_250)

    @cached_property
    def offset_px(self) -> tuple[int, int]:
        """Where the board begins: it stands in the picture's middle."""
        board = self.board
        return (
            (self.size_wh[0] - board.columns * self.square_px) // 2,
            (self.size_wh[1] - board.rows * self.square_px) // 2,
        )

    @property
    def corners(self) -> ProjectorXY:
        """The inner corners in projector pixels, by their number; pixel centres are whole."""
        corners: Floats = self.board.corners_in[:, :2] + np.array(self.offset_px) - 0.5
        return ProjectorXY(corners)

    def picture(self) -> Picture:
        """The board as the projector shows it."""
        width, height = self.size_wh
        board = self.board
        inner = board.charuco.generateImage(
            (board.columns * self.square_px, board.rows * self.square_px), marginSize=0
        )
        grey = np.full((height, width), 255, np.uint8)
        left, top = self.offset_px
        grey[top : top + inner.shape[0], left : left + inner.shape[1]] = inner
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def pattern_pictures(size_wh: tuple[int, int]) -> dict[str, Picture]:
    """What to show, in this order."""
    board = ProjectorBoard(size_wh).picture()
    return {
        "black": np.zeros_like(board),
        "white": np.full_like(board, 255),
        "board": board,
        "negative": 255 - board,
    }


def dots_picture(
    projector_from_table: PlaneMap[TablePoint, ProjectorPixel],
    places: TableXY,
    size_wh: tuple[int, int],
) -> Picture:
    """Bright dots at these places of the table, to check the map by its own light."""
    picture = np.zeros((size_wh[1], size_wh[0], 3), np.uint8)
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    circle = DOT_IN * np.column_stack([np.cos(turns), np.sin(turns)])
    for place in places:
        _fill(picture, projector_from_table.many(place + circle))
    return picture


def border_picture(
    projector_from_table: PlaneMap[TablePoint, ProjectorPixel],
    size_in: tuple[float, float],
    size_wh: tuple[int, int],
) -> Picture:
    """The play area's border and a grid of six inches, to look at."""
    picture = np.zeros((size_wh[1], size_wh[0], 3), np.uint8)
    width, height = size_in
    for x in np.arange(6.0, width, 6.0):
        _line(picture, projector_from_table.many(_stepped((x, 0), (x, height))), 1)
    for y in np.arange(6.0, height, 6.0):
        _line(picture, projector_from_table.many(_stepped((0, y), (width, y))), 1)
    corners = [(0, 0), (width, 0), (width, height), (0, height), (0, 0)]
    for start, end in pairwise(corners):
        _line(picture, projector_from_table.many(_stepped(start, end)), 4)
    return picture


def _stepped(start: tuple[float, float], end: tuple[float, float]) -> Floats:
    """A line in short steps: a projector's lens may bend it."""
    return np.linspace(start, end, 25)


_FINE_BITS = 6


def _fixed(points: Floats) -> NDArray[np.int32]:
    """Points in OpenCV's fixed-point numbers, kept within what they can hold."""
    return np.asarray(np.clip(points, -16000, 16000) * (1 << _FINE_BITS), np.int32)


def _fill(picture: Picture, points: Floats) -> None:
    cv2.fillPoly(picture, [_fixed(points)], (255, 255, 255), cv2.LINE_AA, _FINE_BITS)


def _line(picture: Picture, points: Floats, width_px: int) -> None:
    cv2.polylines(
        picture, [_fixed(points)], False, (255, 255, 255), width_px, cv2.LINE_AA, _FINE_BITS
    )
