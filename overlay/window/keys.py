"""The window's keys and mouse, listed once: the help on screen shows this table."""

KEYS: tuple[tuple[str, str], ...] = (
    ("click a soldier", "his move, his ranges, whom he can hit"),
    ("then click an enemy", "the shot with its reasons"),
    ("drag", "measure"),
    ("right-click a soldier", "what he can do that no camera sees"),
    (
        "right-click a thing or tag",
        "set right: what it is, what it stands for, height, name of a tag",
    ),
    ("click what is outlined thinly", "say what it is: it is learnt, and found from then on"),
    ("right-click a bare place", "draw what the camera cannot see: a circle, a bar, an outline"),
    ("Tab", "next soldier (Shift: the one before)"),
    ("W", "his next weapon"),
    ("B", "range bands on or off"),
    ("M", "moves on or off"),
    ("S", "what he sees on or off"),
    ("T", "where he may be hit, and how likely: shaded; numbers under the mouse"),
    ("L", "links of units on or off"),
    ("G", "inch grid, or the rulebook's hexes"),
    ("+  -", "height of the thing under the mouse"),
    ("0 1 2 3 4 5 6 7 8 9  Backspace", "type what was thrown; the owed dice in the tray fill"),
    ("Enter", "the shot or the fight happens; with nothing typed the program throws"),
    ("F", "hand to hand; typed are the attacker's and the defender's throws in turn"),
    ("E", "end this phase; first what is due in it, with what was typed"),
    ("K", "this side fires no more in this turn, where a turn has phases to spare"),
    ("O", "let stand what the rules refused"),
    ("Y  N", "answer the question on screen"),
    ("Ctrl+Z", "take back what came last: an event, or something set right"),
    ("R", "straight from above, or as the camera sees it"),
    ("N", "projector's light off and on, while nothing is asked"),
    ("Space  P", "pause"),
    ("J", "the code by which a phone joins, here and in light"),
    ("C", "find camera and table anew"),
    ("Ctrl+S  F12", "save the picture (Shift: as SVG)"),
    ("F1  F11", "full screen"),
    ("Page up  Page down  wheel", "turn the log back and forth, the wheel a long sum too"),
    ("H", "this help"),
    ("Esc  Q", "quit, after a question (Esc first closes what is open)"),
)

_LOOKING = frozenset({
    "click a soldier", "then click an enemy", "drag", "Tab", "W", "B", "M", "S", "T", "L", "G", "R",
    "Ctrl+S  F12", "F1  F11", "H",
})  # fmt: skip

# While a game is told again nothing is done in it; what shows something works as ever.
REPLAY_KEYS: tuple[tuple[str, str], ...] = (
    ("Space  P", "play, or stop; after the end, from the start again"),
    ("Left  Right", "one deed back or on"),
    ("Up  Down", "one phase back or on"),
    ("Page up  Page down", "one turn back or on"),
    ("Home  End", "the start, the end"),
    ("-  +", "slower, faster"),
    ("a number, Enter", "to that turn"),
    ("click a line of the log", "to that moment; the wheel turns the log"),
    ("V", "the recorded picture or the plan, where there are pictures"),
    *(row for row in KEYS if row[0] in _LOOKING),
    ("Esc  Q", "end (Esc first closes what is open)"),
)
