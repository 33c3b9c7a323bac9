"""A scene and the answers to some questions as one drawing: marks, title, cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.answer_marks import answer_marks
from overlay.marks.marks import Card, Drawing, Mark, Profile
from overlay.marks.nearby_words import nearby_words
from overlay.marks.profile import profile_of
from overlay.marks.scene_marks import scene_marks
from overlay.marks.state_marks import hex_marks, state_marks
from overlay.marks.threat_marks import threat_card, threat_marks
from overlay.marks.too_close import doubt
from overlay.marks.words import card, sentence
from rules.book.answer import Answer, Mistake, Shot, Sight
from rules.book.book import Book
from rules.book.question import QuestionError, QuestionJson
from table.scene import Scene


def scene_drawing(scene: Scene, asking: AnswerCache | None = None) -> Drawing:
    """The scene alone."""
    book = None if asking is None else asking.book
    meanings = None if book is None else book.meanings.kinds
    title = f"{_counted(scene.soldiers, 'soldier')} and {_counted(scene.things, 'thing')}"
    return Drawing((*scene_marks(scene, meanings), *state_marks(scene, book)), title)


def threat_drawing(scene: Scene, drawing: Drawing, asking: AnswerCache, soldier: str) -> Drawing:
    """A drawing with the man's map of danger on it, and its legend."""
    threat = asking.threat(scene, soldier)
    title = drawing.title if drawing.cards else f"Where {soldier} may be hit: {asking.book.title}"
    return Drawing(
        (*drawing.marks, *threat_marks(threat)),
        title,
        (*drawing.cards, threat_card(threat)),
        drawing.profile,
    )


def _counted(found: Sequence[object], word: str) -> str:
    return f"{len(found)} {word}{'' if len(found) == 1 else 's'}"


def questions_drawing(
    scene: Scene, questions: Sequence[QuestionJson], asking: AnswerCache
) -> Drawing:
    """The scene and every answer."""
    answers = [asking.ask(scene, question) for question in questions]
    pairs = list(zip(questions, answers, strict=True))
    marks = tuple(m for q, a in pairs for m in answer_marks(scene, q, a, asking))
    grid = _grid(scene, questions, asking.book)
    cards = tuple(
        c
        for i, (q, a) in enumerate(pairs)
        for c in answer_cards(scene, q, a, asking, _number(i, pairs))
    )
    title = sentence(*pairs[0]) if len(pairs) == 1 else f"{len(pairs)} answers: {asking.book.title}"
    alone = scene_drawing(scene, asking)
    # Two shots of one man have the same ranges: one ring, one label.
    return Drawing(
        (*alone.marks, *grid, *dict.fromkeys(marks)), title, cards, _side(scene, pairs, asking)
    )


def _side(
    scene: Scene, pairs: Sequence[tuple[QuestionJson, Answer]], asking: AnswerCache
) -> Profile | None:
    """The side view of a single sight or shot between two soldiers."""
    if len(pairs) != 1 or not isinstance(pairs[0][1], Sight | Shot):
        return None
    question = pairs[0][0]
    ends = (
        question.get("from", question.get("shooter")),
        question.get("to", question.get("target")),
    )
    viewer, target = (scene.soldier(str(end)) for end in ends)
    if viewer is None or target is None or "sight" not in asking.book.answers:
        return None
    seen = asking.ask(scene, {"ask": "sight", "from": viewer.id, "to": target.id})
    if not isinstance(seen, Sight):
        return None
    return profile_of(scene, viewer, target, seen, asking.book)


def _number(i: int, pairs: Sequence[object]) -> str:
    return f"{i + 1}. " if len(pairs) > 1 else ""


def answer_cards(
    scene: Scene, question: QuestionJson, answer: Answer, asking: AnswerCache, number: str = ""
) -> tuple[Card, ...]:
    """The answer's card: its sentence where there are several, sum, doubt, what would help."""
    words = number + sentence(question, answer)
    found = card(question, answer, asking.book)
    unsure = doubt(scene, question, answer, asking)
    better = nearby_words(scene, question, answer, asking)
    told = [(line,) for line in (unsure, better) if line]
    rows = (*(found.rows if found else ()), *told)
    if not number and not rows:
        return ()
    ink = "blocked" if isinstance(answer, Mistake) else (found.ink if found else "note")
    title = words if number else (found.title if found else words)
    return (Card(title, rows, "unsure" if unsure else ink),)


def _grid(scene: Scene, questions: Sequence[QuestionJson], book: Book) -> tuple[Mark, ...]:
    """The hexes of the first question that is asked on them."""
    on_hexes = (said for said in map(_declared, questions) if said.get("grid") is True)
    declare = next(on_hexes, None)
    if declare is None or book.hexes is None:
        return ()
    try:
        return hex_marks(scene, book.hexes(book, declare))
    except QuestionError:
        return ()  # the answer itself says what is wrong with it


def _declared(question: QuestionJson) -> Mapping[str, Any]:
    found = question.get("declare") if isinstance(question, Mapping) else None
    return found if isinstance(found, Mapping) else {}
