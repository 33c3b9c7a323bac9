"""What a player may declare with a question, each word checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.question import Question, number, one_of, whole_number, yes_or_no

KEYS = frozenset(
    {
        "subphase", "opportunity", "entering", "weapon_facing", "mount", "smoke", "smoke_angle",
        "mode", "roll", "height",
    }
)  # fmt: skip
TURN_DEG = 36000.0


@dataclass(frozen=True, slots=True)
class Declarations:
    """The players' declarations; None and False where nothing was declared."""

    subphase: str | None = None
    opportunity: bool = False
    entering: bool = False
    weapon_facing_deg: float | None = None
    mount: str | None = None
    smoke: bool = False
    smoke_angle_deg: float | None = None
    mode: str | None = None
    roll: int | None = None
    height_in: float | None = None


def declared(question: Question) -> Declarations:
    """What was declared with a question; raises QuestionError for what cannot be."""
    return declared_as(question.declare)


def declared_as(declare: Mapping[str, Any]) -> Declarations:
    """What was declared; raises QuestionError for a word or number that cannot be."""
    given = {key: value for key, value in declare.items() if value is not None}

    def word(key: str, *choices: str) -> str | None:
        return one_of(given[key], key, choices) if key in given else None

    def degrees(key: str) -> float | None:
        return number(given[key], key, -TURN_DEG, TURN_DEG) if key in given else None

    def yes(key: str) -> bool:
        return key in given and yes_or_no(given[key], key)

    return Declarations(
        subphase=word("subphase", "4a", "4b", "4c"),
        opportunity=yes("opportunity"),
        entering=yes("entering"),
        weapon_facing_deg=degrees("weapon_facing"),
        mount=word("mount", "left", "right"),
        smoke=yes("smoke"),
        smoke_angle_deg=degrees("smoke_angle"),
        mode=word("mode", "climb", "swim"),
        roll=whole_number(given["roll"], "roll", 1, 6) if "roll" in given else None,
        height_in=number(given["height"], "height", lowest=0.0) if "height" in given else None,
    )
