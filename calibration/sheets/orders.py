"""Order cards: a code that begins with a colon, its word, and the arrow it points with."""

from calibration.paper import Page
from calibration.sheets.flow import Cell, flow
from calibration.sheets.marks import NOTE, PageMarks, SheetWords, Trace, cut
from calibration.sheets.tags import qr_code

ORDERS = (
    ("FIRE", "shoot where the arrow points"),
    ("MOVE", "show how far he can go"),
    ("BLAST", "aim the blast at the arrow"),
    ("SIGHT", "show what he sees"),
    ("HOLD", "hold fire this turn"),
    ("NEXT", "next phase"),
    ("UNDO", "take the last one back"),
)


def order_pages(page: Page, size_in: float) -> list[PageMarks]:
    """Two cards of each order, their codes as large as soldier tags."""
    cells = [_card(order, meaning, size_in) for order, meaning in ORDERS for _ in range(2)]
    return flow(page, cells, gap_in=0.0)


def _card(order: str, meaning: str, size_in: float) -> Cell:
    width, above, below = max(size_in + 0.5, 1.8), 0.45, 0.5
    left, middle = (width - size_in) / 2, width / 2
    height = above + size_in + below
    foot = above + size_in
    marks = (
        qr_code(left, above, f":{order}", size_in),
        cut((0, 0), (width, 0), (width, height), (0, height)),
        Trace(
            ((middle, 0.06), (middle + 0.22, 0.34), (middle - 0.22, 0.34)),
            closed=True,
            fill="#000000",
        ),
        SheetWords(middle, foot + 0.24, order, 14, bold=True, anchor="middle"),
        SheetWords(middle, foot + 0.4, meaning, 7, anchor="middle", colour=NOTE),
    )
    return Cell(width, height, marks, f"the order card {order}")
