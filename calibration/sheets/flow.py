"""Lays cells out on pages, row by row, as words are laid out on lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.paper import MARGIN_IN, Page
from calibration.sheets.marks import Mark, PageMarks, moved
from table.errors import UserError

HAIR_IN = 1e-6


@dataclass(frozen=True, slots=True)
class Cell:
    """Marks that stay together, from (0, 0) to (width, height) inches."""

    width: float
    height: float
    marks: PageMarks
    name: str


def flow(page: Page, cells: Sequence[Cell], gap_in: float = 0.2) -> list[PageMarks]:
    """The pages that hold all cells, in their order."""
    pages: list[list[Mark]] = []
    x = y = row_height = 0.0
    room_w, room_h = page.room_wh_in
    for cell in cells:
        _check_fits(page, cell)
        if x and x + cell.width > room_w + HAIR_IN:
            x, y, row_height = 0.0, y + row_height + gap_in, 0.0
        if not pages or y + cell.height > room_h + HAIR_IN:
            pages.append([])
            x = y = row_height = 0.0
        pages[-1] += moved(cell.marks, MARGIN_IN + x, MARGIN_IN + y)
        x += cell.width + gap_in
        row_height = max(row_height, cell.height)
    return [tuple(marks) for marks in pages]


def _check_fits(page: Page, cell: Cell) -> None:
    room_w, room_h = page.room_wh_in
    if cell.width > room_w + HAIR_IN or cell.height > room_h + HAIR_IN:
        raise UserError(
            f"{cell.name}: {cell.width:.2f} x {cell.height:.2f} inches do not fit on "
            f"{page.paper} paper, which has room for {room_w:.2f} x {room_h:.2f}; make it smaller"
        )
