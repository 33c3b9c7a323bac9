"""The log on the desk: as many lines as there is room for, and what each of them stands for."""

from dataclasses import dataclass

from overlay.marks.text_size import wrapped
from overlay.window.desk_parts import HANG, LINE, Column, Panel, Rect, TextLine, cut
from overlay.window.hud import Hud, LogLine


@dataclass(frozen=True)
class LogShown:
    """The part of the log that has room."""

    lines: tuple[TextLine, ...]
    rows: tuple[tuple[Rect, int], ...]
    lit: tuple[Panel, ...]
    most_scroll: int


def log_shown(column: Column, hud: Hud, scroll: int, bottom: float) -> LogShown:
    """The newest lines at the bottom, or those around the moment that the table shows.

    Where there is no room for its heading and a line, there is no log.
    """
    column.gap(1.0)
    if column.y + (2 * LINE + 0.3) * column.capital_px > bottom:
        return LogShown((), (), (), 0)
    column.write("Log: click a line to see that moment" if hud.log else "Log", "strong")
    top = column.y + 0.3 * column.capital_px
    px, room = column.capital_px, column.right - column.left
    made = [
        (part, entry, HANG * px if number else 0.0)
        for entry in hud.log
        for number, part in enumerate(
            wrapped(f"{entry.words}{_dice_words(entry)}", px, room, HANG * px)
        )
    ]
    fits = max(0, int((bottom - top) / (LINE * px)))
    most = max(0, len(made) - fits)
    first = max(0, most - (_followed(made, hud.at, fits) if scroll == 0 else scroll))
    lines, rows, lit = list[TextLine](), list[tuple[Rect, int]](), list[Panel]()
    for number, (part, entry, hang) in enumerate(made[first : first + fits], start=1):
        y = top + number * LINE * px
        box = (column.left - 0.5 * px, y - 1.5 * px, column.right, y + 0.55 * px)
        at, own = column.left + hang, room - hang
        lines.append(TextLine(at, y, cut(part, px, own), px, entry.tone, room_px=own))
        rows.append((box, entry.number))
        lit += [Panel(box, "strong")] if entry.number == hud.at else []
    return LogShown(tuple(lines), tuple(rows), tuple(lit), most)


def _followed(made: list[tuple[str, LogLine, float]], at: int | None, fits: int) -> int:
    """How far the log must be turned back for the line of a moment to stand in its middle."""
    places = [place for place, (_, entry, _) in enumerate(made) if entry.number == at]
    return max(0, len(made) - (places[-1] + 1 + fits // 2)) if places else 0


def _dice_words(entry: LogLine) -> str:
    """Its dice, but for a single one that its words name.

    >>> _dice_words(LogLine(1, "R1 throws 6 and hits B1, needs 6+", (6,)))
    ''
    >>> _dice_words(LogLine(1, "R1: B1 and B2 are hit", (6, 2)))
    ' [6] [2]'
    """
    if len(entry.dice) == 1 and f"throws {entry.dice[0]} " in f"{entry.words} ":
        return ""
    return "".join(f" [{number}]" for number in entry.dice)
