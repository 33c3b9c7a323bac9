"""What was asked on the table and its answer, as lines of the desk: there it covers nobody."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overlay.marks.marks import Card
from overlay.marks.text_size import width_in, wrapped
from overlay.window.desk_parts import LINE, Column, Rect, TextLine, Tone

_GAP = 1.2  # between two columns, in capitals
_LEAST_WORDS = 11.0  # of a reason, in capitals, before its rule gets a line of its own


@dataclass(frozen=True, slots=True)
class Answered:
    """A sentence, and the sums or lists that go with it."""

    title: str = ""
    cards: tuple[Card, ...] = ()


def answer_lines(
    answered: Answered, room: Rect, capital_px: float, *, at_bottom: bool = False
) -> tuple[TextLine, ...]:
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
    lines = _shortened(column, bottom)
    lowest = max((line.y for line in lines), default=top)
    down = bottom - lowest - 0.4 * capital_px if at_bottom else 0.0
    return tuple(replace(line, y=line.y + max(0.0, down)) for line in lines)


def _shortened(column: Column, bottom: float) -> list[TextLine]:
    """Its lines down to the bottom; before the last one stands how many have no room."""
    heights = sorted({line.y for line in column.lines})
    step = LINE * column.capital_px
    kept = [y for y in heights[:-1] if y <= bottom - 2 * step]
    if not kept or heights[-1] <= bottom:
        return [line for line in column.lines if line.y <= bottom]
    lines = [line for line in column.lines if line.y <= kept[-1]]
    note = Column(column.left, column.right, kept[-1], column.capital_px, lines)
    note.write(f"({len(heights) - len(kept) - 1} more lines in a larger window)", "quiet")
    last = (line for line in column.lines if line.y == heights[-1])
    return [*lines, *(replace(line, y=note.y + step) for line in last)]


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
