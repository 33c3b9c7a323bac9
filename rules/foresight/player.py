"""What any player of a side is made of: the deed it chooses, and what it remembers."""

from dataclasses import dataclass, field

from rules.book.book import Book
from rules.foresight.attacks import Hits
from rules.foresight.exchange import Standing
from rules.game.engine import game_rules
from rules.game.event import GameEvent
from rules.game.game import Game
from table.places import TablePoint


@dataclass(frozen=True, slots=True)
class NextDeed:
    """What a side does next, and why, in one sentence."""

    event: GameEvent
    man: str
    why: str
    place: TablePoint | None = None  # where a hand is to set him


@dataclass
class PhaseMemory:
    """What a player has done in this phase, which begins anew with the next one, and has seen."""

    phase: tuple[int, int] = (0, 0)
    thought: set[str] = field(default_factory=set)  # whose move was thought about
    held: dict[str, object] = field(default_factory=dict)  # who held his fire, how things stood
    ordered: dict[str, Hits] = field(default_factory=dict)  # whose fire is named, not fired
    enemies: dict[str, TablePoint] = field(default_factory=dict)  # where they stood, last looked at
    ways: dict[str, tuple[Standing, ...]] = field(default_factory=dict)  # where men may go

    def turned(self, book: Book, game: Game) -> None:
        """Forget another phase's deeds, and orders that were carried out."""
        if self.phase != (game.turn, game.phase):
            self.phase = (game.turn, game.phase)
            self.thought, self.held, self.ordered, self.ways = set(), {}, {}, {}
        if game_rules(book).due(game) is None:
            self.ordered = {}
