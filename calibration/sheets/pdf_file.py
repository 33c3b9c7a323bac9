"""Writes pages of marks as a vector PDF of true scale."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from calibration.paper import PAPER_WH_IN, Page
from calibration.sheets.cover import PrintedSheet
from calibration.sheets.footer import footer
from calibration.sheets.marks import Modules, PageMarks, SheetWords, Trace
from table.text_file import write_whole

POINTS_PER_IN = 72.0


def write_sheets(path: Path, page: Page, title: str, sheets: Sequence[PrintedSheet]) -> None:
    """Write sheets one after the other, their pages numbered through; whole or not at all."""
    content = io.BytesIO()
    _draw(content, page, title, [*_with_footers(page, sheets)])
    write_whole(path, content.getvalue())


def _with_footers(page: Page, sheets: Sequence[PrintedSheet]) -> Iterator[PageMarks]:
    count = sum(len(sheet.pages) for sheet in sheets)
    every = ((sheet, marks) for sheet in sheets for marks in sheet.pages)
    for number, (sheet, marks) in enumerate(every, start=1):
        yield (*marks, *footer(page, sheet.title, (number, count), sheet.note))


def _draw(file: io.BytesIO, page: Page, title: str, pages: Sequence[PageMarks]) -> None:
    size_pt = tuple(side * POINTS_PER_IN for side in PAPER_WH_IN[page.paper])
    # Invariant: the same sheet gives the same bytes, without the day it was made.
    canvas = Canvas(file, pagesize=size_pt, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("spotter")
    # A viewer's print dialog then starts at 100 %.
    canvas.setViewerPreference("PrintScaling", "None")
    for marks in pages:
        _paint(canvas, page, marks)
        canvas.showPage()
    canvas.save()


def _paint(canvas: Canvas, page: Page, marks: PageMarks) -> None:
    scale = page.correction * POINTS_PER_IN
    for mark in marks:
        match mark:
            case Modules():
                _paint_modules(canvas, page, mark, scale)
            case Trace():
                _paint_trace(canvas, page, mark, scale)
            case SheetWords():
                _paint_words(canvas, page, mark, scale)


def _paint_modules(canvas: Canvas, page: Page, mark: Modules, scale: float) -> None:
    """All black modules as one path, so that no viewer leaves white seams between them."""
    side = mark.side / len(mark.rows)
    path = canvas.beginPath()
    for row, modules in enumerate(mark.rows):
        bottom = page.height_in - (mark.y + (row + 1) * side)
        for column, module in enumerate(modules):
            if module == "1":
                left = mark.x + column * side
                path.rect(left * scale, bottom * scale, side * scale, side * scale)
    canvas.setFillColor(HexColor("#000000"))
    canvas.drawPath(path, stroke=0, fill=1)


def _paint_trace(canvas: Canvas, page: Page, mark: Trace, scale: float) -> None:
    path = canvas.beginPath()
    (x, y), *rest = mark.points
    path.moveTo(x * scale, (page.height_in - y) * scale)
    for x, y in rest:
        path.lineTo(x * scale, (page.height_in - y) * scale)
    if mark.closed:
        path.close()
    if mark.fill:
        canvas.setFillColor(HexColor(mark.fill))
    if mark.stroke:
        canvas.setStrokeColor(HexColor(mark.stroke))
    canvas.setLineWidth(mark.width_pt)
    canvas.setDash(*([3, 2],) if mark.dashed else ([],))
    canvas.drawPath(path, stroke=int(mark.stroke is not None), fill=int(mark.fill is not None))


def _paint_words(canvas: Canvas, page: Page, mark: SheetWords, scale: float) -> None:
    canvas.saveState()
    canvas.translate(mark.x * scale, (page.height_in - mark.y) * scale)
    canvas.rotate(-mark.turn_deg)
    canvas.setFont("Helvetica-Bold" if mark.bold else "Helvetica", mark.size_pt)
    canvas.setFillColor(HexColor(mark.colour))
    # The PDF's own letters end with Latin-1; a name beyond them keeps its other letters.
    text = mark.text.encode("latin-1", "replace").decode("latin-1")
    draw = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }
    draw[mark.anchor](0, 0, text)
    canvas.restoreState()
