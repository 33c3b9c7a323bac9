"""Army cards: one for each man, with the lines of his weapons that the rulebook gives."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.paper import Page
from calibration.sheets.flow import Cell, flow
from calibration.sheets.marks import (
    NOTE,
    PageMarks,
    SheetMark,
    SheetWords,
    Trace,
    box,
    cut,
    wrapped,
)

WIDTH_IN, HEIGHT_IN = 2.5, 3.0
# Print size in points, letters to the line, lines to the card: the largest that holds them all.
PRINTS = ((8.5, 37, 14), (6.5, 42, 19))


@dataclass(frozen=True, slots=True)
class ArmyCard:
    """What one card says: who he is, and his weapons' lines in the rulebook's terms."""

    id: str
    side: str
    colour: str
    about: str
    lines: tuple[tuple[str, bool], ...]  # text, and whether it is a heading
    rulebook: str = ""


def card_pages(page: Page, cards: Sequence[ArmyCard]) -> list[PageMarks]:
    """The cards, as many to a page as it has room for."""
    return flow(page, [_card(card) for card in cards], gap_in=0.0)


def _card(card: ArmyCard) -> Cell:
    marks: list[SheetMark] = [
        cut((0, 0), (WIDTH_IN, 0), (WIDTH_IN, HEIGHT_IN), (0, HEIGHT_IN)),
        box(0.08, 0.08, WIDTH_IN - 0.16, 0.12, fill=card.colour, stroke=None),
        SheetWords(0.1, 0.43, card.id, 15, bold=True),
        SheetWords(WIDTH_IN - 0.1, 0.43, card.side, 8, anchor="end", colour=NOTE),
        SheetWords(0.1, 0.57, card.about, 7, colour=NOTE),
        Trace(((0.1, 0.63), (WIDTH_IN - 0.1, 0.63)), width_pt=0.4, stroke=NOTE),
        *_lines(card),
        SheetWords(WIDTH_IN / 2, HEIGHT_IN - 0.08, card.rulebook, 6, anchor="middle", colour=NOTE),
    ]
    return Cell(WIDTH_IN, HEIGHT_IN, tuple(marks), f'the card of soldier "{card.id}"')


def _lines(card: ArmyCard) -> list[SheetMark]:
    size_pt, rows = _fitted(card)
    step_in = 1.25 * size_pt / 72
    return [
        SheetWords(0.1, 0.78 + step_in * row, text, size_pt, bold=heading)
        for row, (text, heading) in enumerate(rows)
    ]


def _fitted(card: ArmyCard) -> tuple[float, list[tuple[str, bool]]]:
    """The print size and the broken lines, cut short where even the smallest print is too long."""
    for size_pt, letters, most in PRINTS:
        rows = [(piece, head) for text, head in card.lines for piece in wrapped(text, letters)]
        if len(rows) <= most:
            return size_pt, rows
    return size_pt, [*rows[: most - 1], ("... more in the rulebook", False)]
