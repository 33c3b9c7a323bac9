"""A computer opponent: a game and a side in, that side's next event and one sentence on it out.

It knows what stands on the table and what the book says, as a player of that side does. Where its
men go is planned together (see `position`), and anew after every move: hands may do otherwise.
"""

from collections.abc import Hashable
from dataclasses import InitVar, dataclass, field

from rules.book.book import Book
from rules.book.shots import ShotOdds
from rules.foresight.exchange import Ballistics
from rules.foresight.levels import Level
from rules.foresight.moves import Moves
from rules.foresight.outlook import STRIKES
from rules.foresight.player import NextDeed, PhaseMemory
from rules.foresight.side_view import SideView
from rules.foresight.strikes import Strikes
from rules.game.engine import phase_now
from rules.game.game import Game


@dataclass
class Opponent:
    """One side's player.

    Two who play on one table under the same terms may share what they are `told`. Where hands set
    its men, they may be `spare_in` too far off and still not have gone farther than they may.
    """

    side: str
    level: Level
    told: dict[Hashable, ShotOdds] = field(default_factory=dict)  # see Ballistics
    spare_in: InitVar[float] = 0.0
    _memory: PhaseMemory = field(default_factory=PhaseMemory)
    _shots: Ballistics | None = None

    def __post_init__(self, spare_in: float) -> None:
        self._strikes = Strikes(self._memory)
        self._moves = Moves(self._memory, spare_in)

    def choose(self, book: Book, game: Game) -> NextDeed | None:
        """What the side does next in this phase, None where it is done."""
        self._memory.turned(book, game)
        phase, view = phase_now(book, game), self._view(book, game)
        if phase.side not in {None, self.side}:
            return self._strikes.reaction(view) if phase.opportunity else None
        self._memory.enemies = view.enemy_places
        if phase.allows & STRIKES and (shot := self._strikes.shot(view)):
            return shot
        if "fought" in phase.allows and (fight := self._strikes.fight(view)):
            return fight
        return self._moves.move(view) if "moved" in phase.allows else None

    def look_on(self, book: Book, game: Game) -> bool:
        """Look at one man more of those whose move is to come; whether there was one."""
        self._memory.turned(book, game)
        view = self._view(book, game)
        moves = view.enemies and "moved" in phase_now(book, game).allows
        return bool(moves) and self._moves.look_on(view)

    def forget(self, man: str) -> None:
        """Think about a man again in this phase: what was planned for him did not come about."""
        self._moves.forget(man)

    def _view(self, book: Book, game: Game) -> SideView:
        known = self._shots
        if known is None or known.book is not book or known.agreed is not game.agreed:
            known = self._shots = Ballistics(book, game.agreed, self.told)
        return SideView(book, game, self.side, self.level, known)
