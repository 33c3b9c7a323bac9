"""A list to choose from as a screen of its own: a title, a button a line, words below each."""

from collections.abc import Sequence
from dataclasses import dataclass

from overlay.marks.text_size import wrapped
from overlay.window.desk_parts import Button, DeskShown, Panel, TextLine, capital_of, cut

_LINE = 2.05  # from one line to the next, in capitals


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose: its name, what is known of it, and the key that chooses it."""

    name: str
    about: str
    key: str


def choice_desk(size_wh: tuple[int, int], title: str, choices: Sequence[Choice]) -> DeskShown:
    """The screen of that size; choices that have no room left are only in the terminal's list."""
    wide, high = size_wh
    px = capital_of(size_wh)
    edge, room = 3 * px, wide - 6 * px
    y = edge + 2 * px
    lines = [TextLine(edge, y, cut(title, 1.6 * px, room), 1.6 * px, "strong", room_px=room)]
    buttons: list[Button] = []
    y += 2 * px
    for choice in choices:
        about = wrapped(choice.about, px, room - px)
        bottom = y + 3.2 * px + len(about) * _LINE * px
        if bottom > high - edge:
            break
        words = cut(f"{choice.name}  {choice.key.upper()}", px, room - 2 * px)
        lit = not buttons
        buttons.append(Button((edge, y, wide - edge, y + 3.2 * px), words, choice.key, lit=lit))
        y += 3.2 * px
        for part in about:
            y += _LINE * px
            said = cut(part, px, room - px)
            lines.append(TextLine(edge + px, y, said, px, "quiet", room_px=room - px))
        y += 1.4 * px
    ground = Panel((0.0, 0.0, float(wide), float(high)))
    return DeskShown((0.0, 0.0, 0.0, 0.0), px, tuple(lines), (ground,), tuple(buttons))
