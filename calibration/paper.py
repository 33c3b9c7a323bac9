"""The paper that sheets are printed on: its size, margins and the printer's own scale.

All sheet lengths are true inches, as a ruler finds them on the printed page. A printer that
shrinks its pages is met by drawing larger, so that the page holds a little less.
"""

from dataclasses import dataclass

from table.errors import UserError

PAPER_WH_IN: dict[str, tuple[float, float]] = {
    "a4": (210 / 25.4, 297 / 25.4),
    "letter": (8.5, 11.0),
}

CHECK_IN = 4.0  # the check ruler's length, which the player measures
MARGIN_IN = 0.35  # what the poorest home printers leave blank
FOOTER_IN = 0.95  # ruler, note and box at the foot of each page


@dataclass(frozen=True, slots=True)
class Page:
    """One page: `correction` times larger in the file than on the paper."""

    paper: str
    correction: float = 1.0

    @property
    def width_in(self) -> float:
        """The paper's width, in inches as they come out of the printer."""
        return PAPER_WH_IN[self.paper][0] / self.correction

    @property
    def height_in(self) -> float:
        """The paper's height, in inches as they come out of the printer."""
        return PAPER_WH_IN[self.paper][1] / self.correction

    @property
    def room_wh_in(self) -> tuple[float, float]:
        """The width and height left for the sheet between margins and footer."""
        return self.width_in - 2 * MARGIN_IN, self.height_in - 2 * MARGIN_IN - FOOTER_IN


def page_for(paper: str, measured_in: float | None = None) -> Page:
    """The page for a printer whose check ruler came out `measured_in` long."""
    if paper not in PAPER_WH_IN:
        known = ", ".join(sorted(PAPER_WH_IN))
        raise UserError(f'--paper: no paper "{paper}"; there are {known}')
    if measured_in is None:
        return Page(paper)
    if not 0.8 * CHECK_IN <= measured_in <= 1.25 * CHECK_IN:
        raise UserError(
            f"--measured: {measured_in:g} is far from the check ruler's {CHECK_IN:g} inches; "
            "measure the whole bar again and give it in inches, like 3.94, or like 10cm"
        )
    return Page(paper, CHECK_IN / measured_in)
