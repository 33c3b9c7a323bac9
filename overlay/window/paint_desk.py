"""The desk's pixels: panels, words, buttons, dice, each side by its sign as well as its colour."""

import numpy as np

from overlay.marks.lines import closed, side_sign_xy
from overlay.marks.text_size import width_in
from overlay.strokes.inks import Rgb
from overlay.strokes.strokes import Fill, Stroke, StrokePath, Text, mixed
from overlay.strokes.theme import GLASS, Theme
from overlay.window.desk_parts import Button, DeskShown, DieBox, Rect, TextLine, Tone
from table.places import Floats

_PANEL: Rgb = (41, 41, 45)
_BUTTON: Rgb = (62, 63, 70)
_NOW: Rgb = (66, 74, 96)  # under the log's line that the table shows
_LIT: Rgb = (38, 92, 168)
_DIE: Rgb = (240, 238, 230)
_OWED: Rgb = (62, 63, 70)
_TONES: dict[Tone, Rgb] = {
    "plain": (232, 230, 224),
    "quiet": (172, 170, 164),
    "bad": (255, 142, 118),
    "good": (140, 222, 170),
    "strong": (255, 255, 255),
}


def desk_strokes(desk: DeskShown, theme: Theme = GLASS) -> list[Stroke]:
    """Everything around the table, in pixels."""
    grounds = ((plate.rect, _NOW if plate.tone == "strong" else _PANEL) for plate in desk.plates)
    made: list[Stroke] = [Fill((_ring(rect),), rgb) for rect, rgb in grounds]
    for line in desk.lines:
        made += _line(line, theme)
    for button in desk.buttons:
        made += _button(button, desk.capital_px)
    for die in desk.dice:
        made += _die(die, desk.capital_px)
    return made


def _ring(rect: Rect) -> Floats:
    left, top, right, bottom = rect
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)


def _line(line: TextLine, theme: Theme) -> list[Stroke]:
    made: list[Stroke] = []
    if line.side is not None:
        middle = (line.x - 1.2 * line.capital_px, line.y - line.capital_px / 2)
        made += _sign(middle, 0.62 * line.capital_px, line.side, theme)
    if not line.words.strip():
        return made
    rgb = _TONES[line.tone]
    made.append(Text((line.x, line.y), line.words, line.capital_px, rgb, line.align))
    if line.struck:
        y = line.y - line.capital_px / 2
        row = np.array(
            [(line.x, y), (line.x + width_in(line.words, line.capital_px), y)], np.float64
        )
        made.append(StrokePath((row,), rgb, max(1.0, line.capital_px / 9)))
    return made


def _sign(at: tuple[float, float], radius: float, side: str, theme: Theme) -> list[Stroke]:
    """A side's sign, as its men have it on the table: its shape in its colour, a light rim."""
    ring = side_sign_xy(theme.side_place(side), *at, radius)
    rim = StrokePath((closed(ring),), (235, 235, 230), radius / 6)
    return [Fill((ring,), theme.side_rgb(side)), rim]


def _button(button: Button, capital_px: float) -> list[Stroke]:
    left, top, right, bottom = button.rect
    ground = _LIT if button.lit else _PANEL if button.idle else _BUTTON
    at = ((left + right) / 2, (top + bottom + capital_px) / 2)
    rgb = _TONES["quiet" if button.idle else "strong"]
    words = Text(at, button.words, capital_px, rgb, "middle")
    edge = closed(_ring(button.rect))
    return [
        Fill((_ring(button.rect),), ground),
        StrokePath((edge,), mixed((255, 255, 255), ground, 0.25), 1.0),
        words,
    ]


def _die(die: DieBox, capital_px: float) -> list[Stroke]:
    left, top, right, bottom = die.rect
    large = 1.7 * capital_px if len(die.number) < 3 else 1.2 * capital_px
    edge = closed(_ring(die.rect))
    if die.owed:
        return [
            Fill((_ring(die.rect),), _OWED),
            StrokePath((edge,), _DIE, capital_px / 6),
            Text(((left + right) / 2, (top + bottom + large) / 2), "?", large, _DIE, "middle"),
        ]
    made: list[Stroke] = [Fill((_ring(die.rect),), _DIE)]
    if die.by_program:  # a second rim: the program threw it
        made.append(StrokePath((edge,), (120, 160, 220), capital_px / 3))
    at = ((left + right) / 2, (top + bottom + large) / 2)
    return [*made, Text(at, die.number, large, (20, 20, 24), "middle")]
