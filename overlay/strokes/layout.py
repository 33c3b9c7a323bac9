"""A drawing laid out: labels put where they are free, cards stacked beside or on the table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeGuard

import numpy as np

from overlay.marks.lines import circle_xy
from overlay.marks.marks import (
    Area,
    Arrow,
    Body,
    Box,
    Card,
    Code,
    Hatch,
    Icon,
    Label,
    Line,
    ManMark,
    Mark,
    Plate,
    Profile,
    Ring,
    Sheet,
    Words,
)
from overlay.strokes.card_strokes import card_size_in
from overlay.strokes.free_room import Room
from overlay.strokes.labels import placed
from table.places import Floats, TablePoint

_SAMPLE_IN = 0.4
_DENSE = 12
_ROUND_A_MAN_IN = 1.2
_CARD_GAP_IN = 0.3
_CARD_STEP_IN = 0.8
_NARROWER = (0.7, 0.5)  # of its usual width, where a card has no room
_RATHER_CLEAR = 4.0  # lines' samples to a quarter inch of what had rather stay clear


def laid_out(
    marks: Sequence[Mark], bounds: Box, keep_clear: Iterable[Box] = ()
) -> tuple[Mark, ...]:
    """The marks with every label turned into words that cover nothing they must not."""
    labels = _best_at_each_place([mark for mark in marks if isinstance(mark, Label)])
    others = [mark for mark in marks if not isinstance(mark, Label)]
    men = [_man_box(mark) for mark in others if isinstance(mark, ManMark)]
    cards = [card_box(mark) for mark in others if isinstance(mark, Card)]
    words = placed(labels, [*men, *cards, *keep_clear], bounds, _line_samples(others))
    return tuple(sorted([*others, *words], key=_layer))


def _best_at_each_place(labels: Sequence[Label]) -> list[Label]:
    """The labels without those whose very place has a more important one."""
    best: dict[TablePoint, int] = {}
    for label in labels:
        best[label.at] = max(label.rank, best.get(label.at, label.rank))
    # Only a thing's plain name gives way: two answers about one man are both wanted.
    return [label for label in labels if label.rank >= 0 or best[label.at] == label.rank]


def enlarged(marks: Iterable[Mark], times: float) -> tuple[Mark, ...]:
    """The marks with their labels and cards so many times as large."""
    return tuple(
        replace(mark, height_in=mark.height_in * times) if isinstance(mark, Label | Card) else mark
        for mark in marks
    )


# Painted from low to high: what is measured stays visible, words lie on top.
_LAYERS: dict[type, int] = {
    Sheet: 0,
    Body: 2,
    Area: 3,
    Hatch: 3,
    Line: 4,
    Arrow: 4,
    Ring: 4,
    ManMark: 5,
    Icon: 6,
    Plate: 7,
    Words: 7,
    Card: 8,
    Code: 8,
    Profile: 8,
}


def _layer(mark: Mark) -> int:
    return 1 if _ground(mark) else _LAYERS[type(mark)]


def _ground(mark: Mark) -> bool:
    return isinstance(mark, Line) and mark.ink in {"grid", "hexes"}


def _man_box(man: ManMark) -> Box:
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


def put_aside(  # noqa: PLR0913 - the optional ones are named at every call
    cards: Iterable[Card],
    marks: Sequence[Mark],
    bounds: Box,
    keep_clear: Iterable[Box] = (),
    *,
    rather_clear: Iterable[Box] = (),
    from_bottom: bool = False,
) -> tuple[Card, ...]:
    """Cards on the table itself, each where it covers least.

    First of all no man and nothing that is to be kept clear: a card that finds no such place is
    made narrower. Then nothing that had rather be clear, then no line. Of places that are alike
    the topmost is taken, or the lowest.
    """
    wanted = tuple(cards)
    if not wanted:
        return ()
    room = Room(bounds)
    men = [_man_box(mark) for mark in marks if isinstance(mark, ManMark)]
    boxes, made = [*men, *keep_clear], list[Card]()
    rather, lines = room.of_boxes(rather_clear), room.of_points(_line_samples(marks))
    for card in wanted:
        forbidden = room.of_boxes(boxes)
        tried = []
        for narrower in _narrower(card):
            places = _card_places(bounds, *card_size_in(narrower))[:: -1 if from_bottom else 1]
            covered = room.within(forbidden, places)
            others = _RATHER_CLEAR * room.within(rather, places) + room.within(lines, places)
            best = int(np.lexsort((others, covered))[0])
            tried.append((float(covered[best]), narrower, places[best]))
            if covered[best] == 0:
                break
        _, found, place = min(tried, key=lambda one: one[0])
        left, top, right, bottom = (float(v) for v in place)
        made.append(replace(found, at=TablePoint(left, top)))
        boxes.append((left, top, right, bottom))
    return tuple(made)


def _narrower(card: Card) -> Iterator[Card]:
    """The card, and the same with its words broken into more lines."""
    yield card
    for times in _NARROWER:
        yield replace(card, widest=times * card.widest)


def _card_places(bounds: Box, width: float, height: float) -> Floats:
    """Boxes all over the bounds in which a card may lie."""
    left, top, right, bottom = bounds
    x, y = np.meshgrid(
        np.arange(left, max(right - width, left) + 1e-9, _CARD_STEP_IN),
        np.arange(top, max(bottom - height, top) + 1e-9, _CARD_STEP_IN),
    )
    corner = np.column_stack([x.ravel(), y.ravel()])
    return np.concatenate([corner, corner + np.array([width, height])], axis=1)


def _line_samples(marks: Iterable[Mark]) -> Floats:
    """Points along the drawn lines and rings."""
    found = [_sampled(mark) for mark in marks if _drawn_line(mark)]
    return np.concatenate(found) if found else np.empty((0, 2))


def _drawn_line(mark: Mark) -> TypeGuard[Line | Arrow | Ring]:
    """Whether words had better keep off; a ring round a man is kept off with the man."""
    if isinstance(mark, Ring):
        return mark.radius_in > _ROUND_A_MAN_IN
    return isinstance(mark, Line | Arrow) and not _ground(mark)


@lru_cache(maxsize=4096)
def _sampled(mark: Line | Arrow | Ring) -> Floats:
    """Points along one; kept, since most marks stay the same from picture to picture."""
    if isinstance(mark, Ring):
        corners = max(8, int(2 * np.pi * mark.radius_in / _SAMPLE_IN))
        return circle_xy(mark.centre.x, mark.centre.y, mark.radius_in, corners)
    xy = np.array([(p.x, p.y) for p in mark.points])
    if len(xy) > _DENSE:
        return xy  # a curve's own corners are as close as samples would be
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(xy, axis=0).T))])
    at = np.arange(0.0, along[-1], _SAMPLE_IN)
    return np.column_stack([np.interp(at, along, xy[:, 0]), np.interp(at, along, xy[:, 1])])
