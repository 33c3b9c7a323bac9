"""A table being played: what the camera sees and what the players do, ruled and remembered.

No screen and no camera here: `see` takes what was seen, the other methods what was done, and
`shown` and `hud` say what is to be drawn.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from overlay.corrections import Correction, corrected
from overlay.hud import Hud
from overlay.menu import Deed
from rules.game.engine import phase_now
from rules.game.game import Event, EventRefusedError, Game
from rules.lgam.laid_things import with_laid
from spotter.advice import SET_UP, what_now
from spotter.deed_menu import deeds_of
from spotter.deeds import Events, attack_events, blast_events, next_events, shot_events
from spotter.live_game import LiveGame
from spotter.move_clock import MoveClock, clock_of, worth_noting
from spotter.order_cards import CardOrder, CardsKnown, card_order, new_orders
from spotter.referee import Ruling, rulings, still_lying
from spotter.taken_back import TakenBack
from table.army import Army
from table.directions import distance_in
from table.errors import UserError
from table.places import TablePoint
from table.scene import Order, Scene

Begin = Callable[[Scene], LiveGame]
_RETRY_S = 1.0  # how often the journal is tried again that could not be written
_ONE_THROW = frozenset({"dared", "healed"})  # menu events for which one throw may be typed
_SILENT_EVENTS = frozenset({"clock", "seen"})  # nobody did them, so nobody takes them back


class PlayTable:
    """The table, before the game (set-up) and in it."""

    def __init__(self, army: Army, begin: Begin, live: LiveGame | None = None) -> None:
        self._army = army
        self._begin = begin
        self.live = live
        self._raw: Scene | None = None if live is None else live.game.scene
        self.corrections: tuple[Correction, ...] = () if live is None else live.corrections
        self.seen: Scene | None = self._raw  # as the camera has it, set right by the players
        self.hand = False
        self.trouble: str | None = None
        self.refused: dict[str, Ruling] = {}
        self.chosen: tuple[str, str | None] | None = None  # what a card asks to be shown
        self._taken_back = TakenBack()
        # Cards that lie there when a game goes on have acted before it was broken off.
        self._cards: CardsKnown | None = None if live is not None else CardsKnown()
        self._clock: MoveClock | None = None
        self._retry_s: float | None = None
        self._lines: list[str] = [] if live is None else list(live.told)
        self._breath_over = True
        self.said = 0  # how many sentences so far

    # -- what is said

    @property
    def message(self) -> str:
        """What was said last; all that happened at once is said at once."""
        return "; ".join(self._lines)

    def say(self, sentence: str) -> None:
        """Tell the players something new."""
        self._breath_over = True
        self._say(sentence)

    def _say(self, sentence: str) -> None:
        self._lines = [sentence] if self._breath_over else [*self._lines, sentence]
        self._breath_over = False
        self.said += 1

    # -- what the camera sees

    def see(self, scene: Scene, *, hand: bool, now_s: float, notice: str | None = None) -> None:
        """The camera's newest understanding; rulings wait until no hand is there.

        `notice` is what became of the camera, if anything did.
        """
        self._breath_over = True
        if notice is not None:
            self._say(notice)
        self.hand = hand
        self._raw = scene
        self.seen = corrected(scene, self.corrections, self._army)
        if not hand:
            self._judge(now_s)

    def correct(self, corrections: tuple[Correction, ...], now_s: float) -> None:
        """The players set right what the camera got wrong."""
        self._breath_over = True
        self.corrections = corrections
        self._keep_corrections()
        if self._raw is None:
            return
        self.seen = corrected(self._raw, corrections, self._army)
        if not self.hand:
            self._judge(now_s)

    def _keep_corrections(self) -> None:
        """Write down what was set right, so that it holds when the game goes on another day."""
        if self.live is None:
            return  # the game's first line comes first
        try:
            self.live.correct(self.corrections)
        except UserError as problem:
            self._say(str(problem))

    def tick(self, now_s: float) -> None:
        """Time passes."""
        if self._retry_s is not None and now_s >= self._retry_s and not self.hand:
            self._breath_over = True
            self._judge(now_s)
        self._tick(now_s)

    def _judge(self, now_s: float) -> None:
        """Rule what changed on the table, then obey the cards that were laid."""
        self._tick(now_s)
        self._retry_s = None
        seen = self.seen
        assert seen is not None, "nothing was seen yet"
        if self.live is not None:
            self._rule(self.live, seen, now_s)
        known = self._cards or CardsKnown(seen.orders)
        self._cards = known.looked(seen.orders)
        for card in new_orders(known, seen.orders):
            self._obey(card, now_s)

    def _rule(self, live: LiveGame, seen: Scene, now_s: float) -> None:
        before, self.refused = self.refused, {}
        self._taken_back.look(seen)
        for ruling in rulings(live.book, live.game, seen):
            self._settle(live, self._taken_back.judged(ruling), before, now_s)
        for name in before.keys() - self.refused.keys():
            if live.game.scene.soldier(name) is not None:
                self._say(f"{name} stands right again")

    def _settle(
        self, live: LiveGame, ruling: Ruling, before: Mapping[str, Ruling], now_s: float
    ) -> None:
        """Let it happen, or remember that it was refused and say why, once."""
        refused = ruling.refused
        if refused is None:
            try:
                self._say_all(live.happen(ruling.event, dice=True) or _confirmed(ruling.event))
            except EventRefusedError as problem:
                refused = str(problem)
            except UserError as problem:  # the disk; what was seen is ruled again later
                self._say(str(problem))
                self._retry_s = now_s + _RETRY_S
        if refused is None or ruling.soldier is None:
            return
        self.refused[ruling.soldier] = replace(ruling, refused=refused)
        known = before.get(ruling.soldier)
        if known is None or known.refused != refused:
            self._say(f"put {ruling.soldier} back: {refused}")

    def _say_all(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self._say(line)

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
        self._do(lambda live: attack_events(live.book, live.game, attacker, defender, typed))

    def declare(self, event: Event, now_s: float, typed: str = "") -> None:
        """A man does what was picked in his menu, with the throw that was typed before.

        What was refused is ruled again: it may be allowed now.
        """
        roll = {"roll": int(typed)} if typed and event.get("event") in _ONE_THROW else {}
        self._do(lambda _: [{**event, **roll}])
        if self.live is not None and self.seen is not None and self.refused and not self.hand:
            self._rule(self.live, self.seen, now_s)

    def next_phase(self, typed: str = "") -> None:
        """What is due happens, else the phase is over; before the game, it begins."""
        if self.live is None:
            self._breath_over = True
            self._start()
        else:
            self._do(lambda live: next_events(live.book, live.game, typed))

    def take_back(self) -> None:
        """The last thing that somebody did has not happened."""
        self._breath_over = True
        live = self.live
        try:
            undone = None if live is None else live.undo()
            while live is not None and undone and undone.get("event") in _SILENT_EVENTS:
                undone = live.undo()
        except UserError as problem:
            self._say(str(problem))
            return
        if undone is None:
            self._say("nothing to take back")
            return
        self._taken_back.remember(undone, self.seen)
        self._say(f"taken back: {_deed(undone)}")

    def overrule(self, now_s: float) -> None:
        """What the rules refused stands all the same."""
        self._breath_over = True
        if self.live is None or not self.refused:
            self._say("nothing was refused")
            return
        refused, self.refused = self.refused, {}
        for name, ruling in refused.items():
            self._taken_back.forget(name)
            self._happen(self.live, [ruling.instead or ruling.event])
        if self.seen is not None:
            self._rule(self.live, self.seen, now_s)

    def deeds_of(self, soldier: str, chosen: str | None) -> tuple[Deed, ...]:
        """What a man can do now that no camera sees."""
        if self.live is None:
            return ()
        game = self.live.game
        man = game.scene.soldier(soldier)
        other = None if chosen is None else game.scene.soldier(chosen)
        return () if man is None else deeds_of(self.live.book, game, man, other)

    def _start(self) -> None:
        if self.seen is None:
            self._say("the camera has seen no table yet")
            return
        try:
            self.live = self._begin(self.seen)
        except (UserError, EventRefusedError) as problem:
            self._say(str(problem))
            return
        self._keep_corrections()
        self._say_all(self.live.told)

    def _do(self, events: Callable[[LiveGame], Events]) -> None:
        self._breath_over = True
        if self.live is None:
            self._say("the game has not begun")
            return
        try:
            self._happen(self.live, events(self.live))
        except (UserError, EventRefusedError) as problem:
            self._say(str(problem))

    def _happen(self, live: LiveGame, events: Events) -> None:
        try:
            for event in events:
                self._say_all(live.happen(event, dice=True))
        except (EventRefusedError, UserError) as problem:
            self._say(str(problem))

    # -- cards

    def _obey(self, card: Order, now_s: float) -> None:
        side = None if self.live is None else phase_now(self.live.book, self.live.game).side
        order = card_order(card, self.shown, side)
        if isinstance(order, str):
            self._say(order)
            return
        _CARDS[order.order](self, order, now_s)

    def _card_fire(self, order: CardOrder, _: float) -> None:
        assert order.soldier is not None, order
        assert order.target is not None, order
        self.chosen = (order.soldier, order.target)
        if self._in_phase("fired", "attacked", "named"):
            self.shoot(order.soldier, order.target, weapon=None, typed="")

    def _card_blast(self, order: CardOrder, _: float) -> None:
        assert order.soldier is not None, order
        assert order.aim is not None, order
        self.chosen = (order.soldier, order.target)
        aim = order.target or [order.aim.x, order.aim.y]
        shooter = order.soldier
        if self._in_phase("fired", "attacked"):
            self._do(lambda live: blast_events(live.book, live.game, shooter, aim))

    def _card_show(self, order: CardOrder, _: float) -> None:
        assert order.soldier is not None, order
        self.chosen = (order.soldier, None)

    def _card_next(self, _: CardOrder, __: float) -> None:
        self.next_phase()

    def _card_undo(self, _: CardOrder, now_s: float) -> None:
        self.take_back()
        if self.live is not None and self.seen is not None:
            self._rule(self.live, self.seen, now_s)

    def _in_phase(self, *events: str) -> bool:
        """Whether one of these may happen now; outside its phase a card only shows."""
        if self.live is None:
            return False
        return bool(phase_now(self.live.book, self.live.game).allows & set(events))

    # -- the clock

    def _tick(self, now_s: float) -> None:
        if self.live is None:
            return
        game = self.live.game
        self._clock = clock_of(self._clock, game, now_s)
        used_s = worth_noting(self._clock, phase_now(self.live.book, game), game, now_s)
        if used_s is not None:
            self._breath_over = True
            self._happen(self.live, [{"event": "clock", "used_s": used_s}])

    # -- what is drawn

    @property
    def shown(self) -> Scene:
        """What is on the table, with what the game keeps: each man's state, smoke, mines."""
        assert self.seen is not None, "nothing was seen yet"
        return self._with_kept(self.seen)

    @property
    def uncorrected(self) -> Scene:
        """The same as the camera alone has it: the window corrects it itself."""
        assert self._raw is not None, "nothing was seen yet"
        return self._with_kept(self._raw)

    def _with_kept(self, scene: Scene) -> Scene:
        if self.live is None:
            return scene
        game = self.live.game
        men = tuple(
            man if (of := game.scene.soldier(man.id)) is None else replace(man, state=of.state)
            for man in scene.soldiers
        )
        return with_laid(replace(game, scene=replace(scene, soldiers=men))).scene

    def hud(self, now_s: float) -> Hud:
        """The game's line: turn, phase, side, clock, last message, and what is to be done now."""
        hand = "a hand is over the table" if self.hand else None
        message = self.trouble or hand or self.message
        if self.live is None:
            alarm = self.trouble is not None
            return Hud(phase="set-up", message=message or None, now=SET_UP, alarm=alarm)
        game = self.live.game
        phase = phase_now(self.live.book, game)
        left_s = None if self._clock is None else self._clock.left_s(phase, now_s)
        over = None if game.winner is None else f"the game is over: {game.winner}"
        lying = () if self.seen is None else still_lying(game, self.seen)
        now = what_now(self.live.book, game, self.refused, lying)
        ammo = {} if self._raw is None else _ammo(self.shown)
        fights, alarm = "fought" in phase.allows, self.trouble is not None
        name, words = phase.words, over or message
        return Hud(
            game.turn, name, phase.side, left_s, ammo, words, now, fights, alarm, self._back(game)
        )

    def _back(self, game: Game) -> dict[str, TablePoint]:
        """Where those belong whose moves were refused, as far as they were on the table."""
        known = {name: game.scene.soldier(name) for name in self.refused}
        return {name: man.place for name, man in known.items() if man is not None}


_CARDS: dict[str, Callable[[PlayTable, CardOrder, float], None]] = {
    "FIRE": PlayTable._card_fire,  # noqa: SLF001 - its own table of cards
    "BLAST": PlayTable._card_blast,  # noqa: SLF001
    "MOVE": PlayTable._card_show,  # noqa: SLF001
    "SIGHT": PlayTable._card_show,  # noqa: SLF001
    "NEXT": PlayTable._card_next,  # noqa: SLF001
    "UNDO": PlayTable._card_undo,  # noqa: SLF001
}


def _confirmed(event: Event) -> tuple[str, ...]:
    """A move that stands is said, so that the players see it was noticed."""
    if event.get("event") != "moved":
        return ()
    (x0, y0), (x1, y1) = event["path"][0], event["path"][-1]
    length_in = distance_in(TablePoint(x0, y0), TablePoint(x1, y1))
    ran = f", {event['declare']['gait']}" if event.get("declare", {}).get("gait") else ""
    round_ = ", going round" if event.get("overruled") == "went round" else ""
    return (f"{event['soldier']} moves {length_in:.1f} in{ran}{round_}",)


def _deed(event: Event) -> str:
    """An event in a few words."""
    who = next((event[key] for key in ("soldier", "shooter", "attackers") if key in event), "")
    name = ", ".join(who) if isinstance(who, list) else who
    return "the phase goes on" if event.get("event") == "next" else f"{name} {event.get('event')}"


def _ammo(scene: Scene) -> dict[str, str]:
    """Whose weapons have shots counted, and how many are left."""
    found: dict[str, str] = {}
    for man in scene.soldiers:
        kept: Any = man.state.get("ammo")
        if isinstance(kept, dict):
            found |= {f"{man.id} {weapon}": str(left) for weapon, left in kept.items()}
    return found
