"""Every key and what it does, over the table's part of the desk."""

from collections.abc import Sequence
from dataclasses import replace

from overlay.marks.text_size import width_in, wrapped
from overlay.window.desk_parts import LINE, DeskShown, Panel, TextLine, cut

_KEYS = 0.34  # of the width, at most, for the names of keys
_STEP = 0.9 * LINE  # a long list stands a little closer


def with_help(desk: DeskShown, keys: Sequence[tuple[str, str]]) -> DeskShown:
    """The desk with the list of keys where the table is."""
    left, top, right, _ = desk.table
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
    return replace(desk, lines=(*desk.lines, *lines), plates=(*desk.plates, Panel(desk.table)))


def _cell(parts: Sequence[str], first: TextLine) -> list[TextLine]:
    """Lines below each other, from below a place on."""
    px = first.capital_px
    return [
        replace(first, y=first.y + _STEP * px * row, words=cut(part, px, first.room_px))
        for row, part in enumerate(parts, start=1)
    ]
