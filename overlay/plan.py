"""The plan picture: title above, table in the middle, cards at the right, scale bar below."""

from dataclasses import dataclass, replace

from overlay.card_strokes import card_size_in
from overlay.layout import enlarged, laid_out, stacked
from overlay.marks import Card, Drawing, Line, Mark, Words
from overlay.text_size import wrapped
from overlay.view import Box
from table.places import TablePoint
from table.scene import Scene

_SIDE_IN = 0.9
_TITLE_IN = 0.5
_TITLE_LINE_IN = 0.85
_BAR_IN = 6
_WORDS_TIMES = 1.4  # a picture is smaller than a desk and read from as far off


@dataclass(frozen=True, slots=True)
class Plan:
    """Marks that need no more judgement, and the box of the table plane that they fill."""

    marks: tuple[Mark, ...]
    box: Box


def plan_of(scene: Scene, drawing: Drawing) -> Plan:
    """The whole plan picture of a drawing."""
    w, h = scene.width, scene.height
    cards = stacked(_cards(drawing), w + 0.8, 0.0)
    right = max([w + _SIDE_IN, *(c.at.x + card_size_in(c)[0] + 0.5 for c in cards if c.at)])
    low = max([h, *(c.at.y + card_size_in(c)[1] for c in cards if c.at)])
    lines = wrapped(drawing.title, _TITLE_IN, right - 0.4)
    top = -0.9 - _TITLE_LINE_IN * len(lines)
    title = tuple(
        Words(TablePoint(0.0, top + 0.75 + _TITLE_LINE_IN * i), line, "note", _TITLE_IN)
        for i, line in enumerate(lines)
    )
    inside = laid_out(enlarged(drawing.marks, _WORDS_TIMES), (0.05, 0.05, w - 0.05, h - 0.05))
    bottom = max(h + 1.4, low + 0.5)
    return Plan((*inside, *cards, *title, *_scale_bar(h)), (-_SIDE_IN, top, right, bottom))


def _cards(drawing: Drawing) -> tuple[Card, ...]:
    return tuple(replace(card, height_in=card.height_in * _WORDS_TIMES) for card in drawing.cards)


def _scale_bar(height: float) -> tuple[Mark, ...]:
    """Six inches, one by one, under the table's left end."""
    y = height + 0.7
    ticks = tuple(
        Line((TablePoint(x, y - (0.2 if x % 3 == 0 else 0.1)), TablePoint(x, y)), "measure")
        for x in range(_BAR_IN + 1)
    )
    bar = Line((TablePoint(0.0, y), TablePoint(_BAR_IN, y)), "measure")
    words = Words(TablePoint(_BAR_IN + 0.3, y), f"{_BAR_IN} inches", "note", 0.25)
    return (*ticks, bar, words)
