"""The plan picture: title above, table in the middle, cards at the right, scale bar below."""

from dataclasses import replace

from overlay.marks.marks import Box, Card, Drawing, Line, Mark, Plan, Profile, Words
from overlay.marks.text_size import wrapped
from overlay.strokes.layout import card_box, enlarged, laid_out, stacked
from overlay.strokes.profile_strokes import profile_size_in
from table.places import TablePoint
from table.scene import Scene

_SIDE_IN = 0.9
_TITLE_IN = 0.5
_TITLE_LINE_IN = 0.85
_BAR_IN = 6
_USUAL_WIDTH_IN = 36.0
_PROFILE_WORDS_IN = 0.33
_WORDS_TIMES = 1.4  # a picture is smaller than a desk and read from as far off


def plan_of(scene: Scene, drawing: Drawing) -> Plan:
    """The whole plan picture of a drawing."""
    w, h = scene.width, scene.height
    times = max(1.0, w / _USUAL_WIDTH_IN)  # all words grow with the table, for pictures do not
    cards = stacked(_enlarged_cards(drawing, times), w + 0.8, 0.0)
    low = max([0.0, *(card_box(card)[3] + 0.3 for card in cards)])
    profile = _profile(drawing, TablePoint(w + 0.8, low), times)
    boxes = [*map(card_box, cards), *map(_profile_box, profile)]
    right = max([w + _SIDE_IN * times, *(box[2] + 0.5 for box in boxes)])
    low = max([h, *(box[3] for box in boxes)])
    title, top = _title(drawing.title, right, times)
    inside = _on_table(scene, drawing, times)
    bottom = max(h + 1.4 * times, low + 0.5)
    marks = (*inside, *cards, *profile, *title, *_scale_bar(h, times))
    return Plan(marks, (-_SIDE_IN * times, top, right, bottom))


def marks_over(scene: Scene, drawing: Drawing) -> Plan:
    """A drawing's marks on the table alone, to lie over a picture of it."""
    times = max(1.0, scene.width / _USUAL_WIDTH_IN)
    return Plan(_on_table(scene, drawing, times), (0.0, 0.0, scene.width, scene.height))


def _on_table(scene: Scene, drawing: Drawing, times: float) -> tuple[Mark, ...]:
    box = (0.05, 0.05, scene.width - 0.05, scene.height - 0.05)
    return laid_out(enlarged(drawing.marks, _WORDS_TIMES * times), box)


def _title(text: str, right: float, times: float) -> tuple[tuple[Mark, ...], float]:
    """The title's lines above the table, and where they begin."""
    height_in, line_in = _TITLE_IN * times, _TITLE_LINE_IN * times
    lines = wrapped(text, height_in, right - 0.4)
    top = -0.9 * times - line_in * len(lines)
    words = tuple(
        Words(TablePoint(0.0, top + 0.75 * times + line_in * i), line, "note", height_in)
        for i, line in enumerate(lines)
    )
    return words, top


def _enlarged_cards(drawing: Drawing, times: float) -> tuple[Card, ...]:
    larger = _WORDS_TIMES * times
    return tuple(replace(card, height_in=card.height_in * larger) for card in drawing.cards)


def _profile(drawing: Drawing, at: TablePoint, times: float) -> tuple[Profile, ...]:
    """The side view under the cards, if there is one."""
    if drawing.profile is None:
        return ()
    return (replace(drawing.profile, at=at, height_in=_PROFILE_WORDS_IN * times),)


def _profile_box(profile: Profile) -> Box:
    """The box a placed side view covers."""
    assert profile.at is not None, profile
    width, height = profile_size_in(profile)
    return (profile.at.x, profile.at.y, profile.at.x + width, profile.at.y + height)


def _scale_bar(height: float, times: float) -> tuple[Mark, ...]:
    """Six inches, one by one, under the table's left end."""
    y = height + 0.7 * times
    ticks = tuple(
        Line((TablePoint(x, y - (0.2 if x % 3 == 0 else 0.1)), TablePoint(x, y)), "measure")
        for x in range(_BAR_IN + 1)
    )
    bar = Line((TablePoint(0.0, y), TablePoint(_BAR_IN, y)), "measure")
    words = Words(TablePoint(_BAR_IN + 0.3, y), f"{_BAR_IN} inches", "note", 0.25 * times)
    return (*ticks, bar, words)
