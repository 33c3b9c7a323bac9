"""The window and the projector over a table being played."""

import time
from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pygame

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.code_marks import code_marks
from overlay.marks.marks import Mark
from overlay.window.answers_ahead import AnswersAhead
from overlay.window.attacks_now import may_move, weapon_of
from overlay.window.hud import Hud, OwedDice, besides_title, light_cards
from overlay.window.live_picture import LivePicture
from overlay.window.newest_only import NewestOnly
from overlay.window.window import Window
from overlay.window.window_commands import (
    AnswerAsked,
    Calibrate,
    Command,
    CorrectionsChanged,
    Declare,
    HandToHand,
    JoinCode,
    LookBack,
    NextPhase,
    Overrule,
    SavePicture,
    Shoot,
    TakeBack,
)
from overlay.window.window_marks import asked_of, awaits_work, table_drawing
from overlay.window.window_state import WindowState
from rules.book.book import Book
from rules.game.game import Game
from rules.game.orders import FightOrder, ShotOrder
from spotter.files.table_files import Setup
from spotter.game.deed_menu import deeds_now
from spotter.game.deeds import Happens, LetStand, NextStep, PlayerDeed, Typed, Undo, YesNoAnswer
from spotter.game.order_events import with_digits
from spotter.live.apprentice import Apprentice
from spotter.live.live_view import live_picture
from spotter.live.observations import ObservationFeed
from spotter.live.owed_dice import owed_for_order, owed_now, strike_refused
from spotter.live.past_moment import past_hud
from spotter.live.ruling_thread import PhonePage, Rulings, TableShown
from spotter.live.seats import Seats
from spotter.live.vision_thread import UnderstoodPicture, VisionThread
from table.errors import UserError
from table.scene import Scene
from table.text_file import reason_of

if TYPE_CHECKING:
    from overlay.projector.projector_window import Painted
    from spotter.live.projector_light import ProjectorLight

    Light = tuple[Painted, Scene]  # what is thrown on the desk, and on which

LOOKING = "looking for the table"


class Ear(Protocol):
    """Something that makes heard what the game tells: tones, a voice."""

    trouble: str | None

    def hear(self, hud: Hud) -> None:
        """Take notice of what the game tells."""

    def close(self) -> None:
        """Be silent."""


class PlayWindow:
    """One step for each frame: take what was seen and done, rule, paint."""

    def __init__(  # noqa: PLR0913 - the optional ones are named at every call
        self,
        feed: ObservationFeed,
        book: Book,
        setup: Setup,
        *,
        projector: "ProjectorLight | None" = None,
        pictures: Path = Path(),
        agreed: Mapping[str, Any] | None = None,
        page: PhonePage | None = None,
        table_file: Path | None = None,
        ears: tuple[Ear, ...] = (),
    ) -> None:
        self._rulings = Rulings(feed, page)
        self._page, self._code = page, tuple[Mark, ...]()  # the join code, while it is shown
        self._clock = feed.clock
        known = feed.table.corrections
        self._apprentice = (
            None if table_file is None else Apprentice(table_file, setup, self._rulings.say, known)
        )
        self._asking = AnswerCache(book, book.holding(agreed or {}))
        self._projector = projector
        self._pictures = pictures
        self._ears = ears
        self._known = -1
        self._views: NewestOnly[LivePicture] = NewestOnly("live picture")
        self._seats = Seats()
        self._drawn: Light | None = None  # what the projector shows
        self._lights: NewestOnly[Light | None] = NewestOnly("light")
        self._ahead = AnswersAhead(self._asking)
        self._game: tuple[int, Game | None] = (0, None)  # the newest, counted
        self._owed: NewestOnly[tuple[Hashable, tuple[OwedDice, ...]]] = NewestOnly("owed dice")
        self._nothing = Scene(setup.spec.width, setup.spec.height)
        self.window = Window(
            self._nothing,
            self._asking,
            setup.army,
            deeds=lambda at, chosen: deeds_now(book, self._rulings.shown.game, at, chosen),
            refused_now=self._refused_now,
            corrections=feed.table.corrections,
        )

    @property
    def open(self) -> bool:
        """Whether the players still play."""
        return self.window.open

    @property
    def sees_table(self) -> bool:
        """Whether the table was seen."""
        return self._rulings.shown.seen is not None

    def step(self, vision_thread: VisionThread) -> None:
        """One frame."""
        now_s = time.monotonic()
        seen = vision_thread.newest()
        if seen.number != self._known:
            self._known = seen.number
            self._rulings.see(seen)
        shown = self._rulings.shown
        scene = self._nothing if shown.scene is None else shown.scene
        hud, past = self._hud(shown, self._clock.now_s()), shown.past
        if past is None:
            self.window.feed(scene, self._live(seen), hud)
        else:
            self.window.feed(scene, hud=past_hud(hud, past), past=past.scene)
        self._choose()
        for command in self.window.step():
            self._do(command, vision_thread)
        for ear in self._ears:
            ear.hear(self.window.state.hud)
        self._light(seen, vision_thread, now_s)
        self._look_ahead(now_s)
        self.window.tick()

    def _look_ahead(self, now_s: float) -> None:
        """Work out where men can go before they are clicked, while nothing moves."""
        state = self.window.state
        men = [man.id for man in state.scene.soldiers if may_move(state.hud, man)]
        self._ahead.look(state.ruled, men, now_s)

    def close(self) -> None:
        """Take everything off the screens."""
        if self._apprentice is not None:
            self._apprentice.close()
        self._rulings.close()
        self._ahead.close()
        self._views.close()
        self._lights.close()
        self._owed.close()
        for ear in self._ears:
            ear.close()
        self.window.close()
        if self._projector is not None:
            self._projector.close()

    def do(self, deed: PlayerDeed) -> None:
        """Players did something."""
        self._rulings.do(deed)

    def _hud(self, shown: TableShown, now_s: float) -> Hud:
        hud = shown.hud_at(now_s)
        message = besides_title(hud.message or "") or (LOOKING if shown.seen is None else None)
        unplugged = None if self._projector is None else self._projector.trouble
        silent = (ear.trouble for ear in self._ears)
        words = [word for word in (message, unplugged, *silent) if word]
        marks = (*hud.marks, *self._code)
        owed = self._owed_dice(shown.game)
        has_light = self._projector is not None
        said = "; ".join(words) or None
        return replace(hud, message=said, marks=marks, owed=owed, has_light=has_light)

    def _owed_dice(self, game: Game | None) -> tuple[OwedDice, ...]:
        """The dice of the shot on screen, else of what is due; asked of the rulebook aside."""
        if game is not self._game[1]:
            self._game = (self._game[0] + 1, game)
        if game is None:
            return ()
        book, order = self._asking.book, self._order()
        key = (self._game[0], order)

        def make() -> tuple[Hashable, tuple[OwedDice, ...]]:
            made = owed_now(book, game) if order is None else owed_for_order(book, game, order)
            return key, made

        found = self._owed.want(key, make)
        return () if found is None or found[0] != key else found[1]

    def _order(self) -> ShotOrder | FightOrder | None:
        """What Enter would let happen."""
        state = self.window.state
        if state.man is None or state.target is None:
            return None
        if state.hud.fights:
            return FightOrder((state.man.id,), state.target)
        weapon = weapon_of(state, state.man, self._asking)
        return ShotOrder(state.man.id, (state.target,), weapon)

    def _refused_now(self, man: str, target: str, weapon: str | None) -> str | None:
        """Why Enter would let nothing happen; asked by whoever draws the table."""
        shown, book = self._rulings.shown, self._asking.book
        if shown.game is None or shown.past is not None:
            return None
        return strike_refused(book, shown.game, man, target, weapon)

    def _live(self, seen: UnderstoodPicture) -> LivePicture | None:
        """The newest picture made ready beside the drawing; before a table is found, as taken."""
        if seen.taken is None:
            return None
        if seen.tracked is None:
            return LivePicture(taken=seen.taken.picture)
        make = partial(live_picture, seen.taken.picture, seen.tracked)
        return self._views.want(seen.number, make)

    def _choose(self) -> None:
        """Show what a card asked for."""
        chosen = self._rulings.chosen()
        if chosen is not None:
            self.window.choose(*chosen)

    def _do(self, command: Command, vision_thread: VisionThread) -> None:
        match command:
            case CorrectionsChanged(corrections=corrections):
                self._rulings.correct(corrections)
                if self._apprentice is not None:
                    self._apprentice.heed(corrections, vision_thread.newest(), vision_thread)
            case LookBack(number=number):
                self._rulings.look_back(number)
            case SavePicture(kind=kind):
                self._rulings.say(self._saved(kind))
            case JoinCode():
                self._show_code()
            case Calibrate():
                vision_thread.look_again()
                self._rulings.say("camera and table are found anew")
            case _:
                deed = self._deed_of(command)
                if deed is not None:
                    self.do(deed)

    def _show_code(self) -> None:
        """Show how a phone joins, or take it away; a code that was withdrawn is not shown again."""
        if self._page is None:
            self._rulings.say("there is no page to join; start with spotter play --serve")
            return
        if self._code:
            self._code = ()
            return
        scene = self._rulings.shown.scene or self._nothing
        self._code = code_marks(self._page.join_code(), scene)

    def _deed_of(self, command: Command) -> PlayerDeed | None:
        """What a key or a click means; None where it means nothing to the game."""
        match command:
            case Shoot(shooter=shooter, target=target, typed=typed):
                man = self.window.state.man
                weapon = None if man is None else weapon_of(self.window.state, man, self._asking)
                order = ShotOrder(shooter, (target,), weapon)
                return with_digits(self._asking.book, order, typed)
            case HandToHand(attacker=attacker, defender=defender, typed=typed):
                return _with_typed(FightOrder((attacker,), defender), typed)
            case Declare(event=event, typed=typed):
                return _with_typed(Happens(event), typed)
            case NextPhase(typed=typed):
                return NextStep(typed=typed)
            case AnswerAsked(key=key, yes=yes):
                return YesNoAnswer(key, yes=yes)
        return _PLAIN.get(type(command))

    def _saved(self, kind: str) -> str:
        """Keep what is on screen; what became of it, in words."""
        number = 1
        while (path := self._pictures / f"spotter-{number:03d}.{kind}").exists():
            number += 1
        try:
            self._pictures.mkdir(parents=True, exist_ok=True)
            self.window.save(path)
        except (OSError, pygame.error, UserError) as problem:
            return f"{path}: cannot be saved: {reason_of(problem)}"
        return f"saved {path}"

    def _light(self, seen: UnderstoodPicture, vision_thread: VisionThread, now_s: float) -> None:
        """Throw the drawing on the desk, or go dark where vision wants to look."""
        if self._projector is None:
            return
        self._projector.look_after(now_s)
        state = self.window.state
        wants_dark = seen.tracked is None or seen.tracked.wants_dark
        if not state.light or wants_dark:
            self._projector.blank(state.scene, now_s)
            self._drawn = None
            vision_thread.shine(None)
            return
        key = (*asked_of(state), light_cards(state.hud), self._projector.trouble)
        light = self._light_of(self._projector, key, state)
        if light is None or light is self._drawn:
            return
        self._drawn = light
        self._projector.throw(*light, now_s, vision_thread.shine)

    def _light_of(
        self, projector: "ProjectorLight", key: Hashable, state: WindowState
    ) -> "Light | None":
        """What is to be thrown on the desk, as far as the rulebook has answered; painted aside."""
        cards, seat = light_cards(state.hud), self._seats.of(state.scene, state.hud)

        def make(*, patient: bool) -> "Light | None":
            drawing = table_drawing(
                state,
                self._asking,
                on_picture=True,
                patient=patient,
                refused_now=self._refused_now,
            )
            # Who chose nobody is told what to do by the game's own card.
            title = drawing.title if state.chosen is not None else ""
            told = replace(drawing, title=title, cards=(*cards, *drawing.cards))
            painted = projector.painted(state.scene, told, seat)
            return None if painted is None else (painted, state.scene)

        whole = partial(make, patient=True)
        if awaits_work(state, self._asking):
            return self._lights.want(key, partial(make, patient=False), whole)
        return self._lights.want(key, whole)


_PLAIN: dict[type, PlayerDeed] = {TakeBack: Undo(), Overrule: LetStand()}


def _with_typed(deed: FightOrder | Happens, typed: str) -> PlayerDeed:
    return Typed(deed, typed) if typed else deed
