"""The desk's foot: the dice tray and the buttons."""

from collections.abc import Iterable

from overlay.marks.text_size import width_in
from overlay.window.desk_parts import LINE, Button, Column, DieBox, Rect, TextLine, cut
from overlay.window.hud import Hud, KeyWords


def dice_tray(
    hud: Hud, typed: str, box: tuple[float, float, float], capital_px: float
) -> tuple[tuple[DieBox, ...], list[TextLine], float]:
    """The dice: what is typed, else what fell last; above them what they were for."""
    left, right, bottom = box
    side = 3.2 * capital_px
    numbers: Iterable[tuple[str, bool]] = [(digit, False) for digit in typed]
    if not typed:
        numbers = [(str(one.number), one.by_program) for one in hud.fallen_dice]
    words = "typed; Return lets it happen" if typed else _fell(hud)
    places = max(1, int((right - left) // (side + 0.4 * capital_px)))
    dice = []
    for place, (number, by_program) in enumerate(list(numbers)[-places:]):
        x = left + place * (side + 0.4 * capital_px)
        dice.append(DieBox((x, bottom - side, x + side, bottom), number, by_program))
    column = Column(left, right, 0.0, capital_px)
    column.write(f"Dice: {words}", "quiet")
    lines = column.lines[:2]
    top = bottom - side - 0.6 * capital_px - LINE * capital_px * len(lines)
    placed = [
        TextLine(
            one.x,
            top + LINE * capital_px * n,
            one.words,
            one.capital_px,
            one.tone,
            room_px=one.room_px,
        )
        for n, one in enumerate(lines, start=1)
    ]
    return tuple(dice), placed, top - 0.4 * capital_px


def _fell(hud: Hud) -> str:
    """What the last dice were for."""
    if not hud.fallen_dice:
        return "type what you throw"
    one = hud.fallen_dice[-1]
    return f"{one.who}, {one.why}" + (f", needs {one.needs}" if one.needs else "")


_ROWS: tuple[tuple[KeyWords, ...], ...] = (
    (KeyWords("End phase", "e"), KeyWords("Undo", "z", ctrl=True)),
    (KeyWords("Let it stand", "o"), KeyWords("Throw for me", "return")),
    (KeyWords("Fight", "f"), KeyWords("Weapon", "w"), KeyWords("Danger", "t")),
    (KeyWords("Light", "n"), KeyWords("Pause", "p"), KeyWords("Help", "h"), KeyWords("Quit", "q")),
)
_ANSWERS = (KeyWords("Yes", "y", lit=True), KeyWords("No", "n"))
_SIGNS = {
    "return": "Enter",
    "z": "Ctrl+Z",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "space": "Space",
}


def button_rows(column: Rect, hud: Hud, capital_px: float) -> tuple[Button, ...]:
    """Rows of buttons at the foot of the column, or the answers to a question."""
    left, _, right, bottom = column
    high, gap = 3.0 * capital_px, 0.5 * capital_px
    rows = _ROWS if hud.buttons is None else hud.buttons
    if hud.asked is not None:
        rows = (_ANSWERS, *rows)
    made = []
    y = bottom - capital_px - len(rows) * (high + gap) + gap
    for row in rows:
        x = left
        widths = _widths(row, right - left - gap * (len(row) - 1), capital_px)
        for one, wide in zip(row, widths, strict=True):
            shown = cut(_named(one), capital_px, wide - capital_px)
            lit = one.lit or (one.key == "o" and bool(hud.back))
            made.append(Button((x, y, x + wide, y + high), shown, one.key, one.ctrl, lit))
            x += wide + gap
        y += high + gap
    return tuple(made)


def _named(one: KeyWords) -> str:
    return f"{one.words}  {_SIGNS.get(one.key, one.key.upper())}"


def _widths(row: tuple[KeyWords, ...], room: float, capital_px: float) -> list[float]:
    """How wide each button of a row is: all alike, or as their words need it."""
    needs = [width_in(_named(one), capital_px) + 1.2 * capital_px for one in row]
    alike = room / len(row)
    if max(needs) <= alike:
        return [alike] * len(row)
    return [room * need / sum(needs) for need in needs]
