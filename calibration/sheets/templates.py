"""Paper templates of cones and disks; what is longer than the page is glued from parts."""

from collections.abc import Sequence
from math import ceil

from shapely.affinity import translate
from shapely.geometry import LineString, Polygon
from shapely.geometry import box as shapely_box

from calibration.paper import MARGIN_IN, Page
from calibration.sheets.flow import HAIR_IN, Cell, flow
from calibration.sheets.marks import (
    CUT,
    NOTE,
    XY,
    Mark,
    PageMarks,
    SheetWords,
    Trace,
    cross,
    moved,
)
from table.paper_shape import PaperShape

CAPTION_IN = 0.3
OVERLAP_IN = 0.4  # of glued parts


def template_pages(page: Page, templates: Sequence[PaperShape]) -> list[PageMarks]:
    """Small templates side by side, then each large one in parts."""
    room_w, room_h = page.room_wh_in
    cells: list[Cell] = []
    parts: list[PageMarks] = []
    for template in templates:
        shape = _upright(template)
        left, top, right, bottom = shape.bounds
        if right - left <= room_w and bottom - top + CAPTION_IN <= room_h:
            cells.append(_cell(template, shape))
        else:
            parts += _parts(page, template, shape)
    # Rows waste least when their cells are of like height.
    cells.sort(key=lambda cell: cell.height)
    return flow(page, cells, gap_in=0.15) + parts


def _upright(template: PaperShape) -> Polygon:
    """The shape on paper, its axis pointing up."""
    return Polygon([(right, -along) for along, right in template.ring])


def _cell(template: PaperShape, shape: Polygon) -> Cell:
    left, top, right, bottom = shape.bounds
    placed = moved(_shape_marks(shape), -left, -top)
    height = bottom - top
    caption = (
        SheetWords(0, height + 0.13, template.name, 7.5, bold=True),
        SheetWords(0, height + 0.25, template.note, 6.5, colour=NOTE),
    )
    width = max(right - left, 0.055 * len(template.name) + 0.1, 0.048 * len(template.note) + 0.1)
    return Cell(width, height + CAPTION_IN, (*placed, *caption), template.name)


def _shape_marks(shape: Polygon) -> list[Mark]:
    ring = tuple((x, y) for x, y in shape.exterior.coords[:-1])
    return [Trace(ring, closed=True, width_pt=0.8), *cross(0.0, 0.0)]


def _parts(page: Page, template: PaperShape, shape: Polygon) -> list[PageMarks]:
    """The shape over several pages, each with a strip of its neighbour to glue on."""
    room_w, room_h = page.room_wh_in
    left, top, right, bottom = shape.bounds
    step_w, step_h = room_w - OVERLAP_IN, room_h - CAPTION_IN - OVERLAP_IN
    columns = max(1, ceil((right - left - OVERLAP_IN) / step_w))
    rows = max(1, ceil((bottom - top - OVERLAP_IN) / step_h))
    windows = [
        (left + column * step_w, top + row * step_h)
        for row in range(rows)
        for column in range(columns)
    ]
    boxes = [shapely_box(x, y, x + room_w, y + step_h + OVERLAP_IN) for x, y in windows]
    held = [window for window in boxes if shape.intersects(window)]
    return [
        _part(shape, window, f"{template.name}: part {number} of {len(held)}")
        for number, window in enumerate(held, start=1)
    ]


def _part(shape: Polygon, window: Polygon, name: str) -> PageMarks:
    x, y, _, foot = window.bounds
    edge = translate(shape.exterior.intersection(window), -x, -y)
    marks: list[Mark] = [Trace(line, width_pt=0.8) for line in _lines(edge)]
    if window.contains(shapely_box(-0.01, -0.01, 0.01, 0.01)):
        marks += cross(-x, -y)
    marks += _glue_lines(translate(shape, -x, -y), translate(window, -x, -y))
    caption = f"{name}. Glue the parts together, dashed line on dashed line."
    marks.append(SheetWords(0, foot - y + 0.2, caption, 7.5, bold=True))
    return moved(marks, MARGIN_IN, MARGIN_IN)


def _lines(edge: object) -> list[tuple[XY, ...]]:
    """The pieces of a cut-up outline."""
    pieces = getattr(edge, "geoms", [edge])
    return [tuple(piece.coords) for piece in pieces if isinstance(piece, LineString)]


def _glue_lines(shape: Polygon, window: Polygon) -> list[Mark]:
    """Dashed lines in the middle of the strips that two parts share."""
    _, _, right, bottom = window.bounds
    half = OVERLAP_IN / 2
    ways = (
        LineString([(0, half), (right, half)]),
        LineString([(0, bottom - half), (right, bottom - half)]),
        LineString([(half, 0), (half, bottom)]),
        LineString([(right - half, 0), (right - half, bottom)]),
    )
    # Only where the shape goes on beyond this page is there a part to glue on.
    goes_on = (
        shape.bounds[1] < -HAIR_IN,
        shape.bounds[3] > bottom + HAIR_IN,
        shape.bounds[0] < -HAIR_IN,
        shape.bounds[2] > right + HAIR_IN,
    )
    return [
        Trace(line, stroke=CUT, dashed=True)
        for way, glued in zip(ways, goes_on, strict=True)
        if glued
        for line in _lines(shape.intersection(way))
    ]
