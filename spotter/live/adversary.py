"""A side played by the program at a real table: it thinks aside, the players' hands obey.

Each move is shown where the man is to be set and said with its reason; the camera tells when it is
done, and meanwhile the men whose move is to come are looked at. Strikes happen as events like
anybody's. What came about otherwise is planned anew.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.game.engine import game_rules, phase_now
from rules.game.game import Game
from spotter.game.advice import PlayedSide
from spotter.game.deeds import Happens, NextStep
from spotter.game.live_game import LiveGame
from table.directions import distance_in
from table.errors import UserError
from table.places import TablePoint

if TYPE_CHECKING:
    from rules.foresight.player import NextDeed
    from spotter.live.play_table import PlayTable

THERE_IN = 0.35  # who stands so near to where he was wanted has been set there
_SOON_S = 0.7  # who thinks longer says so


@dataclass(frozen=True)
class AskedMove:
    """A move that was asked for, and where the man stood then."""

    chosen: "NextDeed"
    place: TablePoint
    from_place: TablePoint


class Adversary:
    """The player of one side; `step` is called again and again and never waits."""

    def __init__(self, side: str, level: int) -> None:
        # Foresight is loaded for who plays against it.
        from rules.foresight.levels import LEVELS  # noqa: PLC0415
        from rules.foresight.opponent import Opponent  # noqa: PLC0415

        self.side = side
        self._opponent = Opponent(side, LEVELS[level], spare_in=THERE_IN)
        self._thinker = ThreadPoolExecutor(1, thread_name_prefix="opponent")
        self._thought: tuple[Game, Future[NextDeed | None]] | None = None
        self._plan: AskedMove | None = None
        self._done_with: Game | None = None  # the game in which there was nothing more to do
        self._told_done: tuple[int, int] | None = None  # the turn and phase of which it said so
        self._since_s: float | None = None  # when it began to think, until that was said
        self._looks: Future[bool] | None = None  # whether there was another man to look at

    @property
    def played(self) -> PlayedSide:
        """Its side, and where it wants a man set."""
        plan = self._plan
        wish = None if plan is None else f"{self.side} plays: set {plan.chosen.man} on his mark"
        return PlayedSide(self.side, wish)

    def step(self, table: "PlayTable", now_s: float) -> None:
        """Ask for what was thought of, look what became of it, think on."""
        live = table.live
        if live is None or live.game.winner is not None or table.hand or table.refused:
            return
        if self._plan is not None:
            self._look_on(live)
            self._looked(table, live, self._plan)
        elif self._thought is None:
            self._think(live, now_s)
        elif self._thought[1].done():
            self._act(table, live, now_s)
        elif self._since_s is not None and now_s > self._since_s + _SOON_S:
            self._since_s = None
            table.go_on(f"{self.side} thinks")

    def _think(self, live: LiveGame, now_s: float) -> None:
        game, book = live.game, live.book
        if game is self._done_with:
            return
        # What is due, such as what a hit does, comes before anybody's next deed.
        due = game_rules(book).due(game)
        if due is None or due.open:
            self._thought = (game, self._thinker.submit(self._opponent.choose, book, game))
            self._since_s = now_s

    def _look_on(self, live: LiveGame) -> None:
        """While hands are busy, see where the next men may go, one after the other."""
        looks = self._looks
        if looks is None or (looks.done() and looks.result()):
            self._looks = self._thinker.submit(self._opponent.look_on, live.book, live.game)

    def _act(self, table: "PlayTable", live: LiveGame, now_s: float) -> None:
        assert self._thought is not None, "somebody thought"
        game, thought = self._thought
        self._thought, chosen = None, thought.result()
        if live.game is not game:
            if chosen is not None:
                self._opponent.forget(chosen.man)
            return
        if chosen is None:
            self._end(table, live, now_s)
            return
        self._told_done = None
        if chosen.place is None:
            table.do(Happens(chosen.event), now_s)
            table.go_on(chosen.why)
        else:
            man = game.soldier(chosen.man)
            self._plan, self._looks = AskedMove(chosen, chosen.place, man.place), None
            told = f"{chosen.why}; set him on his mark, to within {THERE_IN} in"
            table.want({chosen.man: chosen.place}, told)

    def _end(self, table: "PlayTable", live: LiveGame, now_s: float) -> None:
        """Nothing more to do: end a phase of its own, say so in one that all share."""
        self._done_with = live.game
        phase, now = phase_now(live.book, live.game), (live.game.turn, live.game.phase)
        if phase.side == self.side:
            table.do(NextStep(), now_s)
        elif phase.side is None and now != self._told_done:
            self._told_done = now
            table.say(f"{self.side} is done with {phase.words}")

    def _looked(self, table: "PlayTable", live: LiveGame, plan: AskedMove) -> None:
        """Whether the man was set down; where he now stands is what is planned on from."""
        game, name = live.game, plan.chosen.man
        man = game.scene.soldier(name)
        if man is not None and man.place == plan.from_place and self._may_still(live):
            return
        self._plan = None
        table.wanted.pop(name, None)
        if man is None or man.place == plan.from_place:
            return
        off_in = distance_in(man.place, plan.place)
        if off_in > THERE_IN:
            self._opponent.forget(name)
            table.go_on(f"{name} stands {off_in:.1f} in from his mark; so be it, planned anew")

    def _may_still(self, live: LiveGame) -> bool:
        phase = phase_now(live.book, live.game)
        in_time = phase.clock_s is None or live.game.used_s < phase.clock_s
        return in_time and phase.side in {None, self.side} and "moved" in phase.allows

    def close(self) -> None:
        """Think no more."""
        self._thinker.shutdown(wait=False, cancel_futures=True)


def adversary(side: str | None, level: int, sides: tuple[str, ...]) -> Adversary | None:
    """The program as player of that side; None where nobody asked for it."""
    if side is None:
        return None
    from rules.foresight.levels import LEVELS  # noqa: PLC0415

    if side not in sides:
        raise UserError(
            f"--opponent {side}: no such side in army.toml; there are {', '.join(sides)}"
        )
    if level not in LEVELS:
        raise UserError(f"--level {level}: there are {', '.join(map(str, LEVELS))}")
    return Adversary(side, level)
