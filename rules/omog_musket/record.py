"""What OMOG Musket keeps of a whole game, typed: the threes who repel horses in this turn."""

from dataclasses import dataclass

from rules.game.game import Game


@dataclass(frozen=True, slots=True)
class Record:
    """The game's memory."""

    repelling: tuple[tuple[str, ...], ...] = ()

    def kept_in(self, game: Game) -> Game:
        """The game that remembers this."""
        return game.with_record(repelling=[list(three) for three in self.repelling])

    def three_of(self, soldier_id: str) -> tuple[str, ...] | None:
        """Those with whom a man repels horses, he among them."""
        return next((three for three in self.repelling if soldier_id in three), None)


def record_of(game: Game) -> Record:
    """What the game remembers."""
    return Record(tuple(tuple(three) for three in game.record.get("repelling", ())))
