"""A drawing laid out: labels put where they are free, cards stacked beside or on the table."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from overlay.card_strokes import card_size_in
from overlay.labels import placed
from overlay.marks import Arrow, Card, Label, Line, Man, Mark, Ring
from overlay.strokes import circle_xy
from overlay.view import Box
from table.places import Floats, TablePoint

_SAMPLE_IN = 0.3
_CARD_GAP_IN = 0.3
_CARD_STEP_IN = 0.5


def laid_out(
    marks: Sequence[Mark], bounds: Box, keep_clear: Iterable[Box] = ()
) -> tuple[Mark, ...]:
    """The marks with every label turned into words that cover nothing they must not."""
    labels = [mark for mark in marks if isinstance(mark, Label)]
    others = [mark for mark in marks if not isinstance(mark, Label)]
    men = [man_box(mark) for mark in others if isinstance(mark, Man)]
    cards = [card_box(mark) for mark in others if isinstance(mark, Card)]
    words = placed(labels, [*men, *cards, *keep_clear], bounds, _line_samples(others))
    under = [mark for mark in others if not isinstance(mark, Card)]
    over = [mark for mark in others if isinstance(mark, Card)]
    return (*under, *words, *over)


def man_box(man: Man) -> Box:
    """The box round a man's base."""
    r = man.radius_in
    return (man.centre.x - r, man.centre.y - r, man.centre.x + r, man.centre.y + r)


def card_box(card: Card) -> Box:
    """The box a placed card covers."""
    assert card.at is not None, card
    width, height = card_size_in(card)
    return (card.at.x, card.at.y, card.at.x + width, card.at.y + height)


def stacked(cards: Iterable[Card], left: float, top: float) -> tuple[Card, ...]:
    """Cards one under the other, from a corner down."""
    made = []
    for card in cards:
        made.append(replace(card, at=TablePoint(left, top)))
        top += card_size_in(card)[1] + _CARD_GAP_IN
    return tuple(made)


def put_aside(cards: Iterable[Card], taken: Iterable[Box], bounds: Box) -> tuple[Card, ...]:
    """Cards on the table itself, each where it covers least, corners first."""
    boxes, made = list(taken), []
    for card in cards:
        width, height = card_size_in(card)
        here = min(_corners(bounds, width, height), key=lambda p: _covered(p, width, height, boxes))
        made.append(replace(card, at=here))
        boxes.append((here.x, here.y, here.x + width, here.y + height))
    return tuple(made)


def _corners(bounds: Box, width: float, height: float) -> list[TablePoint]:
    """Places for a card along the bounds, then over the whole."""
    left, top, right, bottom = bounds
    xs = np.arange(left, max(right - width, left) + 1e-9, _CARD_STEP_IN)
    ys = np.arange(top, max(bottom - height, top) + 1e-9, _CARD_STEP_IN)
    return [TablePoint(float(x), float(y)) for y in ys for x in xs]


def _covered(place: TablePoint, width: float, height: float, boxes: Sequence[Box]) -> float:
    """How much of the taken boxes a card would cover, in square inches."""
    return sum(
        max(0.0, min(place.x + width, right) - max(place.x, left))
        * max(0.0, min(place.y + height, bottom) - max(place.y, top))
        for left, top, right, bottom in boxes
    )


def _line_samples(marks: Iterable[Mark]) -> Floats:
    """Points along the drawn lines and rings."""
    found = [_sampled(mark) for mark in marks if isinstance(mark, Line | Arrow | Ring)]
    return np.concatenate(found) if found else np.empty((0, 2))


def _sampled(mark: Line | Arrow | Ring) -> Floats:
    if isinstance(mark, Ring):
        corners = max(12, int(2 * np.pi * mark.radius_in / _SAMPLE_IN))
        return circle_xy(mark.centre.x, mark.centre.y, mark.radius_in, corners)
    xy = np.array([(p.x, p.y) for p in mark.points])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(xy, axis=0).T))])
    at = np.arange(0.0, along[-1], _SAMPLE_IN)
    return np.column_stack([np.interp(at, along, xy[:, 0]), np.interp(at, along, xy[:, 1])])
