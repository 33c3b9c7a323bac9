"""The first page of a kit: what is on which page, how to cut and fold, two checks of the scale."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.paper import MARGIN_IN, Page
from calibration.sheets.footer import MM_IN
from calibration.sheets.marks import NOTE, PageMarks, SheetMark, SheetWords, box, cut, fold

CARD_WH_IN = (85.6 * MM_IN, 53.98 * MM_IN)  # a bank card, the same all over the world
_LINE_IN = 0.2


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """Pages that belong together: what they are called and what to do with them."""

    title: str
    pages: tuple[PageMarks, ...]
    note: str = ""


def cover_page(page: Page, sheets: Sequence[PrintedSheet], enough: str) -> PageMarks:
    """The cover, with the sheets that follow it numbered from page 2; `enough` is to begin with."""
    left, top = MARGIN_IN, MARGIN_IN
    contents = _contents(sheets)
    below = top + 1.15 + _LINE_IN * 2 * len(contents)
    return (
        SheetWords(left, top + 0.3, "Everything for your table", 22, bold=True),
        SheetWords(
            left, top + 0.6, f"Print {enough} to begin, at 100 %, not fitted to the page.", 11
        ),
        *(
            mark
            for row, (where, what, note) in enumerate(contents)
            for mark in _row(left, top + 1.0 + 2 * _LINE_IN * row, where, what, note)
        ),
        *_legend(left, below),
        *_card(page, left, below + 0.75),
    )


def _contents(sheets: Sequence[PrintedSheet]) -> list[tuple[str, str, str]]:
    """Where each sheet is, what it is, and what to do with it."""
    rows, first = [], 2
    for sheet in sheets:
        last = first + len(sheet.pages) - 1
        rows.append((page_words(first, last), sheet.title, sheet.note))
        first = last + 1
    return rows


def page_words(first: int, last: int) -> str:
    """Some pages in words.

    >>> page_words(2, 2), page_words(2, 3), page_words(2, 5)
    ('page 2', 'pages 2 and 3', 'pages 2 to 5')
    """
    if last == first:
        return f"page {first}"
    return f"pages {first} and {last}" if last == first + 1 else f"pages {first} to {last}"


def _row(x: float, y: float, where: str, what: str, note: str) -> tuple[SheetMark, ...]:
    return (
        SheetWords(x, y, where, 9, colour=NOTE),
        SheetWords(x + 1.2, y, what, 11, bold=True),
        SheetWords(x + 1.2, y + 0.16, note, 8, colour=NOTE),
    )


def _legend(x: float, y: float) -> tuple[SheetMark, ...]:
    """What the two sorts of line are for."""
    return (
        cut((x, y), (x + 1.0, y), closed=False),
        SheetWords(x + 1.2, y + 0.04, "cut along solid lines", 9),
        fold((x, y + 0.25), (x + 1.0, y + 0.25)),
        SheetWords(x + 1.2, y + 0.29, "fold along dashed lines", 9),
    )


def _card(page: Page, x: float, y: float) -> tuple[SheetMark, ...]:
    """A bank card's outline, where the page has room for it: nobody needs a ruler then."""
    width, height = CARD_WH_IN
    if y + height > MARGIN_IN + page.room_wh_in[1]:
        return ()
    return (
        box(x, y, width, height, width_pt=0.6),
        SheetWords(x + 0.15, y + 0.3, "A bank card fits exactly in here.", 9),
        SheetWords(
            x + 0.15, y + 0.48, "Too large or too small? Measure the bar below", 8, colour=NOTE
        ),
        SheetWords(x + 0.15, y + 0.62, "and print again with --measured.", 8, colour=NOTE),
    )
