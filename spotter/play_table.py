"""A table being played: what the camera sees and what the players do, ruled and remembered.

No screen and no camera here: `see` takes what was seen, the other methods what was done, and
`shown` and `hud` say what is to be drawn.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from overlay.corrections import Correction, corrected
from overlay.hud import Hud
from rules.game.engine import phase_now
from rules.game.game import EventRefusedError
from spotter.deeds import Events, attack_events, blast_events, shot_events
from spotter.live_game import LiveGame
from spotter.order_cards import CardOrder, card_order, new_orders
from spotter.referee import Ruling, rulings
from table.army import Army
from table.errors import UserError
from table.scene import Order, Scene

Begin = Callable[[Scene], LiveGame]
SET_UP = "set up the table, then press E or lay the card NEXT"


class PlayTable:
    """The table, before the game (set-up) and in it."""

    def __init__(self, army: Army, begin: Begin, live: LiveGame | None = None) -> None:
        self._army = army
        self._begin = begin
        self.live = live
        self.seen: Scene | None = None if live is None else live.game.scene
        self.hand = False
        self.trouble: str | None = None
        self.message = SET_UP if live is None else "; ".join(live.told)
        self.refused: dict[str, Ruling] = {}
        self.chosen: tuple[str, str | None] | None = None  # what a card asks to be shown
        self._orders: tuple[Order, ...] = ()
        self._corrections: tuple[Correction, ...] = ()
        self._clock_began_s: float | None = None

    # -- what the camera sees

    def see(self, scene: Scene, *, hand: bool, now_s: float) -> None:
        """The camera's newest understanding; rulings wait until no hand is there."""
        self.hand = hand
        self.seen = corrected(scene, self._corrections, self._army)
        if hand:
            return
        self._tick(now_s)
        if self.live is not None:
            self._rule(self.live, self.seen)
        for card in new_orders(self._orders, self.seen.orders):
            self._obey(card, now_s)
        self._orders = self.seen.orders

    def correct(self, corrections: tuple[Correction, ...]) -> None:
        """The players set right what the camera got wrong."""
        self._corrections = corrections

    @property
    def corrected(self) -> bool:
        """Whether the players set something right: the scene is then the picture's truth."""
        return bool(self._corrections)

    def _rule(self, live: LiveGame, seen: Scene) -> None:
        known, self.refused = self.refused, {}
        for ruling in rulings(live.book, live.game, seen):
            if ruling.refused is None or ruling.soldier is None:
                self._happen(live, [ruling.event])
                continue
            self.refused[ruling.soldier] = ruling
            before = known.get(ruling.soldier)
            if before is None or before.refused != ruling.refused:
                self.message = f"put {ruling.soldier} back: {ruling.refused}"

    # -- what the players do

    def shoot(self, shooter: str, target: str, *, weapon: str | None, typed: str) -> None:
        """The shot happens, with what was typed or with the program's dice."""
        self._do(
            lambda live: shot_events(
                live.book, live.game, shooter, target, weapon=weapon, typed=typed
            )
        )

    def attack(self, attacker: str, defender: str, typed: str) -> None:
        """The fight happens."""
        self._do(lambda live: attack_events(live.book, attacker, defender, typed))

    def next_phase(self, now_s: float) -> None:
        """The phase is over; before the game, it begins."""
        if self.live is None:
            self._start()
        else:
            self._do(lambda _: [{"event": "next"}])
        self._clock_began_s = now_s

    def take_back(self) -> None:
        """The last event did not happen."""
        if self.live is None or not self.live.undo():
            self.message = "nothing to take back"
            return
        self.message = "taken back"
        self._clock_began_s = None

    def overrule(self) -> None:
        """What the rules refused stands all the same."""
        if self.live is None or not self.refused:
            self.message = "nothing was refused"
            return
        for ruling in self.refused.values():
            self._happen(self.live, [{**ruling.event, "overruled": "by the players"}])
        self.refused = {}

    def _start(self) -> None:
        if self.seen is None:
            self.message = "the camera has seen no table yet"
            return
        try:
            self.live = self._begin(self.seen)
            self.message = "; ".join(self.live.told)
        except (UserError, EventRefusedError) as problem:
            self.message = str(problem)

    def _do(self, events: Callable[[LiveGame], Events]) -> None:
        if self.live is None:
            self.message = SET_UP
            return
        try:
            self._happen(self.live, events(self.live))
        except UserError as problem:
            self.message = str(problem)

    def _happen(self, live: LiveGame, events: Events) -> None:
        for event in events:
            try:
                lines = live.happen(event, dice=True)
            except (EventRefusedError, UserError) as problem:
                self.message = str(problem)
                return
            if lines:
                self.message = "; ".join(lines)

    # -- cards

    def _obey(self, card: Order, now_s: float) -> None:
        side = None if self.live is None else phase_now(self.live.book, self.live.game).side
        order = card_order(card, self.shown, side) if self.seen else "no table seen yet"
        if isinstance(order, str):
            self.message = order
            return
        _CARDS[order.order](self, order, now_s)

    def _card_fire(self, order: CardOrder, _: float) -> None:
        assert order.soldier is not None, order
        assert order.target is not None, order
        self.chosen = (order.soldier, order.target)
        if self._in_phase("fired", "attacked", "volley"):
            self.shoot(order.soldier, order.target, weapon=None, typed="")

    def _card_blast(self, order: CardOrder, _: float) -> None:
        assert order.soldier is not None, order
        assert order.aim is not None, order
        self.chosen = (order.soldier, order.target)
        aim = order.target or [order.aim.x, order.aim.y]
        shooter = order.soldier
        if self._in_phase("fired", "attacked"):
            self._do(lambda live: blast_events(live.book, shooter, aim, weapon=None))

    def _card_show(self, order: CardOrder, _: float) -> None:
        assert order.soldier is not None, order
        self.chosen = (order.soldier, None)

    def _card_next(self, _: CardOrder, now_s: float) -> None:
        self.next_phase(now_s)

    def _card_undo(self, _: CardOrder, __: float) -> None:
        self.take_back()

    def _in_phase(self, *events: str) -> bool:
        """Whether one of these may happen now; outside its phase a card only shows."""
        if self.live is None:
            return False
        return bool(phase_now(self.live.book, self.live.game).allows & set(events))

    # -- the clock

    def _tick(self, now_s: float) -> None:
        if self.live is None:
            return
        phase = phase_now(self.live.book, self.live.game)
        if phase.clock_s is None:
            self._clock_began_s = None
            return
        if self._clock_began_s is None:
            self._clock_began_s = now_s - self.live.game.used_s
        used_s = now_s - self._clock_began_s
        marks = [phase.clock_s - warning_s for warning_s in (*phase.warnings_s, 0.0)]
        # A line in the journal for each warning and the end, not for every second.
        if any(self.live.game.used_s < mark <= used_s for mark in marks):
            self._happen(self.live, [{"event": "clock", "used_s": round(used_s, 1)}])

    def tick(self, now_s: float) -> None:
        """Time passes."""
        self._tick(now_s)

    # -- what is drawn

    @property
    def shown(self) -> Scene:
        """What the camera sees, each man with the state the game keeps of him."""
        assert self.seen is not None, "nothing was seen yet"
        if self.live is None:
            return self.seen
        known = self.live.game.scene
        return replace(
            self.seen,
            soldiers=tuple(
                man if (of := known.soldier(man.id)) is None else replace(man, state=of.state)
                for man in self.seen.soldiers
            ),
        )

    def hud(self, now_s: float) -> Hud:
        """The game's line: turn, phase, side, clock, last message."""
        message = self.trouble or ("a hand is over the table" if self.hand else self.message)
        if self.live is None:
            return Hud(phase="set-up", message=message)
        game = self.live.game
        phase = phase_now(self.live.book, game)
        left_s = None
        if phase.clock_s is not None and self._clock_began_s is not None:
            left_s = phase.clock_s - (now_s - self._clock_began_s)
        over = None if game.winner is None else f"the game is over: {game.winner}"
        return Hud(game.turn, phase.name, phase.side, left_s, _ammo(self.shown), over or message)


_CARDS: dict[str, Callable[[PlayTable, CardOrder, float], None]] = {
    "FIRE": PlayTable._card_fire,  # noqa: SLF001 - its own table of cards
    "BLAST": PlayTable._card_blast,  # noqa: SLF001
    "MOVE": PlayTable._card_show,  # noqa: SLF001
    "SIGHT": PlayTable._card_show,  # noqa: SLF001
    "NEXT": PlayTable._card_next,  # noqa: SLF001
    "UNDO": PlayTable._card_undo,  # noqa: SLF001
}


def _ammo(scene: Scene) -> dict[str, str]:
    """Whose weapons have shots counted, and how many are left."""
    found: dict[str, str] = {}
    for man in scene.soldiers:
        kept: Any = man.state.get("ammo")
        if isinstance(kept, dict):
            found |= {f"{man.id} {weapon}": str(left) for weapon, left in kept.items()}
    return found
