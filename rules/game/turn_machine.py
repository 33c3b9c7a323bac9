"""What a rulebook tells the engine: its phases, its events, its ends."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.book import Book
from rules.game.game import Event, Game, Phase
from table.scene import Soldier

Throw = Callable[[str], int]  # dice like "2d6" to the number thrown


@dataclass(frozen=True, slots=True)
class Told:
    """The next state, and what a player should hear of it."""

    game: Game
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """An event that comes before the phase may end, what the players are told of it, its dice."""

    event: Event
    words: str
    dice: str | None = None


def nothing_due(_: Game) -> Due | None:
    """The players are free."""
    return None


def on_foot(_: Soldier) -> tuple[Mapping[str, Any], ...]:
    """A move is a move."""
    return ({},)


Reducer = Callable[[Book, Game, Event, Throw | None], Told]


@dataclass(frozen=True)
class GameRules:
    """One book's turn machine.

    `phases(game)` are this turn's phases in order; `events` maps an event's word to what it
    does; `end_phase` and `end_turn` tidy up; `begin(game)` prepares the first turn; `winner`
    looks at the end of a turn. `ways_of(man)` are what a move of his that was only seen may be
    declared as, the mildest first; `due(game)` is what must happen before this phase can end;
    `instead` says, for rules that refuse a move, what a player does to be let.
    """

    phases: Callable[[Game], tuple[Phase, ...]]
    events: Mapping[str, Reducer]
    end_phase: Callable[[Book, Game, Throw | None], Told]
    end_turn: Callable[[Book, Game, Throw | None], Told]
    winner: Callable[[Book, Game], str | None]
    begin: Callable[[Book, Game, Throw | None], Told]
    ways_of: Callable[[Soldier], tuple[Mapping[str, Any], ...]] = on_foot
    due: Callable[[Game], Due | None] = nothing_due
    instead: Mapping[str, str] = field(default_factory=dict)
