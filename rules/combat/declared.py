"""What the players declare with a question of COMBAT."""

from dataclasses import dataclass
from typing import Any

from rules.book.book import Book
from rules.book.question import (
    ABSURD_IN,
    Question,
    QuestionError,
    number,
    one_of,
    shown,
    whole_number,
    yes_or_no,
)

GAITS = frozenset({"run", "walk", "crawl", "jump", "wade", "swim", "climb"})
HALF_TURN_ACTIONS = {"get-down": "CO-MOVE-05", "get-up": "CO-MOVE-06"}
WHOLE_TURN_ACTIONS = frozenset(
    {"mount", "dismount", "start-vehicle", "break", "close", "use-object"}
)
ACTIONS = frozenset({*HALF_TURN_ACTIONS, *WHOLE_TURN_ACTIONS, "pick-up"})
KEYS = frozenset({"scale", "shots", "bullet", "heard", "gait", "actions", "turn", "current"})
MANY = 1000
LEAST_SCALE = 1e-3  # a smaller one only breaks arithmetic


@dataclass(frozen=True, slots=True)
class Declarations:
    """The scale (table inches to a source inch) and what the man does this turn.

    `bullet` is which of his `shots` is asked about; `turn_deg` how far he turns on the spot;
    `current` what the water adds to a boat's speed, in source inches.
    """

    scale: float
    shots: int = 1
    bullet: int = 1
    heard: bool = False
    gait: str = "walk"
    actions: tuple[str, ...] = ()
    turn_deg: float = 0.0
    current: float = 0.0


def measure_of(book: Book) -> dict[str, Any]:
    """The book's own scale, which holds where no other was agreed."""
    return {"scale": book.rows.tables["scale"]["default"]}


def declared(book: Book, question: Question) -> Declarations:
    """The declarations of a question, each checked."""
    said = {key: value for key, value in question.declare.items() if value is not None}
    shots = whole_number(said.get("shots", 1), "shots", 1, MANY)
    return Declarations(
        number({**measure_of(book), **said}["scale"], "scale", LEAST_SCALE, ABSURD_IN),
        shots=shots,
        bullet=whole_number(said.get("bullet", 1), "bullet", 1, shots),
        heard=yes_or_no(said.get("heard", False), "heard"),
        gait=one_of(said.get("gait", "walk"), "gait", GAITS),
        actions=_actions(said.get("actions", [])),
        turn_deg=abs(number(said.get("turn", 0), "turn")),
        current=number(said.get("current", 0), "current"),
    )


def _actions(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise QuestionError(f"actions is {shown(value)}; give a list of words")
    return tuple(one_of(entry, f"actions[{i}]", ACTIONS) for i, entry in enumerate(value))
