"""What a rulebook tells the engine: its phases, its events, its ends."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.book import Book
from rules.game.game import Event, Game, Phase

Throw = Callable[[str], int]  # dice like "2d6" to the number thrown


@dataclass(frozen=True, slots=True)
class Told:
    """The next state, and what a player should hear of it."""

    game: Game
    lines: tuple[str, ...] = ()


Reducer = Callable[[Book, Game, Event, Throw | None], Told]


@dataclass(frozen=True)
class GameRules:
    """One book's turn machine.

    `phases(game)` are this turn's phases in order; `events` maps an event's word to what it
    does; `end_phase` and `end_turn` tidy up; `begin(game)` prepares the first turn; `winner`
    looks at the end of a turn.
    """

    phases: Callable[[Game], tuple[Phase, ...]]
    events: Mapping[str, Reducer]
    end_phase: Callable[[Book, Game, Throw | None], Told]
    end_turn: Callable[[Book, Game, Throw | None], Told]
    winner: Callable[[Book, Game], str | None]
    begin: Callable[[Book, Game, Throw | None], Told]
