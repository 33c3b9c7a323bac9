"""Cards: small tables of a heading and rows, such as a to-hit sum with its reasons.

The last cell of a row is set against the right edge, the others one after another.
"""

import numpy as np

from overlay.marks import Card
from overlay.strokes import Fill, Path, Stroke, Text, closed
from overlay.text_size import width_in, wrapped
from overlay.theme import Theme, ink_named
from table.places import Floats

_PAD = 0.8  # in capital heights
_LINE = 1.75  # from one line of words to the next
_GAP = 1.2  # between two columns
WIDEST = 38.0  # of a card's words, in capital heights


def card_size_in(card: Card) -> tuple[float, float]:
    """A card's width and height."""
    h = card.height_in
    lines = 1 + sum(len(_lines(row, h)) for row in card.rows)
    rows_in = [width_in(row[0], h) + _gaps_in(card)[-1] for row in card.rows]
    title_in = width_in(card.title, h * 1.05)
    wide = min(max([title_in, *rows_in]), max(WIDEST * h, title_in))
    return wide + 2 * _PAD * h, (lines * _LINE + 2 * _PAD - 0.4) * h


def row_at(card: Card, x: float, y: float) -> int | None:
    """The row of a placed card under a place of the table."""
    assert card.at is not None, card
    width, _height = card_size_in(card)
    if not card.at.x <= x <= card.at.x + width:
        return None
    top = card.at.y + (_PAD - 0.35 + _LINE) * card.height_in
    for i, row in enumerate(card.rows):
        bottom = top + len(_lines(row, card.height_in)) * _LINE * card.height_in
        if top <= y < bottom:
            return i
        top = bottom
    return None


def _lines(row: tuple[str, ...], h: float) -> tuple[str, ...]:
    """The first cell's lines, broken so that the row keeps within the card."""
    rest_in = sum(width_in(cell, h) + _GAP * h for cell in row[1:])
    return wrapped(row[0], h, WIDEST * h - rest_in) or ("",)


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
        Fill((box,), theme.halo, 0.94),
        Fill((bar,), rgb),
        Path((closed(box),), rgb, 0.03),
        Text((left, base), card.title, h * 1.05, rgb),
    ]
    rights = [card.at.x + width - _PAD * h - gap for gap in _gaps_in(card)]
    for i, row in enumerate(card.rows):
        made += _chosen_bar(card, i, base, width, theme)
        made += _row(row, (left, base + _LINE * h), rights, h, theme)
        base += len(_lines(row, h)) * _LINE * h
    return made


def _chosen_bar(card: Card, i: int, base: float, width: float, theme: Theme) -> list[Stroke]:
    if i != card.chosen:
        return []
    assert card.at is not None, card
    h = card.height_in
    box = _box(card.at.x, base + 0.42 * h, width, _LINE * h)
    return [Fill((box,), theme.rgb(ink_named("band-1")), 0.3)]


def _gaps_in(card: Card) -> list[float]:
    """How far from the card's right edge each column ends, the last column first."""
    h, gaps = card.height_in, [0.0]
    cells = [list(reversed(row[1:])) for row in card.rows]
    for column in range(max((len(row) for row in cells), default=0)):
        widest = max(width_in(row[column], h) for row in cells if len(row) > column)
        gaps.append(gaps[-1] + widest + _GAP * h)
    return gaps


def _row(
    row: tuple[str, ...], at: tuple[float, float], rights: list[float], h: float, theme: Theme
) -> list[Stroke]:
    left, base = at
    words: list[Stroke] = [
        Text((left, base + i * _LINE * h), line, h, theme.text)
        for i, line in enumerate(_lines(row, h))
    ]
    cells = zip(reversed(row[1:]), rights, strict=False)
    return [*words, *(Text((x, base), cell, h, theme.text, "right") for cell, x in cells)]


def _box(left: float, top: float, width: float, height: float) -> Floats:
    return np.array(
        [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    )
