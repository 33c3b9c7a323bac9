"""Answers as values, and the JSON the contract fixes for them. Lengths are table inches."""

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from rules.book.dice import Roll
from rules.book.reason import Reason, Refusal
from rules.measure.area import AreaRings

PlaceXY = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sight:
    """Who sees how much of whom, and what hides the rest."""

    visible: bool
    exposure: float
    blocked_by: tuple[str, ...]
    distance: float


@dataclass(frozen=True, slots=True)
class Caught:
    """A man in a cone or blast: hit, safe, or (hit None) saved by a roll."""

    id: str
    hit: bool | None
    save: Roll | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Shot:
    """Whether he may shoot, and what he must roll; `area` and `caught` only with a cone."""

    allowed: bool
    refusals: tuple[Refusal, ...]
    distance: float
    band: str | None
    roll: Roll | None
    shots: int
    reasons: tuple[Reason, ...]
    on_worst: str | None = None
    area: AreaRings | None = None
    caught: tuple[Caught, ...] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one throw of a burst does."""

    roll: int
    lands: PlaceXY | None
    why: str


@dataclass(frozen=True, slots=True)
class Burst:
    """A cone or blast: what each throw does, and, once thrown, whom it catches.

    `lands`, `area` and `caught` are left out of the JSON while `thrown` is False.
    """

    allowed: bool
    refusals: tuple[Refusal, ...]
    distance: float
    outcomes: tuple[Outcome, ...] = ()
    reasons: tuple[Reason, ...] = ()
    thrown: bool = True
    lands: PlaceXY | None = None
    area: AreaRings = ()
    caught: tuple[Caught, ...] = ()
    flee: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """How far one throw lets him go."""

    roll: int
    limit: float
    why: str


@dataclass(frozen=True, slots=True)
class OwedRoll:
    """A roll a mover owes on his way, such as one to survive a minefield."""

    rule: str
    why: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class Move:
    """Whether he may go this way, and how much of his move it uses."""

    allowed: bool
    refusals: tuple[Refusal, ...]
    length: float
    limit: float | None
    fraction: float | None
    reasons: tuple[Reason, ...]
    outcomes: tuple[MoveOutcome, ...] | None = None
    rolls: tuple[OwedRoll, ...] = ()


@dataclass(frozen=True, slots=True)
class Reach:
    """All the places he can end this move."""

    area: AreaRings
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class Bonus:
    """What one man adds to his throw hand to hand."""

    id: str
    value: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Fight:
    """Hand to hand: who adds what, and the chance that the attackers win."""

    allowed: bool
    refusals: tuple[Refusal, ...]
    bonuses: tuple[Bonus, ...] = ()
    chance: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a unit, and the soldiers it concerns."""

    rule: str
    soldiers: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Units:
    """What is wrong with the units, and each side's points where the book has points."""

    problems: tuple[Problem, ...]
    points: dict[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A question that cannot be answered, and why."""

    error: str


Answer = Sight | Shot | Burst | Move | Reach | Fight | Units | Mistake
_YesOrNo = Shot | Burst | Move | Fight


def is_allowed(answer: Answer) -> bool:
    """Whether the rules say yes to what was asked."""
    return isinstance(answer, _YesOrNo) and answer.allowed


def is_refused(answer: Answer) -> bool:
    """Whether the rules say no to what was asked."""
    return isinstance(answer, _YesOrNo) and not answer.allowed


def refusals_of(answer: Answer) -> tuple[Refusal, ...]:
    """The rules that forbid it."""
    return answer.refusals if isinstance(answer, _YesOrNo | Reach) else ()


def reasons_of(answer: Answer) -> tuple[Reason, ...]:
    """The rules that make the answer what it is; a fight has each man's own."""
    return answer.reasons if isinstance(answer, Shot | Burst | Move) else ()


def roll_of(answer: Answer) -> Roll | None:
    """What must be thrown for it, None where nothing is."""
    return answer.roll if isinstance(answer, Shot) else None


# Fields that stay out of the JSON while they are None: they belong to some answers only.
_OPTIONAL = {
    Shot: {"area", "caught"},
    Burst: {"flee"},
    Move: {"outcomes"},
    Units: {"points"},
}


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer's fields as the contract has them, without `ask`."""
    found: dict[str, Any] = _json(answer)
    if isinstance(answer, Burst):
        del found["thrown"]
        if not answer.thrown:
            for name in ("lands", "area", "caught"):
                del found[name]
    for name in _OPTIONAL.get(type(answer), ()):
        if found[name] is None:
            del found[name]
    return found


def _json(value: Any) -> Any:
    """Dataclasses as objects, tuples as lists, fractions as floats."""
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, tuple):
        return [_json(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _json(entry) for key, entry in value.items()}
    if hasattr(value, "__dataclass_fields__"):
        return {f.name: _json(getattr(value, f.name)) for f in fields(value)}
    return value
