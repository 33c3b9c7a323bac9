"""The four corner markers, each with its corner of the play area pointed out."""

from calibration.paper import Page
from calibration.sheets.codes import CORNER_DICTIONARY, marker_rows
from calibration.sheets.flow import Cell, flow
from calibration.sheets.marks import CUT, NOTE, Modules, PageMarks, SheetWords, Trace, box

# Which way the outer corner lies: -1 left or up, 1 right or down.
CORNERS = (
    (0, "top left", -1, -1),
    (1, "top right", 1, -1),
    (2, "bottom right", 1, 1),
    (3, "bottom left", -1, 1),
)


def corner_pages(page: Page, side_in: float) -> list[PageMarks]:
    """The corner markers, black squares of that side."""
    # Words nearer to the black than this would blur the edge that its place is measured by.
    white = max(0.3, side_in / 5)
    cells = [_cell(corner, side_in, white) for corner in CORNERS]
    return flow(page, cells, gap_in=0.4)


def _cell(which: tuple[int, str, int, int], side_in: float, white: float) -> Cell:
    marker, name, right, down = which
    whole = side_in + 2 * white
    corner = (white + side_in * (right > 0), white + side_in * (down > 0))
    tip = (corner[0] + right * 0.04, corner[1] + down * 0.04)
    tail = (corner[0] + right * white * 0.8, corner[1] + down * white * 0.8)
    marks = (
        box(0, 0, whole, whole, stroke=CUT, width_pt=0.4),
        Modules(white, white, side_in, marker_rows(CORNER_DICTIONARY, marker)),
        Trace((tail, tip), stroke=NOTE, width_pt=1.2),
        *_head(tip, right, down),
        SheetWords(
            whole / 2, 0.11, f"{marker}: {name}, this edge to the table's top", 6.5, anchor="middle"
        ),
        SheetWords(0, whole + 0.15, f"{marker}: {name}", 9, bold=True),
        SheetWords(0, whole + 0.29, "The arrow's corner of the black", 7, colour=NOTE),
        SheetWords(0, whole + 0.41, "square is the play area's corner.", 7, colour=NOTE),
    )
    return Cell(max(whole, 1.9), whole + 0.45, marks, f"corner marker {marker}")


def _head(tip: tuple[float, float], right: int, down: int) -> PageMarks:
    x, y = tip
    points = ((x, y), (x + right * 0.09, y + down * 0.02), (x + right * 0.02, y + down * 0.09))
    return (Trace(points, closed=True, fill=NOTE, stroke=None),)
