"""The window and the projector over a table being played."""

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

from overlay.asking import Asking
from overlay.hud import Hud, hud_card
from overlay.live_picture import LivePicture
from overlay.window import Window
from overlay.window_marks import asked_of, table_drawing, weapon_of
from overlay.window_state import (
    Attack,
    Calibrate,
    Command,
    CorrectionsChanged,
    Declare,
    NextPhase,
    Overrule,
    SavePicture,
    Shoot,
    TakeBack,
)
from rules.book import Book
from spotter.eyes import Eyes, Seen
from spotter.live_view import live_picture
from spotter.projector_light import ProjectorLight
from spotter.seeing import Seeing
from spotter.table_files import Setup
from table.errors import UserError
from table.scene import Scene
from table.text_file import reason_of

LOOKING = "looking for the table"
_AGREED = ("scale", "grid")


def holds_always(book: Book, agreed: Mapping[str, Any]) -> dict[str, Any]:
    """What was agreed that every question must know, so that the window shows what is ruled."""
    known = book.declares.get("shoot", frozenset())
    return {key: agreed[key] for key in _AGREED if key in agreed and key in known}


def news(hud: Hud) -> str | None:
    """The last message without what the game's first line says already."""
    parts = (hud.message or "").split("; ")
    return "; ".join(part for part in parts if not part.startswith(f"turn {hud.turn}: ")) or None


class PlayWindow:
    """One step for each frame: take what was seen and done, rule, paint."""

    def __init__(  # noqa: PLR0913 - the optional ones are named at every call
        self,
        seeing: Seeing,
        book: Book,
        setup: Setup,
        *,
        projector: ProjectorLight | None = None,
        pictures: Path = Path(),
        agreed: Mapping[str, Any] | None = None,
    ) -> None:
        self._seeing = seeing
        self._table = seeing.table
        self._asking = Asking(book, holds_always(book, agreed or {}))
        self._projector = projector
        self._pictures = pictures
        self._known = -1
        self._view: tuple[int, LivePicture] | None = None
        self._drawn: object = None  # what the projector shows
        self._nothing = Scene(setup.spec.width, setup.spec.height)
        self._shown: tuple[object, object, Scene] = (None, None, self._nothing)
        self.window = Window(
            self._nothing,
            self._asking,
            setup.army,
            deeds=self._table.deeds_of,
            corrections=self._table.corrections,
        )

    @property
    def open(self) -> bool:
        """Whether the players still play."""
        return self.window.open

    def step(self, eyes: Eyes) -> None:
        """One frame."""
        now_s = time.monotonic()
        seen = eyes.newest()
        if seen.number != self._known:
            self._known = seen.number
            self._seeing(seen)
        self._table.tick(now_s)
        self.window.feed(self._scene(), self._live(seen), self._hud(now_s))
        self._choose()
        for command in self.window.step():
            self._do(command, eyes, now_s)
        self._light(seen, eyes, now_s)
        self.window.tick()

    def close(self) -> None:
        """Take everything off the screens."""
        self.window.close()
        if self._projector is not None:
            self._projector.close()

    def _scene(self) -> Scene:
        """The scene to draw, the very same value while nothing changed: answers are kept by it."""
        live, seen = self._table.live, self._table.seen
        if seen is None:
            return self._nothing
        game = None if live is None else live.game
        if self._shown[0] is not seen or self._shown[1] is not game:
            self._shown = (seen, game, self._table.uncorrected)
        return self._shown[2]

    def _hud(self, now_s: float) -> Hud:
        hud = self._table.hud(now_s)
        message = news(hud) or (LOOKING if self._table.seen is None else None)
        unplugged = None if self._projector is None else self._projector.trouble
        words = [word for word in (message, unplugged) if word]
        return replace(hud, message="; ".join(words) or None)

    def _live(self, seen: Seen) -> LivePicture | None:
        if seen.taken is None or seen.tracked is None:
            return None
        if self._view is None or self._view[0] != seen.number:
            scene = seen.tracked.scene
            made = live_picture(seen.taken.picture, seen.tracked.pose, scene.width, scene.height)
            self._view = (seen.number, made)
        return self._view[1]

    def _choose(self) -> None:
        """Show what a card asked for."""
        if self._table.chosen is not None:
            self.window.choose(*self._table.chosen)
            self._table.chosen = None

    def _do(self, command: Command, eyes: Eyes, now_s: float) -> None:
        table = self._table
        match command:
            case Shoot(shooter=shooter, target=target, typed=typed):
                man = self.window.state.man
                weapon = None if man is None else weapon_of(self.window.state, man, self._asking)
                table.shoot(shooter, target, weapon=weapon, typed=typed)
            case Attack(attacker=attacker, defender=defender, typed=typed):
                table.attack(attacker, defender, typed)
            case Declare(event=event, typed=typed):
                table.declare(event, now_s, typed)
            case NextPhase(typed=typed):
                table.next_phase(typed)
            case TakeBack():
                table.take_back()
            case Overrule():
                table.overrule(now_s)
            case CorrectionsChanged(corrections=corrections):
                table.correct(corrections, now_s)
                self._seeing.corrected()
            case SavePicture(kind=kind):
                table.say(self._saved(kind))
            case Calibrate():
                eyes.look_again()
                table.say("camera and table are found anew")

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

    def _light(self, seen: Seen, eyes: Eyes, now_s: float) -> None:
        """Throw the drawing on the desk, or go dark where vision wants to look."""
        if self._projector is None:
            return
        self._projector.look_after(now_s)
        state = self.window.state
        wants_dark = seen.tracked is None or seen.tracked.wants_dark
        if not state.light or wants_dark:
            self._projector.blank(state.scene, now_s)
            self._drawn = None
            eyes.shine(None)
            return
        card = hud_card(state.hud)
        key = (*asked_of(state), card, self._projector.trouble)
        if key == self._drawn:
            return
        self._drawn = key
        drawing = table_drawing(state, self._asking, on_picture=True)
        cards = drawing.cards if card is None else (card, *drawing.cards)
        self._projector.show(state.scene, replace(drawing, cards=cards), now_s, eyes.shine)
