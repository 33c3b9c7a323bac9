"""The same questions under several rulebooks: where the answers differ, and which rules did it.

In go a scene, questions and books; out comes, for each question, what every book answers, in
which of the things that matter to a player they differ, and the rules each book cites.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shapely import Polygon

from rules.book.answer import (
    Answer,
    Burst,
    Fight,
    Mistake,
    Move,
    Reach,
    Shot,
    Sight,
    Units,
    reasons_of,
    refusals_of,
)
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.reason import Reason, Refusal
from table.scene import Scene

DIGITS = 6  # chances and inches that agree to here are the same

VerdictParts = Mapping[str, Any]  # what matters to a player, by name


@dataclass(frozen=True, slots=True)
class Compared:
    """One question under several books, which are named in the order they were asked."""

    question: Any
    answers: Mapping[str, Answer]

    @property
    def differs(self) -> tuple[str, ...]:
        """The names of what the books answer differently, those without an answer left out."""
        verdicts = [_verdict_of(a) for a in self.answers.values() if not isinstance(a, Mistake)]
        names = dict.fromkeys(name for verdict in verdicts for name in verdict)
        return tuple(n for n in names if len({_frozen(v.get(n)) for v in verdicts}) > 1)

    @property
    def answered_by(self) -> tuple[str, ...]:
        """The books that can answer it."""
        return tuple(n for n, answer in self.answers.items() if not isinstance(answer, Mistake))

    def causes(self, name: str) -> tuple[Reason | Refusal, ...]:
        """The rules that set this book's answer apart: those that not all others cite alike."""
        cited = [set(_because_of(self.answers[other])) for other in self.answered_by]
        shared = set.intersection(*cited) if len(cited) > 1 else set()
        return tuple(c for c in _because_of(self.answers[name]) if c not in shared)


def compare(
    scene: Scene, questions: Sequence[Any], books: Mapping[str, Book]
) -> tuple[Compared, ...]:
    """Each question under each book."""
    return tuple(
        Compared(question, {name: ask(scene, question, book) for name, book in books.items()})
        for question in questions
    )


def _verdict_of(answer: Answer) -> VerdictParts:
    """What matters to a player in an answer, each part by its name in the contract."""
    return {name: part(answer) for name, part in _PARTS.get(type(answer), {}).items()}


def _problem_men(answer: Units) -> tuple[str, ...]:
    return tuple(sorted({name for problem in answer.problems for name in problem.soldiers}))


def _because_of(answer: Answer) -> tuple[Reason | Refusal, ...]:
    """The rules that decided an answer: what refuses it, else what changed it."""
    if isinstance(answer, Units):
        return tuple(Refusal(problem.rule, problem.why) for problem in answer.problems)
    refusals, reasons = refusals_of(answer), reasons_of(answer)
    if isinstance(answer, Fight):
        reasons = tuple(reason for bonus in answer.bonuses for reason in bonus.reasons)
    # What slows a man down counts although the path is refused as too long.
    return (*refusals, *reasons) if isinstance(answer, Move) else refusals or reasons


def area_in2(answer: Reach) -> float:
    """How many square inches he can reach."""
    if not answer.area:
        return 0.0
    outer, *holes = answer.area
    return float(Polygon(outer, holes).area)


def _frozen(value: Any) -> Any:
    return round(float(value), DIGITS) if _is_measure(value) else value


def _is_measure(value: Any) -> bool:
    return hasattr(value, "__float__") and not isinstance(value, bool)


_PARTS: Mapping[type, Mapping[str, Callable[[Any], Any]]] = {
    Sight: {"visible": lambda a: a.visible, "exposure": lambda a: a.exposure},
    Shot: {
        "allowed": lambda a: a.allowed,
        "chance": lambda a: None if a.roll is None else a.roll.chance,
        "shots": lambda a: a.shots,
    },
    Burst: {
        "allowed": lambda a: a.allowed,
        "caught": lambda a: tuple((man.id, man.hit) for man in a.caught),
    },
    Move: {"allowed": lambda a: a.allowed, "limit": lambda a: a.limit},
    Reach: {"area": area_in2},
    Fight: {"allowed": lambda a: a.allowed, "chance": lambda a: a.chance},
    Units: {"problems": _problem_men},
}
