"""A game on a table: what is seen and what players do go in, events and sentences come out.

No camera, no screen and no clock of its own: window, page, cards and stories all drive this.
Observations become a belief, what differs between belief and game is ruled, and what the rules
refuse stands here until the man stands right or the players let it stand.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from overlay.marks.corrections import Correction, TagNamed
from rules.game.common_events import Clock, Removed, StateSet
from rules.game.engine import phase_now
from rules.game.event import GameEvent
from rules.game.game import EventJson, EventRefusedError
from rules.game.orders import FightOrder, ShotOrder
from spotter.belief.belief import Belief, folded
from spotter.belief.news import news
from spotter.belief.set_right import set_right
from spotter.game.deeds import (
    Happens,
    LetStand,
    NextStep,
    PlayerDeed,
    SetMan,
    SetThing,
    TakeOff,
    Typed,
    Undo,
    WithThrows,
    YesNoAnswer,
)
from spotter.game.event_words import confirmed, in_words, is_silent, set_down_by
from spotter.game.figures import Figure
from spotter.game.given_dice import Digits, GivenNumbers, event_with
from spotter.game.judging import TAKEN_BACK, Judging, Refused, stands_right
from spotter.game.lifted import hidden_men, lifted_men
from spotter.game.live_game import LiveGame
from spotter.game.move_clock import worth_noting
from spotter.game.order_events import fight_event, next_event, shot_event
from spotter.game.questions import GONE, STANDS, LiftedSince, YesNoQuestion, questions_of
from table.army import Army
from table.errors import UserError
from table.observation import Observation
from table.scene import Soldier


@dataclass(frozen=True, slots=True)
class DeedOutcome:
    """What is said of a deed, and why it was refused, if it was."""

    said: tuple[str, ...] = ()
    error: str | None = None


class TableGame:
    """One game being played; `refused` are those who are to be put back."""

    def __init__(self, live: LiveGame, belief: Belief, army: Army | None = None) -> None:
        self.live = live
        self.camera = belief  # as the camera alone has it
        self.belief = set_right(belief, live.corrections, army)
        self._army = army
        self._judging = Judging(live)
        for figure in live.figures:
            self._stands_apart(figure)
        self._lifted: dict[str, LiftedSince] = {}
        self._unread = belief.scene.unread  # at the last look
        self._named: tuple[TagNamed, ...] = ()  # tags that answers gave a name
        self._said_no: set[str] = set()  # questions that need not be asked again
        self._said: list[str] = []

    def _stands_apart(self, figure: Figure) -> None:
        """A figure did not stand where the game had its man when the game was broken off."""
        man = self.belief.scene.soldier(figure.soldier)
        if man is None or stands_right(self.live.game, self.belief, man.id):
            return
        if figure.undone is None:
            self._judging.told_ahead(man)
        else:
            self._judging.take_back(figure.undone, man)

    @property
    def refused(self) -> dict[str, Refused]:
        """Who is to be put back."""
        return self._judging.refused

    # -- what is seen

    def see(self, observation: Observation) -> tuple[str, ...]:
        """Another moment of the camera; what is said of it."""
        before = self.belief
        camera = folded(self.camera, observation)
        assert camera is not None, observation
        self.camera = camera
        self.belief = after = set_right(camera, self.live.corrections, self._army)
        self._said += [] if observation.notice is None else [observation.notice]
        if after.is_sure:
            self._said += news(before, after, hidden_men(self.live.game, after))
            self._said += self._lifted_news(before)
        self._judge(observation.at_s)
        return self._spoken()

    def _lifted_news(self, before: Belief) -> Iterator[str]:
        known = {man.id for man in before.scene.soldiers if man.lifted}
        for name in lifted_men(self.live.game, self.belief):
            if name not in known:
                yield f"{name} is lifted and counts where he stood, until he is set down or off"

    def correct(self, corrections: tuple[Correction, ...], now_s: float) -> tuple[str, ...]:
        """The players set right what the camera got wrong; it holds from now on."""
        self._set_right(corrections)
        self._judge(now_s)
        return self._spoken()

    def _set_right(self, corrections: tuple[Correction, ...]) -> None:
        # The window that sends corrections does not know of those that answers made.
        corrections += tuple(one for one in self._named if one not in corrections)
        try:
            self.live.correct(corrections)
        except UserError as problem:
            self._said.append(str(problem))
            return
        self.belief = set_right(self.camera, corrections, self._army)

    def tick(self, now_s: float) -> tuple[str, ...]:
        """Time passes."""
        if self._judging.is_due(now_s):
            self._judge(now_s)
        self._note_clock(now_s)
        return self._spoken()

    # -- what the players do

    def do(self, deed: PlayerDeed, now_s: float) -> DeedOutcome:
        """Do it, and rule anew what stands on the table."""
        self._note_clock(now_s)
        error = None
        try:
            self._done(deed, now_s)
        except (EventRefusedError, UserError) as problem:
            error = str(problem)
        self._judge(now_s)
        return DeedOutcome(self._spoken(), error)

    def _done(self, deed: PlayerDeed, now_s: float) -> None:
        live = self.live
        match deed:
            case NextStep(throws=throws, typed=typed):
                given = Digits(typed) if throws is None else GivenNumbers(throws)
                is_given = throws is not None or typed
                event = next_event(live.book, live.game, given if is_given else None)
                self._happen(event, now_s)
            case Undo():
                self._undo()
            case LetStand(soldier=soldier):
                self._let_stand(soldier, now_s)
            case YesNoAnswer():
                self._answer(deed, now_s)
            case ShotOrder() | FightOrder() | Happens():
                self._happen(self._event_of(deed), now_s)
            case Typed() | WithThrows():
                self._happen(self._with_dice(deed), now_s)
            case TakeOff(soldier=soldier):
                self._happen(Removed(soldier=soldier), now_s)
            case SetMan(soldier=soldier, state=state):
                self._happen(StateSet(soldier=soldier, state=state), now_s)
            case SetThing(thing=thing, meant_as=word, state=state):
                self._happen(StateSet(thing=thing, as_=word, state=state), now_s)

    def _with_dice(self, deed: Typed | WithThrows) -> GameEvent:
        given = Digits(deed.digits) if isinstance(deed, Typed) else GivenNumbers(deed.throws)
        return event_with(self.live.book, self.live.game, self._event_of(deed.deed), given)

    def _event_of(self, deed: ShotOrder | FightOrder | Happens) -> GameEvent:
        book, game = self.live.book, self.live.game
        match deed:
            case ShotOrder():
                return shot_event(book, game, deed)
            case FightOrder():
                return fight_event(book, game, deed)
            case Happens(event=event):
                return event

    def _happen(self, event: GameEvent, now_s: float) -> None:
        self._said += self.live.happen(event, now_s, self.belief.scene)
        man = self._elsewhere(self.live.history.events[-1])
        if man is not None and man.id not in self.refused:
            self._judging.told_ahead(man)

    def _undo(self) -> None:
        if all(is_silent(event) for event in self.live.history.events):
            raise EventRefusedError("nothing to take back")
        undone = self.live.undo(self.belief.scene)
        while undone is not None and is_silent(undone):
            undone = self.live.undo(self.belief.scene)
        assert undone is not None, "somebody did something"
        self._said.append(f"taken back: {in_words(undone)}")
        man = self._elsewhere(undone)
        if man is not None:
            self._judging.take_back(undone, man)
            self._said.append(f"put {man.id} back: {TAKEN_BACK}")

    def _elsewhere(self, event: EventJson) -> Soldier | None:
        """The man whom an event set down, where he is believed to stand elsewhere."""
        name = set_down_by(event)
        man = self.belief.scene.soldier(name or "")
        if man is None or stands_right(self.live.game, self.belief, man.id):
            return None
        return man

    def _let_stand(self, soldier: str | None, now_s: float) -> None:
        names = [name for name in self.refused if soldier in {None, name}]
        slid = [n for n, one in self._judging.slid.items() if soldier is None or soldier in one.men]
        if not names and not slid:
            whom = "" if soldier is None else f" of {soldier}"
            raise EventRefusedError(f"nothing{whom} was refused")
        for name in names:
            ruling = self.refused[name].ruling
            event = ruling.instead or ruling.event
            self._happen(event, now_s)
            words = ", ".join(confirmed(event)) or in_words(self.live.history.events[-1])
            self._said.append(f"{words}: let stand")
            del self.refused[name]
        for thing in slid:
            self._judging.accept(thing)

    # -- what is asked

    def questions(self, now_s: float) -> tuple[YesNoQuestion, ...]:
        """What the program is unsure of and the players know."""
        return tuple(one for one in self._asked(now_s) if one.key not in self._said_no)

    def _asked(self, now_s: float) -> Iterator[YesNoQuestion]:
        unread = self.belief.scene.unread
        return questions_of(self._lifted, unread, self._judging.slid, now_s)

    def _answer(self, deed: YesNoAnswer, now_s: float) -> None:
        asked = {question.key: question for question in self.questions(now_s)}.get(deed.key)
        if asked is None:
            raise EventRefusedError("that question is settled already")
        what = deed.key.split(" ", maxsplit=1)[0]
        if not deed.yes:
            self._said_no |= {deed.key}
        elif what == GONE:
            self._happen(Removed(soldier=asked.about), now_s)
        elif what == STANDS and asked.at is not None:
            self._named = (*self._named, TagNamed(asked.at, asked.about))
            self._set_right(self.live.corrections)
        else:
            self._judging.accept(asked.about)

    # -- rulings

    def _judge(self, now_s: float) -> None:
        """Rule what changed on the table, while it is surely seen."""
        self._judging.forget_off()
        if self.belief.is_sure:
            self._note_clock(now_s)
            self._said += self._judging.judge(self.belief, now_s)
        now, self._unread = LiftedSince(now_s, self._unread), self.belief.scene.unread
        lifted = lifted_men(self.live.game, self.belief)
        self._lifted = {name: self._lifted.get(name, now) for name in lifted}
        self._said_no &= {question.key for question in self._asked(float("inf"))}

    def _note_clock(self, now_s: float) -> None:
        """Tell the game how long the phase has run, where it matters."""
        live, used_s = self.live, self.live.used_s(now_s)
        if worth_noting(phase_now(live.book, live.game), live.game, used_s):
            try:
                self._happen(Clock(used_s=used_s), now_s)
            except (EventRefusedError, UserError) as problem:
                self._said.append(str(problem))

    def _spoken(self) -> tuple[str, ...]:
        said, self._said = tuple(self._said), []
        return said
