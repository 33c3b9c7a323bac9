"""Cards: small tables of a heading and rows, such as a to-hit sum with its reasons.

The last cell of a row is set against the right edge, the others one after another.
"""

import numpy as np

from overlay.marks.lines import closed
from overlay.marks.marks import Card
from overlay.marks.text_size import width_in, wrapped
from overlay.strokes.strokes import Fill, Stroke, StrokePath, Text
from overlay.strokes.theme import Theme, ink_named
from table.places import Floats

_PAD = 0.8  # in capital heights
_LINE = 1.75  # from one line of words to the next
_TITLE = 1.05
_GAP = 1.2  # between two columns


def card_size_in(card: Card) -> tuple[float, float]:
    """A card's width and height."""
    h = card.height_in
    lines = 1 + sum(len(_lines(card, row)) for row in card.rows)
    rest_in = _gaps_in(card)[-1]
    firsts_in = [width_in(line, h) for row in card.rows for line in _lines(card, row)]
    wide_in = max([_title_in(card), *(first + rest_in for first in firsts_in)])
    return wide_in + 2 * _PAD * h, (lines * _LINE + 2 * _PAD - 0.4) * h


def row_at(card: Card, x: float, y: float) -> int | None:
    """The row of a placed card under a place of the table."""
    assert card.at is not None, card
    width, _height = card_size_in(card)
    if not card.at.x <= x <= card.at.x + width:
        return None
    top = card.at.y + (_PAD - 0.35 + _LINE) * card.height_in
    for i, row in enumerate(card.rows):
        bottom = top + len(_lines(card, row)) * _LINE * card.height_in
        if top <= y < bottom:
            return i
        top = bottom
    return None


def _lines(card: Card, row: tuple[str, ...]) -> tuple[str, ...]:
    """The first cell's lines, broken so that the row keeps within the card."""
    if card.listed:
        return (row[0],)
    widest_in = max(card.widest * card.height_in, _title_in(card))
    room_in = widest_in - (_gaps_in(card)[-1] if len(row) > 1 else 0.0)
    return wrapped(row[0], card.height_in, room_in) or ("",)


def _title_in(card: Card) -> float:
    return width_in(card.title, _TITLE * card.height_in)


def _gaps_in(card: Card) -> list[float]:
    """How far from the card's right edge each column ends, the last column first."""
    h, gaps = card.height_in, [0.0]
    cells = [list(reversed(row[1:])) for row in card.rows]
    for column in range(max((len(row) for row in cells), default=0)):
        widest = max(width_in(row[column], h) for row in cells if len(row) > column)
        gaps.append(gaps[-1] + widest + _GAP * h)
    return gaps


def card_strokes(card: Card, theme: Theme) -> list[Stroke]:
    """The card's plate, border and words."""
    assert card.at is not None, card
    h, left = card.height_in, card.at.x + _PAD * card.height_in
    width, height = card_size_in(card)
    rgb = theme.rgb(ink_named(card.ink))
    box = _box(card.at.x, card.at.y, width, height)
    bar = _box(card.at.x, card.at.y, 0.35 * h, height)
    base = card.at.y + (_PAD + 1.0) * h
    made: list[Stroke] = [
        Fill((box,), theme.halo),
        Fill((bar,), rgb),
        StrokePath((closed(box),), rgb, 0.03),
        Text((left, base), card.title, _TITLE * h, rgb),
    ]
    for i, row in enumerate(card.rows):
        made += _chosen_bar(card, i, base, width, theme)
        made += _row(card, row, (left, base + _LINE * h), theme)
        base += len(_lines(card, row)) * _LINE * h
    return made


def _chosen_bar(card: Card, i: int, base: float, width: float, theme: Theme) -> list[Stroke]:
    if i != card.chosen:
        return []
    assert card.at is not None, card
    h = card.height_in
    box = _box(card.at.x, base + 0.42 * h, width, _LINE * h)
    return [Fill((box,), theme.rgb(ink_named("band-1")), 0.3)]


def _row(card: Card, row: tuple[str, ...], at: tuple[float, float], theme: Theme) -> list[Stroke]:
    left, base = at
    h = card.height_in
    words: list[Stroke] = [
        Text((left, base + i * _LINE * h), line, h, theme.text)
        for i, line in enumerate(_lines(card, row))
    ]
    return [*words, *_other_cells(card, row, at, theme)]


def _other_cells(
    card: Card, row: tuple[str, ...], at: tuple[float, float], theme: Theme
) -> list[Stroke]:
    """The cells after the first: against the right edge, or in a list one under the other."""
    (left, base), h = at, card.height_in
    if card.listed:
        first_in = max(width_in(other[0], h) for other in card.rows) + _GAP * h
        return [Text((left + first_in, base), cell, h, theme.text) for cell in row[1:] if cell]
    right = left + card_size_in(card)[0] - 2 * _PAD * h
    cells = zip(reversed(row[1:]), _gaps_in(card), strict=False)
    return [Text((right - gap, base), cell, h, theme.text, "right") for cell, gap in cells if cell]


def _box(left: float, top: float, width: float, height: float) -> Floats:
    return np.array(
        [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    )
