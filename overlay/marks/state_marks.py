"""What a book's game shows beyond men and things, as marks: lanes, fields, smoke; and hexes."""

import shapely

from overlay.marks.lines import lines_in
from overlay.marks.marks import Area, Arrow, Label, Line, Mark, rings_of
from rules.book.book import Book
from rules.book.shown import ShownArea, ShownLine, ShownOnTable
from rules.measure.hexes import HexGrid
from table.places import TablePoint
from table.scene import Scene


def state_marks(scene: Scene, book: Book | None) -> tuple[Mark, ...]:
    """All that the book shows of a scene; nothing where no book is played."""
    if book is None:
        return ()
    return tuple(mark for one in book.shows(book, scene) for mark in _marks(one))


def _marks(one: ShownOnTable) -> tuple[Mark, ...]:
    if isinstance(one, ShownArea):
        return tuple(Area(rings, one.style) for rings in rings_of(one.shape))
    if isinstance(one, ShownLine):
        words = (Label(one.end, one.words, one.style, rank=1),) if one.words else ()
        return (Arrow((one.start, one.end), one.style), *words)
    return (Label(one.place, one.words, one.style, one.off_in, rank=1),)


def hex_marks(scene: Scene, across_in: float) -> tuple[Mark, ...]:
    """The hex grid of a table, each edge once."""
    grid = HexGrid(across_in)
    table = shapely.box(0.0, 0.0, scene.width, scene.height)
    rings = [grid.shape(cell).polygon for cell in grid.over(scene.width, scene.height)]
    edges = shapely.line_merge(shapely.union_all([ring.exterior for ring in rings]))
    kept = lines_in(shapely.get_parts(edges.intersection(table)))
    return tuple(
        Line(tuple(TablePoint(float(x), float(y)) for x, y in line), "hexes") for line in kept
    )
