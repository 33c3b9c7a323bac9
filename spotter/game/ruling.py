"""A ruling: something that happened on the table, and whether it may stand."""

from dataclasses import dataclass, replace
from typing import Any

from rules.book.book import Book
from rules.game.engine import next_state, probing
from rules.game.event import GameEvent, Overrulable
from rules.game.game import EventRefusedError, Game
from table.scene import Soldier


@dataclass(frozen=True, slots=True)
class Ruling:
    """Something that happened on the table: the event for the game, and whether it may stand.

    `refused` is the sentence that says why not and `rules` are those that forbid it; `instead`
    is the event that happens when the players let it stand all the same, and what it stands
    against is its `overruled`.
    """

    event: GameEvent
    soldier: str | None = None
    refused: str | None = None
    rules: tuple[str, ...] = ()
    instead: GameEvent | None = None


def judged(book: Book, game: Game, event: GameEvent, name: str, stands: Overrulable) -> Ruling:
    """The ruling on an event of a man; `stands` happens if the players let it stand."""
    problem = refusal(book, game, event)
    if problem is None:
        return Ruling(event, name, instead=stands)
    return against(event, name, problem, stands)


def against(event: GameEvent, name: str, problem: EventRefusedError, stands: Overrulable) -> Ruling:
    """The ruling that this problem makes; it is what `stands` overrules."""
    words = str(problem)
    return Ruling(event, name, words, problem.rules, replace(stands, overruled=words))


def refusal(book: Book, game: Game, event: GameEvent) -> EventRefusedError | None:
    """Why the event cannot happen now, None where it can; nothing is thrown for good."""
    try:
        next_state(book, game, event, probing())
    except EventRefusedError as problem:
        return problem
    return None


def where(man: Soldier) -> dict[str, Any]:
    """Where a man stands and how, as events write it."""
    return {
        "id": man.id,
        "x": man.x,
        "y": man.y,
        "facing": man.facing,
        "elevation": man.elevation,
        "on": man.on,
    }
