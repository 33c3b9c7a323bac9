"""A whole game without anybody: two players who choose events in, how it went out."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from rules.book.book import Book
from rules.foresight.player import NextDeed
from rules.game.common_events import Next
from rules.game.engine import game_rules, new_game, next_state, phase_now
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game
from table.scene import Scene

_MOST_IN_A_PHASE = 400  # a player who never ends is a bug, not a game


class Player(Protocol):
    """Whoever plays a side."""

    side: str

    def choose(self, book: Book, game: Game) -> NextDeed | None:
        """What the side does next in this phase, None where it is done."""


@dataclass(frozen=True)
class Played:
    """How a game went."""

    winner: str | None
    turns: int
    losses: Mapping[str, int]
    events: int
    refused: tuple[str, ...]
    last: Game


def duel(
    book: Book,
    scene: Scene,
    players: tuple[Player, Player],
    random: Random,
    agreed: Mapping[str, Any] | None = None,
) -> Played:
    """Play until somebody has won or the agreed turns are over."""
    sides = tuple(player.side for player in players)
    table = _DuelGame(book, random)
    game = new_game(book, scene, sides, agreed, table.throw).game
    turns = int((agreed or {}).get("turns", 20))
    while game.winner is None and game.turn <= turns:
        game = table.phase_played(game, players)
    counts = dict.fromkeys(sides, 0)
    for loss in (*game.losses, *game.hit):
        counts[loss.side] += 1
    winner = game.winner or _fewest(counts)
    return Played(winner, min(game.turn, turns), counts, table.events, tuple(table.refused), game)


def _fewest(losses: Mapping[str, int]) -> str:
    """Who lost fewer where the book names no winner in time."""
    least = min(losses.values())
    best = [side for side, lost in losses.items() if lost == least]
    return best[0] if len(best) == 1 else "draw"


class _DuelGame:
    """The events of one game and the dice for them."""

    def __init__(self, book: Book, random: Random) -> None:
        self._book, self._random = book, random
        self.events = 0
        self.refused: list[str] = []

    def throw(self, dice: str) -> int:
        """The dice."""
        count, faces = (int(part) for part in dice.split("d"))
        return sum(self._random.randint(1, faces) for _ in range(count))

    def phase_played(self, game: Game, players: tuple[Player, Player]) -> Game:
        """Everybody acts in turn until nobody wants to; then what is due, and the phase ends.

        Who has nothing to do is asked again where he may answer what the others do.
        """
        before, waiting = game, list(players)
        answers = phase_now(self._book, game).opportunity
        for _ in range(_MOST_IN_A_PHASE):
            if game.winner is not None or not waiting:
                break
            player = waiting.pop(0)
            chosen = player.choose(self._book, game)
            if chosen is None:
                continue
            after = self._happened(game, chosen.event)
            if after is not game:  # who is refused has had his say in this phase
                others = [one for one in players if one is not player and one not in waiting]
                waiting += [*others, player] if answers else [player]
            game = after
        game = self._all_due(game)
        if game.winner is None and (game.turn, game.phase) == (before.turn, before.phase):
            game = self._happened(game, Next())
        return game

    def _all_due(self, game: Game) -> Game:
        for _ in range(_MOST_IN_A_PHASE):
            due = game_rules(self._book).due(game)
            if due is None or game.winner is not None:
                break
            # What a hit does is the players' word in some books; without players it is the worst.
            after = self._happened(game, due.worst or due.event)
            if after is game:
                break
            game = after
        return game

    def _happened(self, game: Game, event: GameEvent) -> Game:
        try:
            told = next_state(self._book, game, event, self.throw)
        except EventRefusedError as problem:
            self.refused.append(f"{phase_now(self._book, game).name}: {event.word}: {problem}")
            return game
        self.events += 1
        return told.game
