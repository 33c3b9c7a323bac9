"""The ChArUco board to calibrate a camera with, one page."""

from calibration.boards import Board
from calibration.paper import MARGIN_IN, Page
from calibration.sheets.codes import marker_rows
from calibration.sheets.marks import NOTE, Modules, PageMarks, SheetMark, SheetWords, box
from table.errors import UserError


def board_pages(page: Page, board: Board) -> list[PageMarks]:
    """The board in the middle of its page."""
    width, height = board.columns * board.square_in, board.rows * board.square_in
    room_w, room_h = page.room_wh_in
    if width > room_w or height > room_h:
        raise UserError(
            f"the board of {width:g} x {height:g} inches does not fit on {page.paper} paper"
        )
    left, top = MARGIN_IN + (room_w - width) / 2, MARGIN_IN
    note = (
        f"{board.columns} x {board.rows} squares of {board.square_in:g} in. Glue it on something "
        "flat and stiff: glass, a clipboard, a hard-cover book."
    )
    words = SheetWords(
        page.width_in / 2, top + height + 0.17, note, 7, anchor="middle", colour=NOTE
    )
    return [(*_squares(board, left, top), *_markers(board, left, top), words)]


def _squares(board: Board, left: float, top: float) -> list[SheetMark]:
    side = board.square_in
    return [
        box(left + column * side, top + row * side, side, side, fill="#000000", stroke=None)
        for row in range(board.rows)
        for column in range(board.columns)
        if (column + row) % 2 == 0
    ]


def _markers(board: Board, left: float, top: float) -> list[SheetMark]:
    inset = (board.square_in - board.marker_in) / 2
    return [
        Modules(
            left + column * board.square_in + inset,
            top + row * board.square_in + inset,
            board.marker_in,
            marker_rows(board.dictionary, number),
        )
        for number, (column, row) in enumerate(board.white_squares())
    ]
