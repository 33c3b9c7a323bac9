"""A rulebook as a value: its rows and the functions that answer with them.

Books are composed, not inherited: two books that share a rule list the same function.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.answer import Answer
from rules.meanings import Meanings
from rules.rows import Rows
from rules.sight import SightRule
from table.scene import Scene

if TYPE_CHECKING:
    from rules.question import Question

AnswerFunction = Callable[["Book", Scene, "Question"], Answer]


@dataclass(frozen=True)
class Book:
    """One rulebook. `answers` maps each `ask` word to the function that answers it."""

    name: str
    title: str
    rows: Rows
    meanings: Meanings
    answers: Mapping[str, AnswerFunction]
    declares: Mapping[str, frozenset[str]]  # ask word -> keys a player may declare
    game: str | None = None  # the module of its turn machine, loaded when a game is played
    # The book's rule of sight, so that all a man sees can be drawn; house rules may change it.
    sees: "Callable[[Book], SightRule] | None" = None
