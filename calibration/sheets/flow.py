"""Lays cells out on pages: row by row as words on lines, or packed as close as they go."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.paper import MARGIN_IN, Page
from calibration.sheets.marks import PageMarks, SheetMark, moved
from table.errors import UserError

HAIR_IN = 1e-6


@dataclass(frozen=True, slots=True)
class Cell:
    """Marks that stay together, from (0, 0) to (width, height) inches."""

    width: float
    height: float
    marks: PageMarks
    name: str


def flow(page: Page, cells: Sequence[Cell], gap_in: float) -> list[PageMarks]:
    """The pages that hold all cells, in their order."""
    pages: list[list[SheetMark]] = []
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


def packed(page: Page, cells: Sequence[Cell], gap_in: float) -> list[PageMarks]:
    """The pages that hold all cells, in any order, each as high up as there is room.

    The tallest come first, each at the first free place of the bottom-left rule (Baker, Coffman
    and Rivest 1980): beside or under what lies there already.
    """
    pages: list[list[_Placed]] = []
    for cell in sorted(cells, key=lambda one: (-one.height, -one.width)):
        _check_fits(page, cell)
        free = ((held, place) for held in pages if (place := _place(page, held, cell, gap_in)))
        held, place = next(free, ([], (0.0, 0.0)))
        if not held:
            pages.append(held)
        held.append(_Placed(cell, *place))
    return [
        tuple(
            mark
            for one in held
            for mark in moved(one.cell.marks, MARGIN_IN + one.x, MARGIN_IN + one.y)
        )
        for held in pages
    ]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A cell and its top-left corner on the page."""

    cell: Cell
    x: float
    y: float

    def is_clear_of(self, x: float, y: float, cell: Cell, gap_in: float) -> bool:
        """Whether another cell at that corner leaves a gap."""
        beside = max(x - self.x - self.cell.width, self.x - x - cell.width)
        under = max(y - self.y - self.cell.height, self.y - y - cell.height)
        return max(beside, under) >= gap_in - HAIR_IN


def _place(
    page: Page, held: Sequence[_Placed], cell: Cell, gap_in: float
) -> tuple[float, float] | None:
    """The topmost and then leftmost free corner for a cell, None where the page is full."""
    room_w, room_h = page.room_wh_in
    tops = sorted({0.0, *(one.y + one.cell.height + gap_in for one in held)})
    lefts = sorted({0.0, *(one.x + one.cell.width + gap_in for one in held)})
    corners = (
        (x, y)
        for y in tops
        for x in lefts
        if x + cell.width <= room_w + HAIR_IN and y + cell.height <= room_h + HAIR_IN
    )
    return next(
        (at for at in corners if all(one.is_clear_of(*at, cell, gap_in) for one in held)), None
    )


def _check_fits(page: Page, cell: Cell) -> None:
    room_w, room_h = page.room_wh_in
    if cell.width > room_w + HAIR_IN or cell.height > room_h + HAIR_IN:
        raise UserError(
            f"{cell.name}: {cell.width:.2f} x {cell.height:.2f} inches do not fit on "
            f"{page.paper} paper, which has room for {room_w:.2f} x {room_h:.2f}; make it smaller"
        )
