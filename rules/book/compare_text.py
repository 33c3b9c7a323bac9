"""A comparison as text: one block for each question, one line for each book."""

from collections.abc import Callable, Iterable, Mapping
from textwrap import wrap
from typing import Any

from rules.book.answer import Answer, Burst, Fight, Mistake, Move, Reach, Shot, Sight, Units
from rules.book.compare import Compared, area_in2
from rules.book.reason import Reason, Refusal

WIDTH = 100
NAMING = ("from", "to", "shooter", "target", "weapon", "aim", "soldier", "attackers", "defender")


def comparison_text(compared: Iterable[Compared]) -> str:
    """All blocks, numbered as the questions are."""
    blocks = (_block(number, one) for number, one in enumerate(compared, start=1))
    return "\n\n".join(blocks)


def _block(number: int, one: Compared) -> str:
    lines = [f"{number}. {_question_text(one.question)}", f"   {_differs_text(one)}"]
    width = max(map(len, one.answers), default=0)
    for name, answer in one.answers.items():
        lines += _wrapped(f"   {name:<{width}}  ", _verdict_text(answer))
        if one.differs or len(one.answered_by) == 1:
            for cause in one.causes(name):
                lines += _wrapped(" " * (width + 7), _cause_text(cause))
    return "\n".join(lines)


def _differs_text(one: Compared) -> str:
    if not one.answered_by:
        return "no book can answer this"
    if len(one.answered_by) == 1:
        return f"only {one.answered_by[0]} can answer this"
    return f"they differ in {', '.join(one.differs)}" if one.differs else "they agree"


def _wrapped(lead: str, text: str) -> list[str]:
    rows = wrap(text, WIDTH - len(lead)) or [""]
    return [lead + rows[0], *(" " * len(lead) + row for row in rows[1:])]


def _question_text(question: Any) -> str:
    """A question in a few words: what is asked of whom."""
    if not isinstance(question, dict):
        return str(question)
    named = [f"{key} {_short(question[key])}" for key in NAMING if question.get(key) is not None]
    return " ".join([str(question.get("ask")), *named])


def _short(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _cause_text(cause: Reason | Refusal) -> str:
    """A rule with what it did."""
    value = cause.value if isinstance(cause, Reason) else None
    number = "" if value is None else f" ({value:+g})" if value < 0 else f" ({value:g})"
    return f"{cause.rule}: {cause.why}{number}"


def _verdict_text(answer: Answer) -> str:
    """What a book answers, in a few words."""
    return _TEXTS[type(answer)](answer)


def _sight_text(sight: Sight) -> str:
    hidden = f", hidden by {', '.join(sight.blocked_by)}" if sight.blocked_by else ""
    return f"{sight.exposure:.0%} of him is seen{hidden}"


def _units_text(units: Units) -> str:
    return f"{len(units.problems)} problems" if units.problems else "no problems"


def _shot_text(shot: Shot) -> str:
    if not shot.allowed:
        return "no"
    if shot.roll is None:
        return "yes, without a roll"
    times = "" if shot.shots == 1 else f", {shot.shots} times"
    return f"yes, {shot.roll.succeeds} on {shot.roll.dice} ({float(shot.roll.chance):.0%}){times}"


def _burst_text(burst: Burst) -> str:
    if not burst.allowed:
        return "no"
    if not burst.thrown:
        return "yes, by the roll"
    caught = ", ".join(man.id for man in burst.caught)
    return f"yes, catches {caught}" if caught else "yes, catches nobody"


def _move_text(move: Move) -> str:
    limit = "" if move.limit is None else f", {move.length:.1f} of {move.limit:.1f} in"
    return ("yes" if move.allowed else "no") + limit


def _fight_text(fight: Fight) -> str:
    if not fight.allowed:
        return "no"
    chance = "" if fight.chance is None else f", the attackers win {float(fight.chance):.0%}"
    return f"yes{chance}"


_TEXTS: Mapping[type, Callable[[Any], str]] = {
    Mistake: lambda answer: f"no answer: {answer.error}",
    Sight: _sight_text,
    Shot: _shot_text,
    Burst: _burst_text,
    Move: _move_text,
    Reach: lambda answer: f"{area_in2(answer):.0f} square inches",
    Fight: _fight_text,
    Units: _units_text,
}
