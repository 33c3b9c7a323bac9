"""Marks for a narrow screen: men's names beside their bases, things in a word, all words larger."""

from collections.abc import Iterable
from dataclasses import replace

from overlay.marks.marks import TEXT_IN, Label, ManMark, Mark
from overlay.strokes.layout import enlarged

_TIMES = 1.6
_OF_THINGS = frozenset({"quiet", "unlisted"})
_TICK_IN = 0.2  # as far as it takes to leave in sight where he looks
_BEFORE_THINGS = 4  # who stands there is placed before what lies there


def large_worded(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks, readable where the table is no wider than a phone."""
    marks = tuple(marks)
    beside = {mark.text.partition(",")[0] for mark in marks if isinstance(mark, Label)}
    names = (
        Label(mark.centre, mark.name, "note", mark.radius_in + _TICK_IN, rank=_BEFORE_THINGS)
        for mark in marks
        if isinstance(mark, ManMark) and mark.name not in beside
    )
    return enlarged((*map(_plainly, marks), *names), _TIMES)


def _plainly(mark: Mark) -> Mark:
    """A man without the name on his base; what lies there called by its first words alone."""
    if isinstance(mark, ManMark):
        return replace(mark, name="")
    if isinstance(mark, Label) and mark.ink in _OF_THINGS:
        words, height_in = mark.text.partition(",")[0], max(mark.height_in, TEXT_IN)
        return replace(mark, text=words, height_in=height_in)
    return mark
