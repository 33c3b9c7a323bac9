"""An answer in lines: the sentence, below it the sum with its rules, and what is too close."""

import re
from collections.abc import Iterator, Sequence
from math import dist

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.nearby_words import nearby_words
from overlay.marks.too_close import doubt
from overlay.marks.words import chance_words, sentence, sum_rows
from rules.book.answer import Answer, Reach
from rules.book.compare import area_in2
from rules.book.question import QuestionJson
from table.scene import Scene

_INDENT = "    "
_NO = "no: "
_THROWN = re.compile(r"[\d, -]+")  # what must be thrown, in the place of a rule


def answer_lines(
    scene: Scene, question: QuestionJson, answer: Answer, asking: AnswerCache
) -> Iterator[str]:
    """All that a player wants to know of one answer."""
    yield _headline(scene, question, answer)
    rows = sum_rows(answer, asking.book)
    if rows:
        yield from _columns(rows)
    close = doubt(scene, question, answer, asking)
    if close is not None:
        from rules.foresight.sure import sure  # noqa: PLC0415 - most scenes are exact

        certain = sure(asking.book, scene, question, answer)
        how = "" if certain is None else f"; sure to {chance_words(certain.chance)}"
        yield f"{_INDENT}{close}{how}"
    better = nearby_words(scene, question, answer, asking)
    if better is not None:
        yield f"{_INDENT}{better}"


def _headline(scene: Scene, question: QuestionJson, answer: Answer) -> str:
    if not isinstance(answer, Reach) or not answer.area:
        return sentence(question, answer)
    man = scene.soldier(question["soldier"])
    assert man is not None, question
    far_in = max(dist(place, (man.x, man.y)) for place in answer.area[0])
    room = area_in2(answer)
    return f"{man.id} can go at most {far_in:.1f} in, and end on {room:.0f} square inches"


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Rows of a card as text: number, words, rule."""
    cells = [_cells(row) for row in rows]
    number, words = (max(len(cell[i]) for cell in cells) for i in (0, 1))
    for value, why, rule in cells:
        yield f"{_INDENT}{value:>{number}}  {why:<{words}}  {rule}".rstrip()


def _cells(row: tuple[str, ...]) -> tuple[str, str, str]:
    """The value, the words and the rule of a row that has two or three cells."""
    if row[0].startswith(_NO):
        return "no", row[0].removeprefix(_NO), row[1]
    if len(row) == 3 and _THROWN.fullmatch(row[1]):
        return row[1], row[0], row[2]
    if len(row) == 3:
        return row[2], row[0], row[1]
    return "", row[0], row[1] if len(row) > 1 else ""
