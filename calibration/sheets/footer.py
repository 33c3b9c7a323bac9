"""The foot of every page: check ruler in inches and mm, note, box for what was measured."""

from calibration.paper import CHECK_IN, FOOTER_IN, MARGIN_IN, Page
from calibration.sheets.marks import NOTE, PageMarks, SheetMark, SheetWords, Trace, box

MM_IN = 1 / 25.4
BAR_IN = 0.1  # the bar's thickness


def footer(page: Page, title: str, numbers: tuple[int, int], note: str) -> PageMarks:
    """The marks at the foot of one page; `numbers` are the page's own and how many there are."""
    number, count = numbers
    top = page.height_in - MARGIN_IN - FOOTER_IN
    left = MARGIN_IN
    bar_top = top + 0.34
    return (
        Trace(((left, top), (page.width_in - MARGIN_IN, top)), stroke=NOTE, width_pt=0.3),
        SheetWords(
            left, top + 0.16, "Print at 100 % (actual size), not fitted to the page.", bold=True
        ),
        SheetWords(
            page.width_in - MARGIN_IN,
            top + 0.16,
            f"{title} - page {number} of {count}",
            anchor="end",
            colour=NOTE,
        ),
        SheetWords(left, top + 0.84, note, 7, colour=NOTE),
        *_bar(left, bar_top),
        *_inches(left, bar_top),
        *_millimetres(left, bar_top + BAR_IN),
        *_measured_box(page, left + CHECK_IN + 0.3, bar_top),
    )


def _bar(left: float, top: float) -> tuple[SheetMark, ...]:
    """The bar itself, an inch black and an inch white by turns."""
    return (
        box(left, top, CHECK_IN, BAR_IN, width_pt=0.3),
        *(
            box(left + inch, top, 1.0, BAR_IN, fill="#000000", stroke=None)
            for inch in range(0, int(CHECK_IN), 2)
        ),
    )


def _inches(left: float, top: float) -> tuple[SheetMark, ...]:
    marks: list[SheetMark] = []
    for eighth in range(int(CHECK_IN * 8) + 1):
        x = left + eighth / 8
        arm = 0.09 if eighth % 8 == 0 else 0.045
        marks.append(Trace(((x, top), (x, top - arm)), width_pt=0.4))
    marks += [
        SheetWords(left + inch + 0.03, top - 0.04, f"{inch} in" if inch else "0", size_pt=6)
        for inch in range(int(CHECK_IN))
    ]
    return tuple(marks)


def _millimetres(left: float, top: float) -> tuple[SheetMark, ...]:
    marks: list[SheetMark] = []
    for mm in range(101):
        arm = 0.09 if mm % 10 == 0 else 0.06 if mm % 5 == 0 else 0.035
        x = left + mm * MM_IN
        marks.append(Trace(((x, top), (x, top + arm)), width_pt=0.25))
    marks += [
        SheetWords(left + mm * MM_IN, top + 0.19, f"{mm} mm", size_pt=6, anchor="middle")
        for mm in range(20, 101, 20)
    ]
    return tuple(marks)


def _measured_box(page: Page, left: float, top: float) -> tuple[SheetMark, ...]:
    right = page.width_in - MARGIN_IN
    return (
        SheetWords(left, top + 0.02, f"The bar is {CHECK_IN:.2f} in long. I measured:", size_pt=7),
        box(left, top + 0.07, right - left, 0.24, width_pt=0.5),
        SheetWords(right - 0.06, top + 0.24, "in", anchor="end"),
        SheetWords(
            left,
            top + 0.43,
            "Not 4.00? Print again with --measured and that number.",
            size_pt=6.5,
            colour=NOTE,
        ),
    )
