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
from overlay.window.desk_answer import Answered, AnswerShown, answer_lines, long_answer
from overlay.window.desk_foot import button_rows, dice_tray
from overlay.window.desk_log import log_shown
from overlay.window.desk_parts import (
    HANG,
    LINE,
    Column,
    DeskShown,
    Panel,
    Rect,
    TextLine,
    Tone,
    capital_of,
)
from overlay.window.hud import Hud, RosterLine, SideRoster, besides_title, clock_words, ruled_in

# The least that the desk needs beside the table, or below it, in capitals of its words.
_LEAST_WIDE, _LEAST_HIGH = 30.0, 27.0
_ROSTER_WIDE = 15.0  # of a side's roster, where they stand side by side
# What the rosters leave of a column for the log and the dice tray, in lines.
_LOG_LEAST, _TRAY_LEAST = 8.0, 4.5
# How large a ruling may be, in capitals of the other words, and in how many lines then.
_VERDICT_SIZES = ((2.4, 1), (1.5, 2), (1.0, 3))
_VERDICT_ROOM = 3.4  # lines of the other words
_USUAL_TABLE = (37.6, 25.6)  # what is shown of one of 36 by 24 inches
_NOTHING = Answered()


@dataclass(frozen=True, slots=True)
class _Rooms:
    """Where the parts of a desk lie: the table, the rosters, log and dice, the buttons."""

    table: Rect
    rosters: Rect
    rest: Rect
    buttons: Rect
    panel: Rect
    capital_px: float

    @property
    def is_below(self) -> bool:
        """Whether the desk lies below the table, and the log has a column of its own."""
        return self.rosters != self.rest


def _rooms(size_wh: tuple[int, int], table_wh: tuple[float, float]) -> _Rooms:
    """The desk beside the table or below it, wherever the table then is larger.

    The table gets what it can use, the desk all the rest, but never less than it needs.
    """
    wide, high = float(size_wh[0]), float(size_wh[1])
    px = capital_of(size_wh)
    head = (1.25 + 1.0 + _VERDICT_ROOM) * LINE * px + px
    table_wide, table_high = table_wh
    beside = min((wide - _LEAST_WIDE * px) / table_wide, (high - head) / table_high)
    below = min(wide / table_wide, (high - head - _LEAST_HIGH * px) / table_high)
    if below > beside:
        top, middle = head + below * table_high, wide / 2
        rosters, rest = (px, top, middle - px, high), (middle + px, top, wide - px, high)
        whole = (px, top, wide - px, high)
        return _Rooms((0.0, head, wide, top), rosters, rest, whole, (0.0, top, wide, high), px)
    split = beside * table_wide
    column = (split + px, 0.0, wide - px, high)
    return _Rooms((0.0, head, split, high), column, column, column, (split, 0.0, wide, high), px)


def desk_of(  # noqa: PLR0913 - the optional ones are named at every call
    size_wh: tuple[int, int],
    hud: Hud,
    typed: str = "",
    scroll: int = 0,
    *,
    answered: Answered = _NOTHING,
    table_wh: tuple[float, float] = _USUAL_TABLE,
    idle: frozenset[str] = frozenset(),
) -> DeskShown:
    """The desk for a window of that size; `scroll` is how many lines the log is turned back.

    `idle` are the keys that do nothing now.
    """
    rooms = _rooms(size_wh, table_wh)
    px = rooms.capital_px
    left, _, right, _ = rooms.rest
    head = _head(hud, rooms.table[2] - 2 * px, px)
    buttons = button_rows(rooms.buttons, hud, px, idle)
    first_button = min(button.rect[1] for button in buttons)
    tray = dice_tray(hud, typed, (left, right, first_button - px), px)
    arranged = _in_two_columns if rooms.is_below else _in_one_column
    middle = arranged(hud, answered, rooms, first_button, tray.top)
    log = log_shown(middle.log, hud, scroll, middle.log_bottom)
    told = (*middle.answer.lines, *middle.rosters, *middle.log.lines)
    return DeskShown(
        rooms.table,
        px,
        (*head, *told, *log.lines, *tray.lines),
        (Panel(rooms.panel), Panel((0.0, 0.0, rooms.table[2], rooms.table[1])), *log.lit),
        (*tray.digits, *buttons),
        tray.dice,
        log.rows,
        log.most_scroll,
        long_answer(middle.answer),
    )


@dataclass(frozen=True, slots=True)
class _Middle:
    """What stands between the head and the dice."""

    rosters: Sequence[TextLine]
    answer: AnswerShown
    log: Column  # what is in it already stands over the log
    log_bottom: float


def _in_two_columns(
    hud: Hud, answered: Answered, rooms: _Rooms, first_button: float, tray_top: float
) -> _Middle:
    """Below the table: the rosters in one column, the log over the dice in the other.

    The answer stands over the rosters: the log has too little room to give any away. Only what
    of a long answer finds no room there goes on over the log.
    """
    px, (left, top, right, _) = rooms.capital_px, rooms.rosters
    bottom, log_bottom = first_button - 0.6 * px, tray_top - 0.5 * px
    step = LINE * px
    fit = sum(int((end - top) / step) for end in (bottom, log_bottom))
    whole = answer_lines(answered, (left, top, right, top + fit * step), px)
    told = [line for line in whole.lines if line.y <= bottom]
    lowest = max((line.y for line in told), default=top - 0.4 * px)
    rosters = _rosters(hud, (left, lowest, right, bottom), bottom, px)
    log_left, _, log_right, _ = rooms.rest
    over = (
        replace(line, x=line.x + log_left - left, y=line.y - lowest + top) for line in whole.lines
    )
    goes_on = [line for line in over if top < line.y <= log_bottom]
    log_top = max((line.y for line in goes_on), default=top - 0.6 * px)
    log = Column(log_left, log_right, log_top, px)
    return _Middle(rosters.lines, replace(whole, lines=(*told, *goes_on)), log, log_bottom)


def _in_one_column(
    hud: Hud, answered: Answered, rooms: _Rooms, first_button: float, tray_top: float
) -> _Middle:
    """Beside the table: rosters, log and answer, dice; the rosters leave room for the others."""
    px, (left, _, right, _) = rooms.capital_px, rooms.rest
    free = tray_top - 0.5 * px
    kept = first_button - (_LOG_LEAST + _TRAY_LEAST) * LINE * px
    told = answer_lines(answered, (left, 0.0, right, free), px, at_bottom=True)
    first = min((line.y - LINE * px for line in told.lines), default=free)
    rosters = _rosters(hud, rooms.rosters, min(kept, first - px), px)
    log = Column(left, right, rosters.y, px)
    return _Middle(rosters.lines, told, log, first - 0.5 * px)


def _rosters(hud: Hud, room: Rect, bottom: float, capital_px: float) -> Column:
    """All sides: side by side where they have the width for it, else one below the other."""
    left, top, right, _ = room
    column = Column(left, right, top + 0.4 * capital_px, capital_px)
    gap, count = 1.5 * capital_px, max(1, len(hud.rosters))
    wide = (right - left - gap * (count - 1)) / count
    if wide < _ROSTER_WIDE * capital_px:
        return _stacked(hud.rosters, column, bottom)
    for place, roster in enumerate(hud.rosters):
        x = left + place * (wide + gap)
        one = Column(x, x + wide, top + 0.4 * capital_px, capital_px)
        _roster(one, roster, bottom)
        column.lines += one.lines
        column.y = max(column.y, one.y)
    return column


def _stacked(rosters: Sequence[SideRoster], column: Column, bottom: float) -> Column:
    """One below the other; who has fewer men leaves the other what he does not need."""
    needs = [_need(column, roster) for roster in rosters]
    for roster, room in zip(rosters, shared(needs, bottom - column.y), strict=True):
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
    column.write(title, "strong", times=1.25, side=hud.side)
    if clock is not None:
        late = hud.left_s is not None and hud.left_s <= 10
        at = column.right
        tone: Tone = "bad" if late else "strong"
        column.lines.append(
            TextLine(at, column.y, clock, 1.5 * capital_px, tone, room_px=wide / 4, align="right")
        )
    # Before anything was ruled, and where a phase begins, what to do now is the most to say.
    said = hud.verdict or hud.message or ""
    words = (ruled_in(said) if hud.at is None else said) or hud.now or ""
    parts = [part for part in (*_notices(hud, words), hud.now) if part and part != words]
    quiet_lines, times, most = _head_sizes(words, "; ".join(parts), wide, capital_px)
    if parts:
        column.write(_now_words(parts, quiet_lines, capital_px, wide), "quiet")
    tone = "bad" if hud.alarm or hud.back or hud.denied else "plain"
    column.write(_whole_parts(words, most, times * capital_px, wide), tone, times=times)
    return column.lines


def _notices(hud: Hud, verdict: str) -> list[str]:
    """What is said besides the ruling: of hands, clocks, files."""
    said = besides_title(hud.message or "")
    return [part for part in said.split("; ") if part not in verdict]


def _head_sizes(words: str, quiet: str, wide: float, capital_px: float) -> tuple[int, float, int]:
    """In how many lines what else is said stands, and how large and in how many the ruling.

    The ruling is the larger the shorter it is; but a second line for the rest goes before that.
    """
    wanted = len(wrapped(quiet, capital_px, wide))
    for quiet_lines in (min(wanted, 2), min(wanted, 1)):
        for times, most in _VERDICT_SIZES:
            lines = len(wrapped(words, times * capital_px, wide))
            if lines <= most and quiet_lines + times * lines <= 1 + _VERDICT_ROOM:
                return quiet_lines, times, most
    return 1, *_VERDICT_SIZES[-1]


def _now_words(parts: Sequence[str], most: int, capital_px: float, wide: float) -> str:
    """What is said besides the ruling, what to do last; or first, where not all finds room."""
    whole = "; ".join(parts)
    if len(wrapped(whole, capital_px, wide)) <= most:
        return whole
    return _whole_parts("; ".join((parts[-1], *parts[:-1])), most, capital_px, wide)


def _whole_parts(words: str, most: int, capital_px: float, wide: float) -> str:
    """As many whole parts of a text as fit into so many lines; the first always stays.

    >>> _whole_parts("put R1 back; take off B1; click a shooter", 1, 10.0, 200.0)
    'put R1 back; take off B1'
    """
    parts = words.split("; ")
    while len(parts) > 1 and len(wrapped("; ".join(parts), capital_px, wide)) > most:
        parts = parts[:-1]
    return "; ".join(parts)


def _roster(column: Column, roster: SideRoster, bottom: float) -> None:
    """A side's men, as many as there is room for; those who can do nothing any more go first."""
    column.gap()
    headed = replace(column, lines=list(column.lines))
    headed.write(f"{roster.side}: {roster.words}", "strong", side=roster.side)
    rows = sorted(roster.rows, key=lambda row: (not row.on, row.off))
    tried = headed
    for number, row in enumerate(rows):
        shown, tried = tried, _man(tried, row)
        if _with_others(tried, rows[number + 1 :]).y > bottom:
            tried = _with_others(shown, rows[number:])
            break
    if tried.y <= bottom or (tried := headed).y <= bottom:
        column.lines, column.y = tried.lines, tried.y


def _man(column: Column, row: RosterLine) -> Column:
    """The column with a man below what stands there."""
    longer = replace(column, lines=list(column.lines))
    longer.write(row.words, "plain" if row.on else "quiet", struck=row.off, hang=HANG)
    return longer


def _with_others(column: Column, rows: Sequence[RosterLine]) -> Column:
    """The column with what those for whom there is no room are, if there are any."""
    longer = replace(column, lines=list(column.lines))
    if rows:
        longer.write(_others(rows), "quiet")
    return longer


def _others(rows: Sequence[RosterLine]) -> str:
    """Men for whom there is no room, counted.

    >>> _others([RosterLine("R1", "R1"), RosterLine("R2", "R2", on=False, off=True)])
    'and 2 more, 1 lost'
    """
    lost = sum(row.off for row in rows)
    missing = sum(not row.on and not row.off for row in rows)
    if missing == len(rows):
        return f"and {missing} more not on the table"
    counts = ((missing, "not on the table"), (lost, "lost"))
    parts = [f"and {len(rows)} more", *(f"{count} {words}" for count, words in counts if count)]
    return ", ".join(parts)
