"""What a printed page is made of, as values: inches from the paper's top-left corner, y down."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

XY = tuple[float, float]
Anchor = Literal["start", "middle", "end"]

INK = "#000000"
CUT = "#8c8c8c"
NOTE = "#444444"


@dataclass(frozen=True, slots=True)
class Modules:
    """A code's black and white modules, rows of "1" and "0", filling a square."""

    x: float
    y: float
    side: float
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A line through points, closed or not, filled or not."""

    points: tuple[XY, ...]
    closed: bool = False
    stroke: str | None = INK
    fill: str | None = None
    width_pt: float = 0.6
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class SheetWords:
    """A line of text whose baseline starts, is centred or ends at the place."""

    x: float
    y: float
    text: str
    size_pt: float = 8.0
    bold: bool = False
    anchor: Anchor = "start"
    colour: str = INK
    turn_deg: float = 0.0


SheetMark = Modules | Trace | SheetWords
PageMarks = tuple[SheetMark, ...]


def box(x: float, y: float, width: float, height: float, **style: object) -> Trace:
    """A rectangle by its top-left corner and size."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return replace(Trace(corners, closed=True), **style)  # type: ignore[arg-type]  # fields of Trace


def cut(*points: XY, closed: bool = True) -> Trace:
    """A line for the scissors."""
    return Trace(points, closed=closed, stroke=CUT, width_pt=0.4)


def fold(start: XY, end: XY) -> Trace:
    """A line to fold along."""
    return Trace((start, end), stroke=CUT, width_pt=0.6, dashed=True)


def cross(x: float, y: float, arm: float = 0.08, colour: str = NOTE) -> tuple[Trace, Trace]:
    """A small upright cross."""
    return (
        Trace(((x - arm, y), (x + arm, y)), stroke=colour, width_pt=0.5),
        Trace(((x, y - arm), (x, y + arm)), stroke=colour, width_pt=0.5),
    )


def moved(marks: Sequence[SheetMark], dx: float, dy: float) -> PageMarks:
    """The same marks further right and down."""
    return tuple(_moved(mark, dx, dy) for mark in marks)


def _moved(mark: SheetMark, dx: float, dy: float) -> SheetMark:
    if isinstance(mark, Trace):
        return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
    return replace(mark, x=mark.x + dx, y=mark.y + dy)


def wrapped(text: str, letters: int) -> list[str]:
    """The text broken between words into lines of at most so many letters."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word[:letters])
    return lines
