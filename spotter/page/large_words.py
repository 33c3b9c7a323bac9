"""Marks for a narrow screen: men's names beside their bases, all words larger."""

from collections.abc import Iterable
from dataclasses import replace

from overlay.marks.marks import Label, ManMark, Mark
from overlay.strokes.layout import enlarged

_TIMES = 1.6
_BEFORE_THINGS = 4  # who stands there is placed before what lies there


def large_worded(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks, readable where the table is no wider than a phone."""
    marks = tuple(marks)
    beside = {mark.text.partition(",")[0] for mark in marks if isinstance(mark, Label)}
    names = (
        Label(mark.centre, mark.name, "note", mark.radius_in, rank=_BEFORE_THINGS)
        for mark in marks
        if isinstance(mark, ManMark) and mark.name not in beside
    )
    plain = (replace(mark, name="") if isinstance(mark, ManMark) else mark for mark in marks)
    return enlarged((*plain, *names), _TIMES)
