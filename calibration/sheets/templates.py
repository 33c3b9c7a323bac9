"""Paper templates of cones and disks; what is longer than the page is glued from parts."""

from collections.abc import Sequence
from math import ceil

from shapely.geometry import LineString, Polygon
from shapely.geometry import box as shapely_box

from calibration.paper import Page
from calibration.sheets.flow import HAIR_IN, Cell, packed
from calibration.sheets.marks import (
    CUT,
    NOTE,
    XY,
    PageMarks,
    SheetMark,
    SheetWords,
    Trace,
    cross,
    moved,
)
from table.paper_shape import PaperShape

CAPTION_IN = 0.36
PART_CAPTION_IN = 0.48
OVERLAP_IN = 0.4  # of glued parts
GLUE = "glue dashes on dashes"


def template_pages(page: Page, templates: Sequence[PaperShape]) -> list[PageMarks]:
    """All templates, as many on a page as it holds; large ones in parts."""
    room_w, room_h = page.room_wh_in
    cells: list[Cell] = []
    for template in templates:
        shape = _upright(template)
        left, top, right, bottom = shape.bounds
        if right - left <= room_w and bottom - top + CAPTION_IN <= room_h:
            cells.append(_cell(template, shape))
        else:
            cells += _parts(page, template, shape)
    return packed(page, cells, gap_in=0.15)


def _upright(template: PaperShape) -> Polygon:
    """The shape on paper, its axis pointing up."""
    return Polygon([(right, -along) for along, right in template.ring])


def _cell(template: PaperShape, shape: Polygon) -> Cell:
    left, top, right, bottom = shape.bounds
    placed = moved(_shape_marks(shape), -left, -top)
    height = bottom - top
    caption = (
        SheetWords(0, height + 0.2, template.name, 7.5, bold=True),
        SheetWords(0, height + 0.31, template.note, 6.5, colour=NOTE),
    )
    width = max(right - left, _words_in(template.name, 7.5), _words_in(template.note, 6.5))
    return Cell(width, height + CAPTION_IN, (*placed, *caption), template.name)


def _words_in(text: str, size_pt: float) -> float:
    """How wide a caption may come out."""
    return 0.0074 * size_pt * len(text) + 0.1


def _shape_marks(shape: Polygon) -> list[SheetMark]:
    ring = tuple((x, y) for x, y in shape.exterior.coords[:-1])
    return [Trace(ring, closed=True, width_pt=0.8), *cross(0.0, 0.0)]


def _parts(page: Page, template: PaperShape, shape: Polygon) -> list[Cell]:
    """The shape in parts that fit a page, each with a strip of its neighbour to glue on."""
    room_w, room_h = page.room_wh_in
    left, top, right, bottom = shape.bounds
    step_w, step_h = room_w - OVERLAP_IN, room_h - PART_CAPTION_IN - OVERLAP_IN
    columns = max(1, ceil((right - left - OVERLAP_IN) / step_w))
    rows = max(1, ceil((bottom - top - OVERLAP_IN) / step_h))
    windows = [
        (left + column * step_w, top + row * step_h)
        for row in range(rows)
        for column in range(columns)
    ]
    boxes = [shapely_box(x, y, x + room_w, y + step_h + OVERLAP_IN) for x, y in windows]
    held = [window for window in boxes if shape.intersection(window).area > 0]
    return [
        _part(shape, window, template.name, f"part {number} of {len(held)}")
        for number, window in enumerate(held, start=1)
    ]


def _part(shape: Polygon, window: Polygon, name: str, which: str) -> Cell:
    """What one window shows of the shape, as small as it can be cut out."""
    left, top, right, bottom = shape.intersection(window).bounds
    marks: list[SheetMark] = [
        Trace(line, width_pt=0.8) for line in _lines(shape.exterior.intersection(window))
    ]
    if window.contains(shapely_box(-0.01, -0.01, 0.01, 0.01)):
        marks += cross(0.0, 0.0)
    marks += _glue_lines(shape, window)
    height = bottom - top
    caption = (
        SheetWords(0, height + 0.2, name, 7.5, bold=True),
        SheetWords(0, height + 0.31, which, 6.5, colour=NOTE),
        SheetWords(0, height + 0.42, GLUE, 6.5, colour=NOTE),
    )
    width = max(right - left, _words_in(name, 7.5), _words_in(GLUE, 6.5))
    placed = moved(marks, -left, -top)
    return Cell(width, height + PART_CAPTION_IN, (*placed, *caption), f"{name}, {which}")


def _lines(edge: object) -> list[tuple[XY, ...]]:
    """The pieces of a cut-up outline."""
    pieces = getattr(edge, "geoms", [edge])
    return [tuple(piece.coords) for piece in pieces if isinstance(piece, LineString)]


def _glue_lines(shape: Polygon, window: Polygon) -> list[SheetMark]:
    """Dashed lines in the middle of the strips that two parts share."""
    left, top, right, bottom = window.bounds
    half = OVERLAP_IN / 2
    ways = (
        LineString([(left, top + half), (right, top + half)]),
        LineString([(left, bottom - half), (right, bottom - half)]),
        LineString([(left + half, top), (left + half, bottom)]),
        LineString([(right - half, top), (right - half, bottom)]),
    )
    # Only where the shape goes on beyond this page is there a part to glue on.
    goes_on = (
        shape.bounds[1] < top - HAIR_IN,
        shape.bounds[3] > bottom + HAIR_IN,
        shape.bounds[0] < left - HAIR_IN,
        shape.bounds[2] > right + HAIR_IN,
    )
    return [
        Trace(line, stroke=CUT, dashed=True)
        for way, glued in zip(ways, goes_on, strict=True)
        if glued
        for line in _lines(shape.intersection(way))
    ]
