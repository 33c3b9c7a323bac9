"""What was asked on the table and its answer, as lines of the desk: there it covers nobody."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overlay.marks.marks import Card
from overlay.marks.text_size import width_in, wrapped
from overlay.window.desk_parts import LINE, Column, LongAnswer, Rect, TextLine, Tone

_MORE_LINES = "more lines: click here)"
_GAP = 1.2  # between two columns, in capitals
_LEAST_WORDS = 11.0  # of a reason, in capitals, before its rule gets a line of its own


@dataclass(frozen=True, slots=True)
class Answered:
    """A sentence, and the sums or lists that go with it.

    `turned` is how many of its lines were turned away, where it is longer than its room.
    """

    title: str = ""
    cards: tuple[Card, ...] = ()
    turned: int = 0


@dataclass(frozen=True, slots=True)
class AnswerShown:
    """As many of an answer's lines as have room, and by how many lines it can be turned."""

    lines: tuple[TextLine, ...] = ()
    page: int = 0
    most_turned: int = 0


def answer_lines(
    answered: Answered, room: Rect, capital_px: float, *, at_bottom: bool = False
) -> AnswerShown:
    """The answer at the top of a room or at its bottom; what has no room there is counted."""
    left, top, right, bottom = room
    column = Column(left, right, top, capital_px)
    tones: list[Tone] = ["bad" if card.ink == "blocked" else "plain" for card in answered.cards]
    if tones[:1] == ["bad"]:
        column.write(answered.cards[0].title, "bad")  # the reasons follow, once
    elif answered.title:
        column.write(answered.title, "strong")
    has_several = sum(bool(card.title) for card in answered.cards) > 1
    for card, tone in zip(answered.cards, tones, strict=True):
        if has_several and card.title and (card, tone) != (answered.cards[0], "bad"):
            column.write(card.title, tone)
        for row in card.rows:
            # What cites no rule is no reason of a refusal: it says what would help.
            _row(column, row, card.rows, tone if len(row) > 1 else "plain")
    shown = _shortened(column, bottom, answered.turned)
    lowest = max((line.y for line in shown.lines), default=top)
    down = bottom - lowest - 0.4 * capital_px if at_bottom else 0.0
    lines = tuple(replace(line, y=line.y + max(0.0, down)) for line in shown.lines)
    return replace(shown, lines=lines)


def _shortened(column: Column, bottom: float, turned: int) -> AnswerShown:
    """Its lines down to the bottom; before the last one stands how many have no room."""
    heights = sorted({line.y for line in column.lines})
    step = LINE * column.capital_px
    page = sum(y <= bottom - 2 * step for y in heights[:-1])
    if not page or heights[-1] <= bottom:
        return AnswerShown(tuple(line for line in column.lines if line.y <= bottom))
    most = len(heights) - 1 - page
    first = min(turned, most)
    # All lines are as far from each other, so that any of them can be the first.
    up, kept = heights[first] - heights[0], heights[first : first + page]
    lines = [replace(line, y=line.y - up) for line in column.lines if line.y in kept]
    note = Column(column.left, column.right, kept[-1] - up, column.capital_px, lines)
    note.write(f"({most} {_MORE_LINES}", "quiet")
    last = (line for line in column.lines if line.y == heights[-1])
    lines += (replace(line, y=note.y + step) for line in last)
    return AnswerShown(tuple(lines), page, most)


def long_answer(shown: AnswerShown) -> LongAnswer | None:
    """How an answer that is longer than its room is turned; None where all of it stands there."""
    note = next((line for line in shown.lines if line.words.endswith(_MORE_LINES)), None)
    if note is None:
        return None
    rooms = tuple(map(_room_of, shown.lines))
    return LongAnswer(rooms, _room_of(note), shown.page, shown.most_turned)


def _room_of(line: TextLine) -> Rect:
    left = line.x - (line.room_px if line.align == "right" else 0.0)
    px = line.capital_px
    return (left, line.y - 1.5 * px, left + line.room_px, line.y + 0.55 * px)


def _row(column: Column, row: tuple[str, ...], rows: Sequence[tuple[str, ...]], tone: Tone) -> None:
    """A reason with its rule and number against the right edge, as all rows of its card have them.

    Where the reason would have too little room, its rule and number follow below it.
    """
    px = column.capital_px
    ends, right = list[float](), column.right
    for cells in _from_the_right(rows):
        ends.append(right)
        right -= max(width_in(cell, px) for cell in cells) + _GAP * px
    has_own_line = len(row) > 1 and right - column.left < _LEAST_WORDS * px
    wide = column.right if has_own_line or len(row) == 1 else right
    y = column.y + LINE * px
    for part in wrapped(row[0], px, wide - column.left) or ("",):
        column.y += LINE * px
        room_px = wide - column.left
        column.lines.append(TextLine(column.left, column.y, part, px, tone, room_px=room_px))
    if has_own_line:
        column.y += LINE * px
        y = column.y
    for end, cell in zip(ends, reversed(row[1:]), strict=False):
        if cell:
            said: Tone = tone if cell is row[-1] else "quiet"
            room_px = width_in(cell, px)
            column.lines.append(TextLine(end, y, cell, px, said, room_px=room_px, align="right"))


def _from_the_right(rows: Sequence[tuple[str, ...]]) -> list[list[str]]:
    """The cells after the first of all rows, by column, the last column first."""
    most = max(len(row) for row in rows) - 1
    return [[row[-place] for row in rows if len(row) > place] for place in range(1, most + 1)]
