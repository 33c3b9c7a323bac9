"""What a desk is made of: lines of words, panels, buttons, dice, each with its room in pixels."""

from dataclasses import dataclass, field
from typing import Literal

from overlay.marks.text_size import width_in, wrapped

Tone = Literal["plain", "quiet", "bad", "good", "strong"]
Rect = tuple[float, float, float, float]  # left, top, right, bottom in pixels
LEAST_PX, _LEAST_HIGH = 9.0, 720  # a capital of a 12 px font on the smallest screen
LINE = 2.05  # from one line to the next, in capitals
HANG = 1.2  # how far a list's lines go in after their first, in capitals


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of words: where its capitals stand, and the room it has."""

    x: float
    y: float
    words: str
    capital_px: float
    tone: Tone = "plain"
    side: str | None = None  # whose sign stands before it
    struck: bool = False
    room_px: float = 0.0
    align: Literal["left", "right"] = "left"


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel's ground."""

    rect: Rect
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Button:
    """Something to click that does what a key does."""

    rect: Rect
    words: str
    key: str
    ctrl: bool = False
    lit: bool = False
    idle: bool = False  # its key does nothing now

    def holds(self, x: float, y: float) -> bool:
        """Whether a pixel lies in it."""
        return _holds(self.rect, x, y)


@dataclass(frozen=True, slots=True)
class DieBox:
    """A die in the tray: its number, or the empty box of one that is owed."""

    rect: Rect
    number: str
    by_program: bool = False
    owed: bool = False  # nobody has thrown it yet


@dataclass(frozen=True, slots=True)
class LongAnswer:
    """An answer that has more lines than room: where it stands, and what turns it."""

    rooms: tuple[Rect, ...]
    note: Rect  # a click on it turns the answer by a page
    page: int
    most_turned: int

    def is_at(self, x: float, y: float) -> bool:
        """Whether a pixel lies in it."""
        return any(_holds(room, x, y) for room in self.rooms)

    def turns_at(self, x: float, y: float) -> bool:
        """Whether a click on a pixel turns it."""
        return _holds(self.note, x, y)

    def next_page(self, turned: int) -> int:
        """By how many lines a click turns it; after its end it begins anew."""
        return -turned if turned >= self.most_turned else self.page


def _holds(rect: Rect, x: float, y: float) -> bool:
    left, top, right, bottom = rect
    return left <= x < right and top <= y < bottom


@dataclass(frozen=True)
class DeskShown:
    """All that stands around the table."""

    table: Rect
    capital_px: float
    lines: tuple[TextLine, ...] = ()
    plates: tuple[Panel, ...] = ()
    buttons: tuple[Button, ...] = ()
    dice: tuple[DieBox, ...] = ()
    log_rows: tuple[tuple[Rect, int], ...] = ()  # where each event of the log stands
    most_scroll: int = 0  # how many lines the log can be turned back
    long: LongAnswer | None = None

    def event_at(self, x: float, y: float) -> int | None:
        """The number of the event whose line in the log is under a pixel."""
        return next((n for row, n in self.log_rows if _holds(row, x, y)), None)

    def button_at(self, x: float, y: float) -> Button | None:
        """The button under a pixel."""
        return next((button for button in self.buttons if button.holds(x, y)), None)


@dataclass
class Column:
    """A column being filled from the top; words are cut into lines that fit."""

    left: float
    right: float
    y: float
    capital_px: float
    lines: list[TextLine] = field(default_factory=list)

    def write(  # noqa: PLR0913 - the optional ones are named at every call
        self,
        words: str,
        tone: Tone = "plain",
        *,
        times: float = 1.0,
        side: str | None = None,
        struck: bool = False,
        hang: float = 0.0,
    ) -> None:
        """One paragraph, whose lines after the first go in by so many capitals."""
        px = self.capital_px * times
        indent = 0.0 if side is None else 1.9 * px
        room = self.right - self.left - indent
        for number, part in enumerate(wrapped(words, px, room, hang * px)):
            self.y += LINE * px
            sign, inner = (side, 0.0) if number == 0 else (None, hang * px)
            shown, at = cut(part, px, room - inner), self.left + indent + inner
            self.lines.append(TextLine(at, self.y, shown, px, tone, sign, struck, room - inner))

    def gap(self, times: float = 0.6) -> None:
        """Some room."""
        self.y += times * self.capital_px


def cut(words: str, capital_px: float, room_px: float) -> str:
    """A word that is wider than its room, ended with dots.

    >>> cut("short", 10.0, 500.0), cut("incomprehensibilities", 10.0, 60.0)
    ('short', 'incomp..')
    """
    if width_in(words, capital_px) <= room_px:
        return words
    while words and width_in(f"{words}..", capital_px) > room_px:
        words = words[:-1]
    return f"{words}.."


def capital_of(size_wh: tuple[int, int]) -> float:
    """How tall the capitals of the desk's words are in a window of that size."""
    return max(LEAST_PX, LEAST_PX * min(size_wh[1] / _LEAST_HIGH, size_wh[0] / 1280.0))
