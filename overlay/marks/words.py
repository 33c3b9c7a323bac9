"""Answers in words: one sentence that a stranger understands, and the rows of a card."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules.book.answer import (
    Answer,
    Burst,
    Caught,
    Fight,
    Mistake,
    Move,
    Reach,
    Shot,
    Sight,
    Units,
    is_refused,
    reasons_of,
    refusals_of,
    roll_of,
)
from rules.book.book import Book
from rules.book.dice import Roll, totals
from rules.book.question import QuestionJson
from rules.book.reason import Reason, Refusal

if TYPE_CHECKING:
    from overlay.marks.marks import Card

SumRow = tuple[str, ...]


def sentence(question: QuestionJson, answer: Answer) -> str:
    """The answer in one sentence."""
    return _SENTENCES[type(answer)](question, answer)


def card(question: QuestionJson, answer: Answer, book: Book | None = None) -> "Card | None":
    """The sum behind the answer: each reason with its rule; None where there is none to show."""
    rows = sum_rows(answer, book)
    if not rows:
        return None
    # Who reads the sum as text draws nothing.
    from overlay.marks.marks import Card  # noqa: PLC0415

    ink = "blocked" if is_refused(answer) else "note"
    return Card(_HEADINGS[type(answer)](question, answer), rows, ink)


def chance_words(chance: Fraction | float) -> str:
    """A chance as players say it.

    >>> chance_words(Fraction(1, 3))
    '33 %'
    """
    share = float(chance)
    if 0 < share < 0.01 or 0.99 < share < 1:
        return f"{share:.1%}".replace("%", " %")
    return f"{share:.0%}".replace("%", " %")


def roll_words(roll: Roll) -> str:
    """What must be thrown, and its chance."""
    if roll.succeeds in {"always", "never"}:
        return roll.succeeds
    if roll.dice == "1d100":
        return f"{chance_words(roll.chance)} ({roll.succeeds})"
    dice = "" if roll.dice == "1d6" else f" on {roll.dice}"
    return f"{roll.succeeds}{dice} ({chance_words(roll.chance)})"


_DICE = {"1d6": "", "2d6": " on two dice", "1d100": " of 100"}


def _throw_words(roll: Roll) -> str:
    """What must be thrown as players say it, and its chance.

    >>> from rules.book.dice import at_most
    >>> _throw_words(at_most("2d6", 7))
    '7 or less on two dice (58 %)'
    """
    more = "more" if roll.succeeds.endswith("+") else "less"
    dice = _DICE.get(roll.dice, f" on {roll.dice}")
    return f"{roll.succeeds[:-1]} or {more}{dice} ({chance_words(roll.chance)})"


def _sight(q: QuestionJson, answer: Sight) -> str:
    who = f"{q['from']} sees"
    if not answer.visible:
        return f"{q['from']} cannot see {q['to']}: {_listed(answer.blocked_by)} in the way"
    if answer.exposure >= 1:
        return f"{who} all of {q['to']}, {answer.distance:.1f} in away"
    return f"{who} {answer.exposure:.0%} of {q['to']}; {_listed(answer.blocked_by)} hides the rest"


def _shot(q: QuestionJson, answer: Shot) -> str:
    if not answer.allowed or answer.roll is None:
        return f"{q['shooter']} may not shoot {q['target']}: {_why_not(answer.refusals)}"
    if answer.caught is not None and answer.area:
        return f"{q['shooter']} sprays {q['target']}: {_caught(answer.caught)}"
    times = f", {answer.shots} rolls" if answer.shots > 1 else ""
    band = f" ({answer.band})" if answer.band else ""
    sure = {"never": "cannot hit", "always": "always hits"}.get(answer.roll.succeeds)
    hit = sure or f"hits on {_throw_words(answer.roll)}"
    return f"{q['shooter']} at {q['target']}: {hit}{times}; {answer.distance:.1f} in{band}"


def _burst(q: QuestionJson, answer: Burst) -> str:
    weapon = q.get("weapon") or "burst"
    who = f"{q['shooter']}'s {weapon}"
    if not answer.allowed:
        return f"{who} may not fire: {_why_not(answer.refusals)}"
    if not answer.thrown:
        aim = q["aim"] if isinstance(q.get("aim"), str) else "that place"
        return f"{who} at {aim}, {answer.distance:.1f} in off: the throw says where it falls"
    if answer.lands is None:
        return f"{who} comes to nothing"
    return f"{who}: {_caught(answer.caught)}"


def _caught(caught: tuple[Caught, ...]) -> str:
    hit = [c.id for c in caught if c.hit]
    saves = [f"{c.id} saves on {roll_words(c.save)}" for c in caught if c.save is not None]
    safe = [c.id for c in caught if c.hit is False]
    parts = [f"hits {_listed(hit)}"] if hit else []
    parts += saves + ([f"{_listed(safe)} safe"] if safe else [])
    return "; ".join(parts) or "nobody is caught"


def _move(q: QuestionJson, answer: Move) -> str:
    if not answer.allowed:
        return f"{q['soldier']} may not go there: {_why_not(answer.refusals)}"
    if answer.limit is None:
        return f"{q['soldier']} may go these {answer.length:.1f} in"
    left = "" if answer.fraction is None else f", {chance_words(1 - answer.fraction)} of it left"
    return f"{q['soldier']} goes {answer.length:.1f} of {answer.limit:.1f} in{left}"


def _reach(q: QuestionJson, answer: Reach) -> str:
    if not answer.area:
        why = f": {_why_not(answer.refusals)}" if answer.refusals else ""
        return f"{q['soldier']} cannot move{why}"
    return f"Where {q['soldier']} can end this move"


def _fight(q: QuestionJson, answer: Fight) -> str:
    men = _listed(q["attackers"])
    if not answer.allowed:
        return f"{men} cannot fight {q['defender']}: {_why_not(answer.refusals)}"
    if answer.chance is None:
        return f"{men} fight {q['defender']}"
    return f"{men} against {q['defender']}: attackers win {chance_words(answer.chance)}"


def _units(_q: QuestionJson, answer: Units) -> str:
    if not answer.problems:
        return "All units are in order"
    count = len(answer.problems)
    return f"{count} {'problem' if count == 1 else 'problems'} with the units"


def _why_not(refusals: tuple[Refusal, ...]) -> str:
    return "; ".join(refusal.why for refusal in refusals) or "the rules forbid it"


def _listed(words: Any) -> str:
    words = list(words)
    if len(words) < 2:
        return "".join(words) or "something"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _shot_heading(q: QuestionJson, answer: Shot) -> str:
    weapon = f", {q['weapon']}" if q.get("weapon") else ""
    roll = "no shot" if answer.roll is None else roll_words(answer.roll)
    return f"{q['shooter']} at {q['target']}{weapon}: {roll}"


def sum_rows(answer: Answer, book: Book | None) -> tuple[SumRow, ...]:
    """The sum behind the answer: each reason with its rule and its value."""
    refused = tuple((f"no: {r.why}", r.rule, "") for r in refusals_of(answer))
    given = reasons_of(answer)
    values = reason_values(answer, book)
    reasons = tuple((r.why, r.rule, value) for r, value in zip(given, values, strict=True))
    match answer:
        case Shot() | Burst():
            caught = answer.caught or ()
            needs = _needs_row(answer) if len(reasons) > 1 else ()
            return (*refused, *reasons, *needs, *_caught_rows(caught, book), *_outcome_rows(answer))
        case Move():
            owed = tuple((r.why, r.rule, roll_words(r.roll)) for r in answer.rolls)
            throws = tuple((o.why, "", f"{o.roll}: {o.limit:g} in") for o in answer.outcomes or ())
            return (*refused, *reasons, *owed, *throws)
        case Fight():
            return (*refused, *(row for b in answer.bonuses for row in _bonus_rows(b, book)))
        case Units():
            problems = tuple((f"{_listed(p.soldiers)}: {p.why}", p.rule) for p in answer.problems)
            points = answer.points or {}
            return (
                *problems,
                *((f"{side}: points", f"{total:g}") for side, total in points.items()),
            )
        case _:
            return refused


def _needs_row(answer: Shot | Burst) -> tuple[SumRow, ...]:
    """What all reasons come to, as the last line of the sum."""
    roll = roll_of(answer)
    if roll is None or roll.succeeds in {"always", "never"}:
        return ()
    return (("so he needs", "", roll.succeeds),)


def _reason_row(reason: Reason, book: Book | None) -> SumRow:
    return (reason.why, reason.rule, value_words(reason, book))


def reason_values(answer: Answer, book: Book | None) -> tuple[str, ...]:
    """The numbers of a sum; that from which it starts is the throw it would be alone, like 4+."""
    reasons = reasons_of(answer)
    values = [value_words(reason, book) for reason in reasons]
    roll = roll_of(answer)
    first = next((i for i, reason in enumerate(reasons) if reason.value is not None), None)
    if roll is not None and roll.succeeds.endswith("+") and first is not None:
        values[first] += "+" if values[first].isdecimal() else ""
    return tuple(values)


def value_words(reason: Reason, book: Book | None) -> str:
    """The reason's number: with a sign where the row's own number is added to the throw."""
    if reason.value is None:
        return ""
    row = book.rows.rules.get(reason.rule) if book is not None else None
    adds = reason.value < 0 or (row is not None and row.value is not None and abs(row.value) <= 2)
    return f"{reason.value:+g}" if adds else f"{reason.value:g}"


def _caught_rows(caught: tuple[Caught, ...], book: Book | None) -> tuple[SumRow, ...]:
    made: list[SumRow] = []
    for man in caught:
        fate = "hit" if man.hit else "safe"
        fate = f"lives on {roll_words(man.save)}" if man.save is not None else fate
        first = man.reasons[0] if man.reasons else None
        made.append(
            (f"{man.id}: {first.why if first else 'no cover'}", first.rule if first else "", fate)
        )
        made += [_reason_row(reason, book) for reason in man.reasons[1:]]
    return tuple(made)


def _outcome_rows(answer: Shot | Burst) -> tuple[SumRow, ...]:
    """What each throw does, throws that do the same drawn together."""
    if not isinstance(answer, Burst) or answer.area:
        return ()
    by_why: dict[str, list[int]] = {}
    for outcome in answer.outcomes:
        by_why.setdefault(outcome.why, []).append(outcome.roll)
    rolls = [outcome.roll for outcome in answer.outcomes]
    return tuple(
        (why, spans(thrown), chance_words(share(thrown, rolls))) for why, thrown in by_why.items()
    )


def share(thrown: Sequence[int], rolls: Sequence[int]) -> float:
    """How likely one of these numbers is among all that the dice can show."""
    for dice in ("1d6", "2d6", "1d10", "1d12", "1d20"):
        ways = totals(dice)
        if sorted(rolls) == sorted(ways):
            return sum(ways[roll] for roll in thrown) / ways.total()
    return len(thrown) / len(rolls)


def spans(numbers: Sequence[int]) -> str:
    """Numbers with runs drawn together.

    >>> spans([1, 2, 3, 6])
    '1-3, 6'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{r[0]}" if len(r) == 1 else f"{r[0]}-{r[-1]}" for r in runs)


def _bonus_rows(bonus: Any, book: Book | None) -> tuple[SumRow, ...]:
    head = (f"{bonus.id} adds", "", f"{bonus.value:+g}")
    return (head, *((f"   {r.why}", r.rule, value_words(r, book)) for r in bonus.reasons))


_SENTENCES: dict[type, Callable[[QuestionJson, Any], str]] = {
    Mistake: lambda _q, answer: str(answer.error),
    Sight: _sight,
    Shot: _shot,
    Burst: _burst,
    Move: _move,
    Reach: _reach,
    Fight: _fight,
    Units: _units,
}
_HEADINGS: dict[type, Callable[[QuestionJson, Any], str]] = {
    Shot: _shot_heading,
    Burst: lambda q, _answer: f"{q['shooter']}, {q.get('weapon') or 'burst'}",
    Move: lambda q, answer: f"{q['soldier']} moves {answer.length:.1f} in",
    Reach: lambda q, _answer: f"{q['soldier']} stays",
    Fight: lambda q, _answer: f"Hand to hand with {q['defender']}",
    Units: lambda _q, _answer: "Units",
}
