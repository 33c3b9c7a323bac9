"""A game as one side sees it: its men, its enemies, what each is worth and what counts now."""

from dataclasses import dataclass, replace
from functools import cached_property

from rules.book.book import Book
from rules.foresight.exchange import Ballistics
from rules.foresight.levels import Level
from rules.foresight.options import enemies_of
from rules.foresight.outlook import outnumbering, standing, urgency, worths
from rules.foresight.position import PositionWeights
from rules.game.engine import phase_now
from rules.game.game import Game
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Soldier


@dataclass(frozen=True, eq=False)
class SideView:
    """One moment of a game for the player of a side; `shots` are the chances under its terms."""

    book: Book
    game: Game
    side: str
    level: Level
    shots: Ballistics

    @cached_property
    def men(self) -> tuple[Soldier, ...]:
        """Its men who are not out of the fight already."""
        return tuple(man for man in standing(self.game) if man.side == self.side)

    @cached_property
    def enemies(self) -> tuple[Soldier, ...]:
        """All men of other sides on the table."""
        return enemies_of(self.game.scene, self.side)

    @cached_property
    def enemy_places(self) -> dict[str, TablePoint]:
        """Where those stand who are not out of the fight."""
        return {man.id: man.place for man in standing(self.game) if man.side != self.side}

    @cached_property
    def nearest_first(self) -> list[Soldier]:
        """Its men, who is nearest to an enemy first."""
        enemies = self.enemies
        return sorted(self.men, key=lambda m: min(distance_in(m.place, e.place) for e in enemies))

    @cached_property
    def worths(self) -> dict[str, float]:
        """What it means to lose a man; who is not named counts 1."""
        return worths(self.shots, self.game) if self.level.joint else {}

    @cached_property
    def weights(self) -> PositionWeights:
        """The level's weights as the game stands: who does not win by waiting must come."""
        more = urgency(self.game, self.side)
        weights = self.level.weights
        danger = weights.danger * 0.6**more / max(outnumbering(self.game, self.side), 0.5)
        if phase_now(self.book, self.game).side is None:
            danger *= self.level.at_once
        return replace(weights, danger=danger, press=weights.press * (1.0 + 2.0 * more))
