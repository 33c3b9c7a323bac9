"""The program as a player in a story: a step `{"t": 9.0, "opponent": "blue"}` is its next deed.

A move is seen as if a hand had set the man on his mark; strikes happen as anybody's do.
"""

from dataclasses import dataclass, field
from typing import Any

from rules.foresight.levels import LEVELS
from rules.foresight.opponent import Opponent
from rules.foresight.player import NextDeed
from rules.game.engine import game_rules, phase_now
from spotter.game.deeds import Happens, NextStep
from spotter.game.story_steps import CameraSees, looked
from spotter.game.table_game import DeedOutcome, TableGame
from table.entry import Entry
from table.errors import UserError


@dataclass
class StoryOpponents:
    """The sides that the program plays in one story."""

    file: str
    _players: dict[tuple[str, int], Opponent] = field(default_factory=dict)

    def stepped(
        self, step: Entry, game: TableGame, sight: CameraSees, now_s: float
    ) -> tuple[DeedOutcome, CameraSees]:
        """What the side does now, said with its reason; what the camera sees from then on."""
        step.known_keys(("t", "opponent", "level", "why"))
        player = self._player(step, game.live.game.sides)
        live = game.live
        due = game_rules(live.book).due(live.game)
        if due is not None and not due.open:
            return game.do(NextStep(None), now_s), sight
        chosen = player.choose(live.book, live.game)
        if chosen is None:
            return self._done(player.side, game, now_s), sight
        if chosen.place is None:
            done = game.do(Happens(chosen.event), now_s)
            return DeedOutcome((chosen.why, *done.said), done.error), sight
        sight, observation = looked(sight, self._set_down(chosen), now_s)
        return DeedOutcome((chosen.why, *game.see(observation))), sight

    def _player(self, step: Entry, sides: tuple[str, ...]) -> Opponent:
        side = step.need("opponent", '"blue"').choice(sides, "sides")
        said = step.get("level")
        level = max(LEVELS) if said is None else said.value
        if level not in LEVELS:
            raise UserError(f"{self.file}: level {level}: there are {', '.join(map(str, LEVELS))}")
        return self._players.setdefault((side, level), Opponent(side, LEVELS[level]))

    def _set_down(self, chosen: NextDeed) -> Entry:
        """What a camera sees once a hand has done it."""
        assert chosen.place is not None, chosen
        facing: Any = getattr(chosen.event, "facing", None)
        there = {"x": chosen.place.x, "y": chosen.place.y, "elevation": 0.0, "on": None}
        there |= {} if facing is None else {"facing": facing % 360.0}
        return Entry(self.file, "see", {"soldiers": {chosen.man: there}})

    @staticmethod
    def _done(side: str, game: TableGame, now_s: float) -> DeedOutcome:
        """A phase of its own ends; of one that all share it is said."""
        phase = phase_now(game.live.book, game.live.game)
        if phase.side == side:
            return game.do(NextStep(None), now_s)
        waits = f"it is {phase.side}'s turn in {phase.words}; {side} waits"
        return DeedOutcome((f"{side} is done with {phase.words}" if phase.side is None else waits,))
