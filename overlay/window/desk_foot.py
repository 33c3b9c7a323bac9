"""The desk's foot: the dice tray and the buttons."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overlay.marks.text_size import width_in
from overlay.window.desk_parts import LINE, Button, Column, DieBox, Rect, TextLine, cut
from overlay.window.hud import FallenDie, Hud, KeyWords, OwedDice
from rules.book.dice import needs_words

_TRAY_LINES = 2
_CHANGE = 1.1  # how much longer than usual a row's words may become


@dataclass(frozen=True)
class TrayLayout:
    """The tray as it is laid out, from its words down to its lowest row."""

    dice: tuple[DieBox, ...]
    lines: tuple[TextLine, ...]
    digits: tuple[Button, ...]
    top: float


def dice_tray(
    hud: Hud, typed: str, box: tuple[float, float, float], capital_px: float
) -> TrayLayout:
    """The dice that are owed, filled with what is typed; where none are, what fell last.

    Above them what they are for, below them the digits to click while any are owed.
    """
    left, right, bottom = box
    digits = _digits(hud.owed, box, capital_px) if hud.owed else ()
    bottom = min((button.rect[1] for button in digits), default=bottom + capital_px) - capital_px
    side, gap = 3.2 * capital_px, 0.4 * capital_px
    shown = _shown(hud, typed)
    places = max(1, int((right - left) // (side + gap)))
    dice = tuple(
        replace(one, rect=(x, bottom - side, x + side, bottom))
        for place, one in enumerate(shown[:places] if hud.owed else shown[-places:])
        for x in [left + place * (side + gap)]
    )
    column = Column(left, right, 0.0, capital_px)
    column.write(f"Dice: {_told(hud, typed)}", "strong" if hud.owed else "quiet")
    lines = column.lines[:_TRAY_LINES]
    top = bottom - side - 0.6 * capital_px - LINE * capital_px * len(lines)
    placed = tuple(replace(one, y=top + one.y) for one in lines)
    return TrayLayout(dice, placed, digits, top - 0.4 * capital_px)


def _shown(hud: Hud, typed: str) -> list[DieBox]:
    """Each die with its number, not laid out yet."""
    nowhere = (0.0, 0.0, 0.0, 0.0)
    if hud.owed:
        filled = _faces_typed(hud.owed, typed)
        return [DieBox(nowhere, face, owed=not face) for face in filled]
    if typed:
        return [DieBox(nowhere, digit) for digit in typed]
    return [DieBox(nowhere, str(one.number), one.by_program) for one in hud.fallen_dice]


def _faces_typed(owed: Sequence[OwedDice], typed: str) -> list[str]:
    """What is typed for each die that is owed, "" where nothing is yet; what is too much last.

    >>> _faces_typed([OwedDice(2, 6, "R1", "shoots"), OwedDice(1, 100, "R1", "aims")], "3407")
    ['3', '4', '07']
    >>> _faces_typed([OwedDice(2, 6, "R1", "shoots")], "5")
    ['5', '']
    """
    faces = []
    for one in owed:
        length = len(str(one.sides - 1))
        for _ in range(one.count):
            face, typed = typed[:length], typed[length:]
            faces.append(face)
    return [*faces, *typed]


def _told(hud: Hud, typed: str) -> str:
    """What the dice are for, and what to do with them."""
    if hud.owed:
        first = hud.owed[0]
        more = f", and {len(hud.owed) - 1} more" if len(hud.owed) > 1 else ""
        return f"{_for(first.who, first.why, first.needs)}{more}"
    if typed:
        return "typed; Return or E lets it happen"
    if not hud.fallen_dice:
        return "type what you throw" if hud.buttons is None else "none fell"
    one = hud.fallen_dice[-1]
    return _for(one.who, f"{one.why}{_together(one)}", one.needs)


def _together(one: FallenDie) -> str:
    """On how many dice a number fell, where it is the sum of several.

    >>> _together(FallenDie(10, "R1", "shoots", dice="2d6")), _together(FallenDie(4, "R1", "aims"))
    (', 10 on 2d6', '')
    """
    return "" if one.dice.startswith("1d") else f", {one.number} on {one.dice}"


def _for(who: str, why: str, needs: str | None) -> str:
    return f"{who}, {why}" + (f", needs {needs_words(needs)}" if needs else "")


def _digits(
    owed: Sequence[OwedDice], box: tuple[float, float, float], capital_px: float
) -> tuple[Button, ...]:
    """The faces of the owed dice to click, and one that takes the last digit back."""
    left, right, bottom = box
    most = max(one.sides for one in owed)
    faces = "1234567890"[: min(10, most)]
    keys = [(face, face) for face in faces] + [("Del", "backspace")]
    gap, high = 0.3 * capital_px, 2.6 * capital_px
    room = right - left - gap * (len(keys) - 1)
    last = max(room / len(keys), width_in("Del", capital_px) + capital_px)
    wide = (room - last) / (len(keys) - 1)
    return tuple(
        Button((x, bottom - high, x + (last if key == "backspace" else wide), bottom), words, key)
        for place, (words, key) in enumerate(keys)
        for x in [left + place * (wide + gap)]
    )


_ROWS: tuple[tuple[KeyWords, ...], ...] = (
    (KeyWords("End phase", "e"), KeyWords("Undo", "z", ctrl=True)),
    (KeyWords("Let it stand", "o"), KeyWords("Throw for me", "return")),
    (KeyWords("Fight", "f"), KeyWords("Weapon", "w"), KeyWords("Danger", "t")),
    (KeyWords("Light", "n"), KeyWords("Pause", "p"), KeyWords("Help", "h"), KeyWords("Quit", "q")),
)
_BEGIN = KeyWords("Begin", "e", lit=True)  # what ends the set-up
_HOLD = KeyWords("Hold fire", "k")
_ANSWERS = (KeyWords("Yes", "y", lit=True), KeyWords("No", "n"))
_SIGNS = {
    "return": "Enter",
    "z": "Ctrl+Z",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "space": "Space",
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "home": "Home",
    "end": "End",
}


def button_rows(
    column: Rect, hud: Hud, capital_px: float, idle: frozenset[str]
) -> tuple[Button, ...]:
    """Rows of buttons at the foot of the column, or the answers to a question.

    Those whose keys do nothing now, the `idle` ones, are told apart.
    """
    left, _, right, bottom = column
    high, gap = 3.0 * capital_px, 0.5 * capital_px
    rows = _ROWS if hud.buttons is None else hud.buttons
    if hud.buttons is None and hud.turn is None:
        rows = ((_BEGIN, *rows[0][1:]), *rows[1:])
    if hud.buttons is None and hud.hold is not None:
        # Where fire can be held nobody fights hand to hand.
        rows = tuple(tuple(_HOLD if one.key == "f" else one for one in row) for row in rows)
    rows = _joined(rows, _ROWS if hud.buttons is None else rows, right - left, capital_px)
    if hud.asked is not None:
        # N says no then, and does nothing to the light.
        rows = tuple(tuple(one for one in row if one.key != "n") for row in rows)
        rows = (_ANSWERS, *rows)
    made = []
    y = bottom - capital_px - len(rows) * (high + gap) + gap
    for row in rows:
        x = left
        widths = _widths(row, right - left - gap * (len(row) - 1), capital_px)
        for one, wide in zip(row, widths, strict=True):
            shown = cut(_named(one), capital_px, wide - capital_px)
            lit = one.lit or (one.key == "o" and bool(hud.back))
            box = (x, y, x + wide, y + high)
            made.append(Button(box, shown, one.key, one.ctrl, lit, one.key in idle))
            x += wide + gap
        y += high + gap
    return tuple(made)


def _joined(
    rows: Sequence[Sequence[KeyWords]],
    usual: Sequence[Sequence[KeyWords]],
    room: float,
    capital_px: float,
) -> tuple[tuple[KeyWords, ...], ...]:
    """Rows put into one where the room is wide enough for them.

    What the buttons `usual`ly say decides, so that none jumps when its words change.
    """
    made = list[tuple[KeyWords, ...]]()
    needs = 0.0
    for row, said in zip(rows, usual, strict=True):
        wide = _CHANGE * sum(_need(one, capital_px) for one in said)
        if made and needs + wide <= room:
            made[-1] += tuple(row)
            needs += wide
        else:
            made.append(tuple(row))
            needs = wide
    return tuple(made)


def _need(one: KeyWords, capital_px: float) -> float:
    """How wide a button is with room beside its words."""
    return width_in(_named(one), capital_px) + 1.7 * capital_px


def _named(one: KeyWords) -> str:
    return f"{one.words}  {_SIGNS.get(one.key, one.key.upper())}"


def _widths(row: tuple[KeyWords, ...], room: float, capital_px: float) -> list[float]:
    """How wide each button of a row is: all alike, or as their words need it."""
    needs = [width_in(_named(one), capital_px) + 1.2 * capital_px for one in row]
    alike = room / len(row)
    if max(needs) <= alike:
        return [alike] * len(row)
    return [room * need / sum(needs) for need in needs]
