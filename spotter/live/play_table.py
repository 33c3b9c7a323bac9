"""A table being played: set-up, the game, cards, and what is to be drawn of it all.

No screen and no camera here: `see` takes what was seen, the other methods what was done, and
`shown` and `hud` say what is to be drawn.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from overlay.marks.corrections import Correction
from overlay.window.hud import Hud
from rules.game.game import EventRefusedError
from rules.game.orders import FightOrder, ShotOrder
from spotter.belief.belief import Belief, folded
from spotter.belief.news import news
from spotter.belief.set_right import set_right
from spotter.game.advice import SET_UP
from spotter.game.card_deeds import deed_of_card, meant_by, shown_by
from spotter.game.deeds import Happens, LetStand, NextStep, PlayerDeed, Typed, Undo, YesNoAnswer
from spotter.game.figures import table_of
from spotter.game.habits import attacker_in, do_by_habit, unused_before
from spotter.game.idle_phases import IdlePhases
from spotter.game.judging import Refused
from spotter.game.live_game import LiveGame
from spotter.game.order_cards import CardsKnown, new_orders
from spotter.game.questions import ENDS, YesNoQuestion
from spotter.game.table_game import DeedOutcome, TableGame
from spotter.live.adversary import THERE_IN, Adversary
from spotter.live.denied_deeds import denied_words, error_words
from spotter.live.edge_question import EdgeQuestion
from spotter.live.game_desk import with_desk
from spotter.live.game_line import asked_of, game_line, with_kept
from spotter.live.sayings import Sayings
from spotter.report.battle import SILENT
from table.army import Army
from table.directions import distance_in
from table.errors import UserError
from table.observation import Observation
from table.places import TablePoint
from table.scene import Order, Scene

Begin = Callable[[Scene, float], LiveGame]  # the table, and when the game begins
LEAVING = "Leave? The game has not begun."
HAND_WAITS = "a hand is over the table; the game begins when it is gone"
_GOES_ON = (NextStep, ShotOrder, FightOrder, Typed, Happens)  # after these a phase may be empty


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An attack that waits for a yes, as long as nothing else happens after so many events."""

    deed: PlayerDeed
    question: YesNoQuestion
    events: int


class PlayTable:
    """The table, before the game (set-up) and in it."""

    def __init__(
        self,
        army: Army,
        begin: Begin,
        live: LiveGame | None = None,
        opponent: Adversary | None = None,
    ) -> None:
        self._army = army
        self._opponent = opponent
        self._begin = begin
        self._camera = None if live is None else Belief(table_of(live.game, live.figures))
        self.game = None
        if live is not None and self._camera is not None:
            self.game = TableGame(live, self._camera, army)
        self.belief = self._camera if self.game is None else self.game.belief
        self.corrections: tuple[Correction, ...] = () if live is None else live.corrections
        self.hand = False
        self.edge = EdgeQuestion()
        self.trouble: str | None = None
        self.chosen: tuple[str, str | None] | None = None  # what a card asks to be shown
        # Cards that lie there when a game goes on have acted before it was broken off.
        self._cards: CardsKnown | None = None if live is not None else CardsKnown()
        self._sayings = Sayings(() if live is None else live.told)
        self._ruled = self._counted
        self._idle = IdlePhases()
        self.wanted: dict[str, TablePoint] = {}  # whom somebody far away wants set where
        self._begins = False  # as soon as no hand is over the table
        self._waiting: _Waiting | None = None

    @property
    def live(self) -> LiveGame | None:
        """The game's events and journal, None before it begins."""
        return None if self.game is None else self.game.live

    @property
    def seen(self) -> Scene | None:
        """The table as it is believed to be."""
        return None if self.belief is None else self.belief.scene

    @property
    def refused(self) -> dict[str, Refused]:
        """Who is to be put back."""
        return {} if self.game is None else self.game.refused

    # -- what is said

    @property
    def message(self) -> str:
        """What was said last; all that happened at once is said at once."""
        return self._sayings.newest

    @property
    def said(self) -> int:
        """How many sentences so far."""
        return self._sayings.count

    def say(self, *sentences: str) -> None:
        """Tell the players something new, if there is anything."""
        self._sayings.next_moment()
        self._sayings.add(*sentences)

    @property
    def _counted(self) -> tuple[int, frozenset[str]]:
        """The newest event that somebody did, by its number, and who is to be put back."""
        events = () if self.live is None else self.live.history.events
        numbers = range(len(events), 0, -1)
        told = (n for n in numbers if events[n - 1].get("event") not in SILENT)
        return next(told, 0), frozenset(self.refused)

    def _note_ruling(self) -> None:
        """Where something was ruled since the last look, what was said now is the ruling."""
        counted = self._counted
        if counted != self._ruled:
            self._ruled = counted
            self._sayings.rule()

    # -- what the camera sees

    def see(self, observation: Observation) -> None:
        """Another moment of the camera; rulings wait until no hand is there."""
        self._sayings.next_moment()
        self.hand = observation.hand
        self.edge.see(observation)
        before, self._camera = self._camera, folded(self._camera, observation)
        if self.game is not None:
            self._sayings.add(*self.game.see(observation))
        else:
            self._sayings.add(*([] if observation.notice is None else [observation.notice]))
            self._sayings.add(*(() if self._camera is None else news(before, self._camera)))
            if before is None and self._camera is not None:
                # That no table was seen is true no more.
                self._sayings.clear()
        self._note_ruling()
        self._believe()
        if observation.counts:
            if self._begins:
                self._start(observation.at_s)
            self._drop_reached()
            self._look_at_cards(observation.at_s)

    def want(self, places: Mapping[str, TablePoint], told: str | None = None) -> None:
        """Somebody who cannot reach the desk wants men set there; the desk is shown where."""
        self.wanted |= places
        plain = (f"set {name} where his mark is" for name in sorted(places))
        self.say(*(plain if told is None else (told,)))
        self._sayings.rule()

    def go_on(self, sentence: str) -> None:
        """Tell something more of what was said last."""
        self._sayings.add_to_ruling(sentence)

    def _drop_reached(self) -> None:
        """Who stands where he was wanted, or is gone, is wanted nowhere any more.

        Who is to be put back from there has not come there yet.
        """
        for name, place in list(self.wanted.items()):
            man = None if self.seen is None else self.seen.soldier(name)
            there = man is None or distance_in(man.place, place) <= THERE_IN
            if there and name not in self.refused:
                del self.wanted[name]

    def _believe(self) -> None:
        """Keep what is believed, set right by the players: the very same value until it changes."""
        if self.game is not None:
            self.belief = self.game.belief
        elif self._camera is not None:
            self.belief = set_right(self._camera, self.corrections, self._army)

    def correct(self, corrections: tuple[Correction, ...], now_s: float) -> None:
        """The players set right what the camera got wrong."""
        self.corrections = corrections
        if self.game is not None:
            self.say(*self.game.correct(corrections, now_s))
            self._note_ruling()
        self._believe()

    def tick(self, now_s: float) -> None:
        """Time passes."""
        if self.game is not None:
            self.say(*self.game.tick(now_s))
            self._note_ruling()
        if self._opponent is not None:
            self._opponent.step(self, now_s)

    # -- what the players do

    def do(self, deed: PlayerDeed, now_s: float, *, agreed: bool = False) -> DeedOutcome:
        """Let it happen, and say what came of it; before the game the next step begins it.

        Phases that hold nothing to do then pass, and go back with what they came after. `agreed`:
        phases that nobody has used may end for it, which else is asked first.
        """
        self._sayings.next_moment()
        return self._do(deed, now_s, agreed=agreed)

    def _do(self, deed: PlayerDeed, now_s: float, *, agreed: bool = False) -> DeedOutcome:
        done = self._done(deed, now_s, agreed=agreed)
        self._ruled = self._counted
        self._sayings.rule(None if done.error is None else denied_words(deed))
        return done

    def _done(self, deed: PlayerDeed, now_s: float, *, agreed: bool) -> DeedOutcome:
        of_the_edge = self.edge.answered(deed)
        if of_the_edge is not None:
            return self._told(DeedOutcome(of_the_edge))
        if self.game is None:
            return self._before_the_game(deed, now_s)
        waiting = self._open_question
        if (
            waiting is not None
            and isinstance(deed, YesNoAnswer)
            and deed.key == waiting.question.key
        ):
            if not deed.yes:
                self._waiting = None
                return DeedOutcome()
            deed, agreed = waiting.deed, True
        self._waiting = None if agreed else self._asked_first(self.game, deed)
        if self._waiting is not None:
            return self._told(DeedOutcome((self._waiting.question.words,)))
        self._idle.before(self.game, deed, now_s)
        done = do_by_habit(self.game, deed, now_s, agreed=agreed)
        denied = [] if done.error is None else [error_words(deed, done.error)]
        self._sayings.add(*denied, *done.said)
        self.corrections = self.game.live.corrections
        if done.error is None and isinstance(deed, _GOES_ON):
            self._sayings.add(*self._idle.passed(self.game, now_s))
        self._believe()
        return done

    @property
    def _open_question(self) -> _Waiting | None:
        """The attack that waits for a yes; once something else has happened, none does."""
        waiting = self._waiting
        if waiting is None or self.live is None or self.live.events != waiting.events:
            return None
        return waiting

    def _asked_first(self, game: TableGame, deed: PlayerDeed) -> _Waiting | None:
        """What is asked where phases that nobody has used would end for this attack."""
        live = game.live
        unused = unused_before(live.book, live.game, deed)
        if not unused:
            return None
        names = ", ".join(f"{phase.words} ({phase.side})" for phase in unused)
        words = f"nobody has used {names}: go on all the same?"
        question = YesNoQuestion(f"{ENDS} {live.events}", words, attacker_in(deed))
        return _Waiting(deed, question, live.events)

    def _before_the_game(self, deed: PlayerDeed, now_s: float) -> DeedOutcome:
        if isinstance(deed, NextStep):
            return self._start(now_s)
        if isinstance(deed, Undo):
            return self._not_begun()
        why = "nothing was refused" if isinstance(deed, LetStand) else "the game has not begun"
        return self._told(DeedOutcome(error=why))

    def _not_begun(self) -> DeedOutcome:
        """The wish to begin is taken back, where there was one."""
        waited, self._begins = self._begins, False
        return self._told(
            DeedOutcome(("the game does not begin yet",))
            if waited
            else DeedOutcome(error="nothing to take back")
        )

    def _told(self, outcome: DeedOutcome) -> DeedOutcome:
        self._sayings.add(*outcome.said, *([] if outcome.error is None else [outcome.error]))
        return outcome

    def _start(self, now_s: float) -> DeedOutcome:
        """Begin; while a hand is over the table, as soon as it is gone: no wish is lost."""
        self._begins = self.hand
        if self.hand:
            return self._told(DeedOutcome((HAND_WAITS,)))
        if self.belief is None or self._camera is None:
            return self._told(DeedOutcome(error="the camera has seen no table yet"))
        try:
            live = self._begin(self.belief.scene, now_s)
        except (UserError, EventRefusedError) as problem:
            return self._told(DeedOutcome(error=str(problem)))
        self.game = TableGame(live, self._camera, self._army)
        said = (*live.told, *self.game.correct(self.corrections, now_s))
        self._believe()
        return self._told(DeedOutcome(said))

    def question(self, now_s: float) -> YesNoQuestion | None:
        """What is asked of the players now, one question at a time."""
        waiting = self._open_question
        if waiting is not None:
            return waiting.question
        if self.edge.open is not None:
            return self.edge.open
        asked = () if self.game is None else self.game.questions(now_s)
        return next(iter(asked), None)

    # -- cards

    def _look_at_cards(self, now_s: float) -> None:
        """Obey the cards that were laid."""
        assert self.seen is not None, "nothing was seen yet"
        orders = self.seen.orders
        known = self._cards or CardsKnown(orders)
        self._cards = known.looked(orders)
        for card in new_orders(known, orders):
            self._obey(card, now_s)

    def _obey(self, card: Order, now_s: float) -> None:
        order = meant_by(card, self.shown, self.live)
        if isinstance(order, str):
            self._sayings.add(order)
            return
        self.chosen = shown_by(order) or self.chosen
        deed = deed_of_card(order, self.live)
        if deed is not None:
            self._do(deed, now_s)

    # -- what is drawn

    @property
    def shown(self) -> Scene:
        """What is on the table, with what the game keeps: each man's state, smoke, mines."""
        assert self.seen is not None, "nothing was seen yet"
        return self._with_kept(self.seen)

    @property
    def uncorrected(self) -> Scene:
        """The same as the camera alone has it: the window corrects it itself."""
        assert self._camera is not None, "nothing was seen yet"
        return self._with_kept(self._camera.scene)

    def _with_kept(self, scene: Scene) -> Scene:
        return scene if self.live is None else with_kept(self.live.game, scene)

    def hud(self, now_s: float) -> Hud:
        """What the game tells: turn, phase, clock, verdict, rosters, log, what to do now."""
        shown = None if self.belief is None else self.shown
        refused = self.refused.values()
        ruling = self._sayings.ruling
        line = replace(self._line(now_s), verdict=ruling.words or None, denied=ruling.denied)
        return with_desk(line, self._army, self.live, shown, refused)

    def _line(self, now_s: float) -> Hud:
        """Turn, phase, side, clock, last message, and what is to be done now."""
        hand = (HAND_WAITS if self._begins else "a hand is over the table") if self.hand else None
        message = self.trouble or hand or self.message or None
        alarm = self.trouble is not None
        # While nothing can be seen, that is all that is said; questions wait until it is back.
        asked = None if alarm else asked_of(self.question(now_s))
        if self.live is None or self.belief is None:
            line = Hud(phase="set-up", message=message, now=SET_UP, alarm=alarm, leaving=LEAVING)
            return replace(line, asked=asked)
        played = None if self._opponent is None else self._opponent.played
        line = game_line(self.live, self.belief, self.refused, now_s, played)
        told = replace(line, message=line.message or message, alarm=alarm)
        return replace(told, wanted=dict(self.wanted), asked=asked)
