"""The window and the projector over a table being played."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from overlay.asking import Asking
from overlay.hud import hud_card
from overlay.live_picture import LivePicture
from overlay.projector_window import ProjectorWindow
from overlay.window import Window
from overlay.window_marks import asked_of, table_drawing, weapon_of
from overlay.window_state import (
    Attack,
    Calibrate,
    Command,
    CorrectionsChanged,
    NextPhase,
    Overrule,
    SavePicture,
    Shoot,
    TakeBack,
)
from rules.book import Book
from spotter.eyes import Eyes, Seen
from spotter.live_view import live_picture
from spotter.play_table import PlayTable
from table.army import Army
from table.scene import Scene
from vision.resting import lit_cells


class PlayWindow:
    """One step for each frame: take what was seen and done, rule, paint."""

    def __init__(
        self,
        table: PlayTable,
        book: Book,
        army: Army,
        *,
        projector: ProjectorWindow | None = None,
        pictures: Path = Path(),
    ) -> None:
        self._table = table
        self._asking = Asking(book)
        self._army = army
        self._projector = projector
        self._pictures = pictures
        self._window: Window | None = None
        self._known = -1
        self._view: tuple[int, LivePicture] | None = None
        self._drawn: object = None  # what the projector shows
        self._shown: tuple[Scene | None, object, Scene | None] = (None, None, None)

    @property
    def open(self) -> bool:
        """Whether the players still play."""
        return self._window is None or self._window.open

    def step(self, eyes: Eyes, on_seen: Callable[[Seen], None]) -> None:
        """One frame."""
        now_s = time.monotonic()
        seen = eyes.newest()
        if seen.number != self._known:
            self._known = seen.number
            on_seen(seen)
        self._table.tick(now_s)
        if self._table.seen is None:
            time.sleep(0.02)
            return
        window = self._opened()
        window.feed(self._scene(), self._live(seen), self._table.hud(now_s))
        self._choose(window)
        for command in window.step():
            self._do(command, window, eyes, now_s)
        self._light(window, eyes, now_s)
        window.tick()

    def close(self) -> None:
        """Take everything off the screens."""
        if self._window is not None:
            self._window.close()
        if self._projector is not None:
            self._projector.close()

    def _opened(self) -> Window:
        if self._window is None:
            self._window = Window(self._scene(), self._asking, self._army)
        return self._window

    def _scene(self) -> Scene:
        """The scene to draw, the very same value while nothing changed: answers are kept by it."""
        live = self._table.live
        key = (self._table.seen, None if live is None else live.game)
        if self._shown[2] is None or self._shown[0] is not key[0] or self._shown[1] is not key[1]:
            self._shown = (*key, self._table.shown)
        assert self._shown[2] is not None
        return self._shown[2]

    def _live(self, seen: Seen) -> LivePicture | None:
        if seen.taken is None or seen.tracked is None:
            return None
        if self._view is None or self._view[0] != seen.number:
            scene = seen.tracked.scene
            made = live_picture(seen.taken.picture, seen.tracked.pose, scene.width, scene.height)
            self._view = (seen.number, made)
        return self._view[1]

    def _choose(self, window: Window) -> None:
        """Show what a card asked for."""
        if self._table.chosen is not None:
            window.choose(*self._table.chosen)
            self._table.chosen = None

    def _do(self, command: Command, window: Window, eyes: Eyes, now_s: float) -> None:
        table = self._table
        match command:
            case Shoot(shooter=shooter, target=target, typed=typed):
                man = window.state.man
                weapon = None if man is None else weapon_of(window.state, man, self._asking)
                table.shoot(shooter, target, weapon=weapon, typed=typed)
            case Attack(attacker=attacker, defender=defender, typed=typed):
                table.attack(attacker, defender, typed)
            case NextPhase():
                table.next_phase(now_s)
            case TakeBack():
                table.take_back()
            case Overrule():
                table.overrule()
            case CorrectionsChanged(corrections=corrections):
                table.correct(corrections)
            case SavePicture(kind=kind):
                table.message = f"saved {self._save(window, kind)}"
            case Calibrate():
                eyes.look_again()
                table.message = "camera and table are found anew"

    def _save(self, window: Window, kind: str) -> Path:
        number = 1
        while (path := self._pictures / f"spotter-{number:03d}.{kind}").exists():
            number += 1
        window.save(path)
        return path

    def _light(self, window: Window, eyes: Eyes, now_s: float) -> None:
        """Throw the drawing on the desk, or go dark where vision wants to look."""
        if self._projector is None:
            return
        scene = window.state.scene
        tracked = eyes.newest().tracked
        if not window.state.light or (tracked is not None and tracked.wants_dark):
            self._projector.blank(scene, now_s)
            self._drawn = None
            eyes.shine(None)
            return
        key = (*asked_of(window.state), hud_card(window.state.hud))
        if key == self._drawn:
            return
        self._drawn = key
        drawing = table_drawing(window.state, self._asking, on_picture=True)
        card = hud_card(window.state.hud)
        cards = drawing.cards if card is None else (card, *drawing.cards)
        self._projector.show(scene, replace(drawing, cards=cards), now_s)
        light = self._projector.light
        lit = None if light is None or light.dark else light.lit
        eyes.shine(None if lit is None else lit_cells(lit, scene.width, scene.height))
