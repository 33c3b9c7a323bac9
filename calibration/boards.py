"""The boards that a camera is calibrated with, ChArUco or plain chessboard."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from table.places import Floats


@dataclass(frozen=True)
class Board:
    """A ChArUco board of `columns` x `rows` squares."""

    columns: int = 7
    rows: int = 9
    square_in: float = 1.0
    marker_in: float = 0.75
    # Another family than the corner markers, so that a board left on the table is no corner.
    dictionary: int = cv2.aruco.DICT_5X5_100

    @cached_property
    def charuco(self) -> Any:
        """The board as OpenCV knows it."""
        book = cv2.aruco.getPredefinedDictionary(self.dictionary)
        size = (self.columns, self.rows)
        return cv2.aruco.CharucoBoard(size, self.square_in, self.marker_in, book)

    @cached_property
    def corners_in(self) -> Floats:
        """The inner corners in the board's own inches, (n, 3)."""
        return np.asarray(self.charuco.getChessboardCorners(), np.float64).reshape(-1, 3)

    def white_squares(self) -> list[tuple[int, int]]:
        """The (column, row) of the squares that hold markers, in the markers' order."""
        return [(c, r) for r in range(self.rows) for c in range(self.columns) if (c + r) % 2]


@dataclass(frozen=True)
class Chessboard:
    """A plain chessboard of `columns` x `rows` inner corners."""

    columns: int
    rows: int
    square_in: float = 1.0

    @cached_property
    def corners_in(self) -> Floats:
        """The inner corners in the board's own inches, (n, 3)."""
        grid = np.mgrid[0 : self.columns, 0 : self.rows].T.reshape(-1, 2)
        return np.column_stack([grid * self.square_in, np.zeros(len(grid))]).astype(np.float64)
