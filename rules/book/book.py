"""A rulebook as a value: its rows and the functions that answer with them.

Books are composed, not inherited: two books that share a rule list the same function.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules.book.answer import Answer
from rules.book.rows import Rows
from rules.book.shown import ShownOnTable
from rules.book.terms import Term
from rules.measure.meanings import Meanings
from rules.measure.sight import SightRule
from table.paper_shape import PaperShape
from table.scene import Scene

if TYPE_CHECKING:
    from rules.book.question import Question
    from rules.game.turn_machine import GameRules
    from rules.measure.travel import Travel

AnswerFunction = Callable[["Book", Scene, "Question"], Answer]


# What figures are moulded with besides weapons; such words may stand in a soldier's list.
EQUIPMENT = frozenset({"binoculars", "metal-detector", "radio", "satchel", "shovel"})


def _nothing_shown(_: "Book", __: Scene) -> Iterable[ShownOnTable]:
    """Men and things are all there is."""
    return ()


@dataclass(frozen=True)
class Book:
    """One rulebook. `answers` maps each `ask` word to the function that answers it."""

    name: str
    title: str
    rows: Rows
    meanings: Meanings
    answers: Mapping[str, AnswerFunction]
    declares: Mapping[str, frozenset[str]]  # ask word -> keys a player may declare
    # Its turn machine, or the module that has it, which is loaded when a game is played.
    game: "str | GameRules | None" = None
    shot_kinds: str | None = None  # the module that sorts many shots into kinds, loaded for them
    # The book's rule of sight, so that all a man sees can be drawn; house rules may change it.
    sees: "Callable[[Book], SightRule] | None" = None
    terms: Mapping[str, Term] = field(default_factory=dict)  # what players agree on, each checked
    # What it shows on the table beyond men and things.
    shows: "Callable[[Book, Scene], Iterable[ShownOnTable]]" = _nothing_shown
    templates: tuple[PaperShape, ...] = ()  # what is cut out of paper to play it
    # How the man of a question about his reach can go; `rules.book.ways` asks it.
    travels: "Callable[[Book, Scene, Question], tuple[Travel, ...]] | None" = None
    # How wide a hex is by what was declared, for books with hexes; `grid` declared plays on them.
    hexes: "Callable[[Book, Mapping[str, Any]], float] | None" = None
    # Agreed terms that are declarations of every question, such as a scale.
    holds: frozenset[str] = frozenset()

    def holding(self, agreed: Mapping[str, Any]) -> dict[str, Any]:
        """What was agreed that every question must know, so that all answer by one measure."""
        return {key: value for key, value in agreed.items() if key in self.holds}

    roles: frozenset[str] = frozenset()  # what a soldier's `role` may be; others mean nothing
    mates: tuple[str, ...] = ()  # roles of those beside a shooter who let him use any weapon
    weapon_words: frozenset[str] = frozenset()  # weapons that have no row of their own

    @property
    def weapons(self) -> tuple[str, ...]:
        """The names of all weapons that mean something to the book, in their order."""
        return (*self.rows.weapons, *sorted(self.weapon_words - self.rows.weapons.keys()))
