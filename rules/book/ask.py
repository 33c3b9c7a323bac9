"""A list of questions to a list of answers, in the same order, each on its own.

A question that cannot be answered gets its error sentence in its place; the others still come.
"""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from rules.book.answer import Answer, Mistake, answer_json
from rules.book.book import Book
from rules.book.question import Question, QuestionError, QuestionJson, shown
from rules.measure.field import field_of
from table.errors import UserError, listed
from table.scene import Scene

# All that questions hold; what the players declare has its own words, a book's `declares`.
FIELDS = frozenset(
    {
        "ask", "from", "to", "shooter", "target", "weapon", "aim", "roll", "soldier", "path",
        "attackers", "defender", "declare",
    }
)  # fmt: skip


def ask_all(scene: Scene, questions: Sequence[Any], book: Book) -> list[dict[str, Any]]:
    """The answers as the contract's JSON."""
    return [
        {"ask": _asked(question), **answer_json(ask(scene, question, book))}
        for question in questions
    ]


def ask(scene: Scene, question: Any, book: Book) -> Answer:
    """The answer to one question, a Mistake where it is malformed or the scene is."""
    try:
        field_of(scene, book.meanings)  # a thing's unknown `as` word is bad input to any question
        return _answer(scene, question, book)
    except (QuestionError, UserError) as problem:
        return Mistake(str(problem))


def _answer(scene: Scene, question: Any, book: Book) -> Answer:
    if not isinstance(question, Mapping):
        raise QuestionError(f"a question is an object with 'ask', not {shown(question)}")
    word = _asked(question)
    if not isinstance(word, str) or word not in book.answers:
        raise QuestionError(f"cannot ask {shown(word)}; there are {listed(book.answers)}")
    _check_fields(question)
    _check_declared(question.get("declare"), word, book)
    return book.answers[word](book, scene, Question(scene, question))


def _check_fields(question: QuestionJson) -> None:
    """Refuse a field that no question has: a slip of the pen would else change the answer."""
    for key in question:
        if key not in FIELDS:
            near = get_close_matches(str(key), FIELDS, n=1)
            meant = f"did you mean {near[0]}? There" if near else "there"
            raise QuestionError(
                f"no question has {shown(key)}; {meant} are {listed(FIELDS)}, and what is declared "
                "stands under 'declare'"
            )


def _check_declared(declare: Any, word: str, book: Book) -> None:
    """Refuse a `declare` that is no object or has a key this question does not know."""
    if declare is None:
        return
    if not isinstance(declare, Mapping):
        raise QuestionError(f"declare is {shown(declare)}; give an object")
    known = book.declares.get(word, frozenset())
    for key in declare:
        if key not in known:
            near = get_close_matches(str(key), sorted(known), n=1)
            meant = f"did you mean {near[0]}? It" if near else "it"
            raise QuestionError(
                f"{word} knows no declare {shown(key)}; {meant} knows {listed(known)}"
            )


def _asked(question: Any) -> Any:
    return question.get("ask") if isinstance(question, Mapping) else None
