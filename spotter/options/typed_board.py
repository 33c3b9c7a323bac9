"""The board that a camera is calibrated with, as it is typed on the command line."""

import argparse

import cv2

from calibration.boards import Board, Chessboard
from spotter.options.typed_size import pair
from table.errors import UserError


def typed_board(args: argparse.Namespace) -> Board | Chessboard:
    """The board that the options name; the printed one where they name none."""
    square_in = 1.0 if args.square is None else args.square
    if not 0.05 <= square_in <= 40:
        raise UserError(f"--square: {square_in:g} is no square's side; give it in inches, like 1.0")
    if args.chessboard is not None:
        columns, rows = pair(args.chessboard, "--chessboard", "9x6")
        if min(columns, rows) < 3:
            raise UserError("--chessboard: needs at least 3x3 inner corners")
        return Chessboard(columns, rows, square_in)
    columns, rows = (7, 9) if args.board is None else pair(args.board, "--board", "7x9")
    if min(columns, rows) < 3:
        raise UserError("--board: needs at least 3x3 squares")
    marker_in = 0.75 * square_in if args.marker is None else args.marker
    if not 0 < marker_in < square_in:
        raise UserError("--marker: the markers are smaller than the squares they lie in")
    family = getattr(cv2.aruco, args.dictionary or "DICT_5X5_100", None)
    if not isinstance(family, int):
        raise UserError(f"--dictionary: no {args.dictionary}; write it like DICT_5X5_100")
    if columns * rows // 2 > len(cv2.aruco.getPredefinedDictionary(family).bytesList):
        raise UserError(f"--board: {args.board} needs more markers than {args.dictionary} has")
    return Board(columns, rows, square_in, marker_in, family)
