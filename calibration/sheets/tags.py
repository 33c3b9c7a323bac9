"""Soldier tags to cut out, each with the tab that he stands on.

The tab runs from the tag to where the figure's centre belongs, so that a man who stands on
its circle has his tag exactly where the army file says. Its far end folds up behind his heels.
"""

from collections.abc import Sequence
from math import cos, radians, sin

from calibration.paper import Page
from calibration.sheets.codes import (
    QR_MODULES,
    QR_QUIET_MODULES,
    SOLDIER_DICTIONARY,
    marker_rows,
    qr_rows,
)
from calibration.sheets.flow import Cell, flow
from calibration.sheets.marks import (
    CUT,
    NOTE,
    XY,
    Modules,
    PageMarks,
    SheetMark,
    SheetWords,
    Trace,
    box,
    cross,
    cut,
    fold,
    moved,
    wrapped,
)
from table.army import Army, Enlisted
from table.errors import UserError

LABEL_IN = 0.8  # room for the name beside the tag
HEEL_IN = 0.25  # the part of the tab that folds up behind the heels
MARKER_QUIET_MODULES = 1


def tag_pages(page: Page, army: Army) -> list[PageMarks]:
    """A tag for every soldier of the army."""
    colours = {side.name: side.colour for side in army.sides}
    cells = [_cell(soldier, colours.get(soldier.side, "#808080")) for soldier in army.soldiers]
    return flow(page, cells, gap_in=0.1)


def marker_pages(page: Page, markers: Sequence[int], size_in: float) -> list[PageMarks]:
    """Bare ArUco tags of these numbers."""
    cells = []
    for marker in markers:
        side = size_in + 2 * _marker_quiet_in(size_in)
        marks = (
            box(0, 0, side, side, stroke=CUT, width_pt=0.4),
            _marker(0.0, 0.0, marker, size_in),
            SheetWords(0.02, side + 0.12, f"{marker}"),
        )
        cells.append(Cell(side, side + 0.15, marks, f"marker {marker}"))
    return flow(page, cells, gap_in=0.15)


def _cell(soldier: Enlisted, colour: str) -> Cell:
    paper = _paper_side_in(soldier)
    tab = _tab_marks(soldier)
    points = [point for mark in tab if isinstance(mark, Trace) for point in mark.points]
    xs, ys = zip((0.0, 0.0), (paper, paper), *points, strict=True)
    left, top, right, bottom = -min(xs), -min(ys), max(xs), max(ys)
    marks = (*_code(soldier), *tab, *_label(right + 0.06, 0.0, soldier, colour))
    return Cell(
        left + right + LABEL_IN,
        top + bottom,
        moved(marks, left, top),
        f'the tag of soldier "{soldier.id}"',
    )


def _marker_quiet_in(size_in: float) -> float:
    return MARKER_QUIET_MODULES * size_in / 6


def _paper_side_in(soldier: Enlisted) -> float:
    """The side of the paper square: the tag with the white it needs."""
    size = soldier.tag.size
    return size if soldier.tag.family == "qr" else size + 2 * _marker_quiet_in(size)


def _code(soldier: Enlisted) -> PageMarks:
    if soldier.tag.family == "aruco":
        if soldier.marker is None:
            raise UserError(
                f'soldier "{soldier.id}" has no marker number for his ArUco tag; '
                "give him one, like marker = 7"
            )
        return (_marker(0.0, 0.0, soldier.marker, soldier.tag.size),)
    return (qr_code(0.0, 0.0, soldier.id, soldier.tag.size),)


def qr_code(x: float, y: float, text: str, size_in: float) -> Modules:
    """A QR tag whose white square has its top-left corner there."""
    module = size_in / (QR_MODULES + 2 * QR_QUIET_MODULES)
    quiet = QR_QUIET_MODULES * module
    return Modules(x + quiet, y + quiet, size_in - 2 * quiet, qr_rows(text))


def _marker(x: float, y: float, marker: int, size_in: float) -> Modules:
    quiet = _marker_quiet_in(size_in)
    return Modules(x + quiet, y + quiet, size_in, marker_rows(SOLDIER_DICTIONARY, marker))


def _tab_marks(soldier: Enlisted) -> PageMarks:
    """The cut line, with a tab where the figure stands beside his tag."""
    half = _paper_side_in(soldier) / 2
    forward, right = soldier.tag.figure
    away = max(abs(forward), abs(right))
    if away <= half or soldier.tag.height > 0:
        return (box(0, 0, 2 * half, 2 * half, stroke=CUT, width_pt=0.4),)
    # On paper the facing is up; the tab is drawn as if it ran down, then turned.
    turn = (0 if forward < 0 else 180) if abs(forward) >= abs(right) else (270 if right > 0 else 90)
    sideways = {0: right, 180: -right, 90: -forward, 270: forward}[turn]
    marks = _tab_down(soldier, half, away, sideways)
    return tuple(_turned(mark, turn, half) for mark in marks)


def _tab_down(
    soldier: Enlisted, half: float, away: float, sideways: float
) -> tuple[SheetMark, ...]:
    """The tab running down from a paper square centred on (0, 0)."""
    radius = soldier.base / 2
    width = min(half, radius * 0.8)
    heel = away + radius
    left, right = sideways - width, sideways + width
    # No line between tag and tab: they are cut out as one piece.
    corners = ((left, half), (left, heel + HEEL_IN), (right, heel + HEEL_IN), (right, half))
    return (
        cut(*corners, (half, half), (half, -half), (-half, -half), (-half, half)),
        fold((left, heel), (right, heel)),
        Trace(_circle_below(sideways, away, radius, half), stroke=NOTE, width_pt=0.4),
        *cross(sideways, away),
        SheetWords(sideways, heel + 0.16, soldier.id, size_pt=7, bold=True, anchor="middle"),
    )


def _circle_below(x: float, y: float, radius: float, edge: float) -> tuple[XY, ...]:
    """The part of the base's circle that does not lie over the tag."""
    ring = [
        (x + radius * sin(radians(turn)), y - radius * cos(radians(turn)))
        for turn in range(0, 361, 5)
    ]
    return tuple(point for point in ring if point[1] >= edge)


def _turned(mark: SheetMark, turn_deg: int, half: float) -> SheetMark:
    """The mark turned clockwise about (0, 0), then moved so that the square starts there."""
    c, s = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turn_deg]

    def place(x: float, y: float) -> XY:
        return (c * x - s * y + half, s * x + c * y + half)

    if isinstance(mark, Trace):
        return Trace(
            tuple(place(x, y) for x, y in mark.points),
            mark.closed,
            mark.stroke,
            mark.fill,
            mark.width_pt,
            mark.dashed,
        )
    assert isinstance(mark, SheetWords), mark
    x, y = place(mark.x, mark.y)
    return SheetWords(x, y, mark.text, mark.size_pt, mark.bold, mark.anchor, mark.colour, turn_deg)


def _label(x: float, y: float, soldier: Enlisted, colour: str) -> PageMarks:
    rest = [", ".join(soldier.weapons), soldier.role or "", soldier.team or ""]
    lines = [line for text in rest for line in wrapped(text, 15)]
    return (
        box(x, y + 0.02, 0.1, 0.1, fill=colour, stroke=CUT, width_pt=0.3),
        SheetWords(x + 0.15, y + 0.12, soldier.id, size_pt=10, bold=True),
        *(
            SheetWords(x, y + 0.27 + 0.12 * row, line, size_pt=7, colour=NOTE)
            for row, line in enumerate(lines[:6])
        ),
    )
