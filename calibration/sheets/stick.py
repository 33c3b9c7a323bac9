"""Measuring sticks: six inches, marked where the moves end."""

from calibration.paper import Page
from calibration.sheets.flow import Cell, flow
from calibration.sheets.marks import NOTE, PageMarks, SheetMark, SheetWords, Trace, cut

MOVES_IN = (("SHORT", 2.0), ("HALF", 3.0), ("PART", 4.0), ("FULL", 6.0))
LENGTH_IN = 6.0
WIDTH_IN = 0.75
COPIES = 6


def stick_pages(page: Page) -> list[PageMarks]:
    """Some sticks to cut out; cut through the two ends, they are the measure."""
    return flow(page, [_stick()] * COPIES, gap_in=0.35)


def _stick() -> Cell:
    marks: list[SheetMark] = [
        cut((0, 0), (LENGTH_IN, 0), (LENGTH_IN, WIDTH_IN), (0, WIDTH_IN)),
        *(_tick(quarter / 4) for quarter in range(1, int(LENGTH_IN * 4))),
        *(
            SheetWords(inch, 0.26, f"{inch}", 6, anchor="middle", colour=NOTE)
            for inch in range(1, int(LENGTH_IN))
        ),
    ]
    for name, length in MOVES_IN:
        marks.append(Trace(((length, 0.3), (length, WIDTH_IN)), width_pt=1.4))
        marks.append(
            SheetWords(length - 0.05, 0.5, name, 9, bold=True, anchor="end"),
        )
        marks.append(
            SheetWords(length - 0.05, 0.65, f"{length:g} in", 7, anchor="end", colour=NOTE)
        )
    return Cell(LENGTH_IN, WIDTH_IN, tuple(marks), "the measuring stick")


def _tick(at_in: float) -> Trace:
    arm = 0.16 if at_in == int(at_in) else 0.1 if at_in * 2 == int(at_in * 2) else 0.06
    return Trace(((at_in, 0), (at_in, arm)), width_pt=0.5)
