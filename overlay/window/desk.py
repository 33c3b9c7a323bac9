"""The game desk around the table, as values: what panels, buttons and words there are, in pixels.

    desk = desk_of(size_wh, hud, typed)
    desk.table            the rectangle left for the table
    desk.buttons          where to click, and the key that does the same
    desk.lines, desk.plates, desk.dice    what is painted

Nothing here draws. Every line of words knows its room, so that a test can say that no word is cut
and none lies on another.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overlay.marks.text_size import wrapped
from overlay.window.desk_foot import button_rows, dice_tray
from overlay.window.desk_log import log_shown
from overlay.window.desk_parts import (
    LINE,
    Column,
    DeskShown,
    Panel,
    Rect,
    TextLine,
    Tone,
    capital_of,
)
from overlay.window.hud import Hud, SideRoster, clock_words

_COLUMN = 0.245  # of the window's width, for the column beside the table
_NARROWEST_PX = 270.0
_TALL = 1.1  # a window narrower than so many times its height has the desk below the table
_FOOT = 0.33  # of a tall window's height, for the desk below the table
# What the rosters leave of a column for the log and the dice tray, in lines.
_LOG_LEAST, _TRAY_LEAST = 8.0, 4.5
# How large a ruling may be, in capitals of the other words, and in how many lines then.
_VERDICT_SIZES = ((2.4, 1), (1.5, 2), (1.0, 3))
_VERDICT_ROOM = 3.0  # lines of the other words


@dataclass(frozen=True, slots=True)
class _Rooms:
    """Where the parts of a desk lie: the table, the rosters, and log, dice and buttons."""

    table: Rect
    rosters: Rect
    rest: Rect
    panel: Rect

    @property
    def is_tall(self) -> bool:
        """Whether the log has a column of its own."""
        return self.rosters != self.rest


def _rooms(size_wh: tuple[int, int]) -> _Rooms:
    wide, high = float(size_wh[0]), float(size_wh[1])
    px = capital_of(size_wh)
    head = (1.25 + 1.0 + _VERDICT_ROOM) * LINE * px + px
    if wide < _TALL * high and wide >= 2 * _NARROWEST_PX:
        top, middle = high * (1 - _FOOT), wide / 2
        rosters, rest = (px, top, middle - px, high), (middle + px, top, wide - px, high)
        return _Rooms((0.0, head, wide, top), rosters, rest, (0.0, top, wide, high))
    split = wide - max(_NARROWEST_PX, _COLUMN * wide)
    column = (split + px, 0.0, wide - px, high)
    return _Rooms((0.0, head, split, high), column, column, (split, 0.0, wide, high))


def desk_of(size_wh: tuple[int, int], hud: Hud, typed: str = "", scroll: int = 0) -> DeskShown:
    """The desk for a window of that size; `scroll` is how many lines the log is turned back."""
    rooms, px = _rooms(size_wh), capital_of(size_wh)
    left, top, right, _ = rooms.rest
    head = _head(hud, rooms.table[2] - 2 * px, px)
    buttons = button_rows(rooms.rest, hud, px)
    first_button = min(button.rect[1] for button in buttons)
    tray = dice_tray(hud, typed, (left, right, first_button - px), px)
    column = _rosters(hud, rooms, px, first_button)
    beside = Column(left, right, top - 0.6 * px, px) if rooms.is_tall else column
    log = log_shown(beside, hud, scroll, tray.top - 0.5 * px)
    told = (*column.lines, *(beside.lines if rooms.is_tall else ()))
    return DeskShown(
        rooms.table,
        px,
        (*head, *told, *log.lines, *tray.lines),
        (Panel(rooms.panel), Panel((0.0, 0.0, rooms.table[2], rooms.table[1])), *log.lit),
        (*tray.digits, *buttons),
        tray.dice,
        log.rows,
        log.most_scroll,
    )


def _rosters(hud: Hud, rooms: _Rooms, capital_px: float, first_button: float) -> Column:
    """Both sides; who has fewer men leaves the other what he does not need."""
    left, top, right, bottom = rooms.rosters
    column = Column(left, right, top + 0.4 * capital_px, capital_px)
    if not rooms.is_tall:
        bottom = first_button - (_LOG_LEAST + _TRAY_LEAST) * LINE * capital_px
    needs = [_need(column, roster) for roster in hud.rosters]
    for roster, room in zip(hud.rosters, shared(needs, bottom - column.y), strict=True):
        _roster(column, roster, column.y + room)
    return column


def _need(column: Column, roster: SideRoster) -> float:
    """The room in which a whole roster stands."""
    tried = replace(column, lines=[])
    _roster(tried, roster, float("inf"))
    return tried.y - column.y + LINE * column.capital_px


def shared(needs: Sequence[float], room: float) -> list[float]:
    """What each gets of some room: what it needs, or as much as those who want more all get.

    >>> shared([10.0, 50.0], 40.0), shared([30.0, 50.0], 40.0)
    ([10.0, 30.0], [20.0, 20.0])
    """
    given, left = [0.0] * len(needs), room
    for served, at in enumerate(sorted(range(len(needs)), key=needs.__getitem__)):
        given[at] = min(needs[at], left / (len(needs) - served))
        left -= given[at]
    return given


def _head(hud: Hud, wide: float, capital_px: float) -> list[TextLine]:
    """Turn, phase, side and clock; what to do now; the last ruling in large words."""
    column = Column(capital_px, capital_px + wide, 0.2 * capital_px, capital_px)
    turn = None if hud.turn is None else f"Turn {hud.turn}"
    title = ", ".join(part for part in (turn, hud.phase, hud.side) if part) or "Spotter"
    clock = None if hud.left_s is None else clock_words(hud.left_s)
    column.write(title, "strong", times=1.25)
    if clock is not None:
        late = hud.left_s is not None and hud.left_s <= 10
        at = column.right
        tone: Tone = "bad" if late else "strong"
        column.lines.append(
            TextLine(at, column.y, clock, 1.5 * capital_px, tone, room_px=wide / 4, align="right")
        )
    words = hud.verdict or hud.message or ""
    if now := "; ".join(part for part in (*_notices(hud, words), hud.now) if part):
        column.write(whole_parts(now, 1, capital_px, wide), "quiet")
    times, most = _verdict_size(words, wide, capital_px)
    tone = "bad" if hud.alarm or hud.back else "plain"
    column.write(whole_parts(words, most, times * capital_px, wide), tone, times=times)
    return column.lines


def _notices(hud: Hud, verdict: str) -> list[str]:
    """What is said besides the ruling: of hands, clocks, files."""
    return [part for part in (hud.message or "").split("; ") if part not in verdict]


def _verdict_size(words: str, wide: float, capital_px: float) -> tuple[float, int]:
    """How large a ruling is written, and in how many lines: the shorter the larger."""
    fits = (
        (times, most)
        for times, most in _VERDICT_SIZES
        if len(wrapped(words, times * capital_px, wide)) <= most
    )
    return next(fits, _VERDICT_SIZES[-1])


def whole_parts(words: str, most: int, capital_px: float, wide: float) -> str:
    """As many whole parts of a text as fit into so many lines; the first always stays.

    >>> whole_parts("put R1 back; take off B1; click a shooter", 1, 10.0, 200.0)
    'put R1 back; take off B1'
    """
    parts = words.split("; ")
    while len(parts) > 1 and len(wrapped("; ".join(parts), capital_px, wide)) > most:
        parts = parts[:-1]
    return "; ".join(parts)


def _roster(column: Column, roster: SideRoster, bottom: float) -> None:
    """A side's men, as many as there is room for; those who can do nothing any more go first."""
    step = LINE * column.capital_px
    column.gap()
    column.write(f"{roster.side}: {roster.words}", "strong", side=roster.side)
    rows = [row for row in roster.rows if row.on] + [row for row in roster.rows if not row.on]
    for number, row in enumerate(rows):
        if column.y + 2 * step > bottom:
            column.write(f"and {len(rows) - number} more", "quiet")
            return
        before = column.y
        column.write(row.words, "plain" if row.on else "quiet", struck=row.off)
        if column.y - before > 2 * step:  # a man has two lines at most
            del column.lines[-1]
            column.y = before + 2 * step
