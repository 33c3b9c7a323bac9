"""Every key and what it does, over the table's part of the desk."""

from collections.abc import Sequence
from dataclasses import replace

from overlay.marks.text_size import width_in, wrapped
from overlay.window.desk_parts import LINE, DeskShown, Panel, Rect, TextLine, cut

_KEYS = 0.34  # of the width, at most, for the names of keys
_STEP = 0.9 * LINE  # a long list stands a little closer


def with_help(desk: DeskShown, keys: Sequence[tuple[str, str]]) -> DeskShown:
    """The desk with the list of keys over the table, the head, and what lies below the table."""
    room = _room(desk)
    left, top, right, _ = room
    px = desk.capital_px
    start, end = left + 2 * px, right - 2 * px
    widest = max(width_in(key, px) for key, _ in keys)
    split = start + min(widest + 2 * px, _KEYS * (end - start))
    y, lines = top + 0.4 * px, list[TextLine]()
    for key, does in keys:
        names = wrapped(key, px, split - start - px)
        said = wrapped(does, px, end - split)
        lines += _cell(names, TextLine(start, y, "", px, "strong", room_px=split - start - px))
        lines += _cell(said, TextLine(split, y, "", px, room_px=end - split))
        y += _STEP * px * max(len(names), len(said))
    return replace(
        desk,
        lines=(*(line for line in desk.lines if not _covers(room, line.x, line.y)), *lines),
        plates=(*desk.plates, Panel(room)),
        dice=tuple(die for die in desk.dice if not _covers(room, *die.rect[:2])),
        buttons=tuple(one for one in desk.buttons if not _covers(room, *one.rect[:2])),
        log_rows=tuple(row for row in desk.log_rows if not _covers(room, *row[0][:2])),
    )


def _room(desk: DeskShown) -> Rect:
    """All above the buttons where they lie below the table, else all that is not beside it."""
    _, _, right, bottom = desk.table
    below = [button.rect[1] for button in desk.buttons if button.rect[0] < right]
    foot = max(below, default=bottom)  # the lowest row stays, with the button that closes this
    return (0.0, 0.0, right, foot - 0.5 * desk.capital_px if below else bottom)


def _covers(room: Rect, x: float, y: float) -> bool:
    left, top, right, bottom = room
    return left <= x < right and top <= y < bottom


def _cell(parts: Sequence[str], first: TextLine) -> list[TextLine]:
    """Lines below each other, from below a place on."""
    px = first.capital_px
    return [
        replace(first, y=first.y + _STEP * px * row, words=cut(part, px, first.room_px))
        for row, part in enumerate(parts, start=1)
    ]
