"""What OMOG Advanced keeps of a whole game, typed: where mortars fired, who had his free shot."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.game.game import Game
from table.places import TablePoint


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a weapon that ranges in fired last, in which turn, and how often before it.

    Older games did not keep which `weapon` it was.
    """

    aim: TablePoint
    turn: int
    shots: int
    weapon: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """The game's memory: last spots by shooter.

    Of this phase: who had his free shot, how many changes of things it began with.
    """

    spots: Mapping[str, Spot] = field(default_factory=dict)
    peeked: tuple[str, ...] = ()
    changes_before: int | None = None

    def kept_in(self, game: Game) -> Game:
        """The game that remembers this."""
        spots = {name: _spot_json(spot) for name, spot in self.spots.items()}
        return game.with_record(
            spots=spots, peeked=list(self.peeked), changes_before=self.changes_before
        )


def record_of(game: Game) -> Record:
    """What the game remembers."""
    spots: Mapping[str, Any] = game.record.get("spots", {})
    return Record(
        {name: _spot(value) for name, value in spots.items()},
        tuple(game.record.get("peeked", ())),
        game.record.get("changes_before"),
    )


def _spot(value: Mapping[str, Any]) -> Spot:
    return Spot(
        TablePoint(*value["aim"]), int(value["turn"]), int(value["shots"]), value.get("weapon")
    )


def _spot_json(spot: Spot) -> dict[str, Any]:
    return {
        "aim": [spot.aim.x, spot.aim.y],
        "turn": spot.turn,
        "shots": spot.shots,
        "weapon": spot.weapon,
    }
