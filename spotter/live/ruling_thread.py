"""Rulings beside the drawing: what was seen and done goes in, what is to be drawn comes out.

One thread owns the table. Working out what the rules say of a move may take a while; the window
meanwhile goes on painting what is known, and never waits.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Protocol

from overlay.marks.corrections import Correction
from overlay.window.hud import Hud
from rules.game.game import Game
from spotter.game.deeds import PlayerDeed
from spotter.live.live_view import PictureView, view_of
from spotter.live.observations import ObservationFeed
from spotter.live.past_moment import PastMoment, past_moment
from spotter.live.play_table import PlayTable
from spotter.live.vision_thread import UnderstoodPicture
from table.scene import Scene

_TICK_S = 0.03  # how long a phone's wish, or the clock, waits at most


class PhonePage(Protocol):
    """A page for phones, which is told the time and how the newest picture looks from above."""

    def step(self, now_s: float, view: PictureView | None = None) -> None:
        """Carry out what was wished and show what changed."""

    def join_code(self) -> tuple[tuple[bool, ...], ...]:
        """The QR code by which a phone joins, dark modules true."""


@dataclass(frozen=True)
class TableShown:
    """What is to be drawn: the table as the camera has it, with what the game keeps."""

    at_s: float
    hud: Hud
    seen: Scene | None = None  # set right by the players
    scene: Scene | None = None
    game: Game | None = None
    past: PastMoment | None = None  # what is shown instead of now, because somebody asked

    def hud_at(self, now_s: float) -> Hud:
        """The game's line, its clock gone on."""
        left_s = self.hud.left_s
        return self.hud if left_s is None else replace(self.hud, left_s=left_s - now_s + self.at_s)


class Rulings:
    """The thread that rules; `page` is served by it too."""

    def __init__(self, feed: ObservationFeed, page: PhonePage | None = None) -> None:
        self._feed, self._table, self._page = feed, feed.table, page
        self._clock = feed.clock
        self._jobs: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._chosen: SimpleQueue[tuple[str, str | None]] = SimpleQueue()
        self._view: PictureView | None = None
        self._closed = threading.Event()
        self._failed: BaseException | None = None
        self._past: PastMoment | None = None
        self._shown = self._now(None)
        self._thread = threading.Thread(target=self._rule_on, daemon=True, name="rulings")
        self._thread.start()

    @property
    def shown(self) -> TableShown:
        """What is to be drawn, as it was known last; what broke the thread is raised here."""
        if self._failed is not None:
            raise self._failed
        return self._shown

    def see(self, seen: UnderstoodPicture) -> None:
        """Something was seen."""
        self._jobs.put(lambda: self._looked(seen))

    def do(self, deed: PlayerDeed) -> None:
        """Players did something, just now."""
        now_s = self._clock.now_s()
        self._jobs.put(lambda: self._table.do(deed, now_s))

    def say(self, sentence: str) -> None:
        """Something is to be told."""
        self._jobs.put(lambda: self._table.say(sentence))

    def correct(self, corrections: tuple[Correction, ...]) -> None:
        """Players set right what the camera got wrong."""
        now_s = self._clock.now_s()
        self._jobs.put(lambda: self._corrected(corrections, now_s))

    def look_back(self, number: int | None) -> None:
        """Somebody wants to see the table as it was after that event; None is now."""
        self._jobs.put(lambda: self._looked_back(number))

    def chosen(self) -> tuple[str, str | None] | None:
        """What a card asked to be shown since somebody last asked, the newest of it."""
        found = None
        while True:
            try:
                found = self._chosen.get_nowait()
            except Empty:
                return found

    def close(self) -> None:
        """Rule what has come in, and end."""
        self._jobs.put(self._closed.set)
        self._thread.join(timeout=10.0)

    def _looked(self, seen: UnderstoodPicture) -> None:
        self._view = view_of(seen)
        self._feed(seen)

    def _looked_back(self, number: int | None) -> None:
        live = self._table.live
        self._past = None if live is None or number is None else past_moment(live, number)

    def _corrected(self, corrections: tuple[Correction, ...], now_s: float) -> None:
        self._table.correct(corrections, now_s)
        self._feed.corrected()

    def _rule_on(self) -> None:
        try:
            while not self._closed.is_set():
                self._step()
        except BaseException as problem:  # noqa: BLE001 - told where the window is drawn
            self._failed = problem

    def _step(self) -> None:
        job = self._next_job()
        if job is not None:
            job()
        now_s = self._clock.now_s()
        self._table.tick(now_s)
        if self._page is not None:
            self._page.step(now_s, self._view)
        if self._table.chosen is not None:
            self._chosen.put(self._table.chosen)
            self._table.chosen = None
        self._shown = self._now(self._shown)

    def _next_job(self) -> Callable[[], object] | None:
        try:
            return self._jobs.get(timeout=_TICK_S)
        except Empty:
            return None

    def _now(self, before: TableShown | None) -> TableShown:
        """What is known now; the very same scene while nothing changed: answers are kept by it."""
        table, now_s = self._table, self._clock.now_s()
        seen, game = table.seen, _game_of(table)
        is_same = before is not None and before.seen is seen and before.game is game
        scene = before.scene if before is not None and is_same else _scene_of(table)
        return TableShown(now_s, table.hud(now_s), seen, scene, game, self._past)


def _game_of(table: PlayTable) -> Game | None:
    return None if table.live is None else table.live.game


def _scene_of(table: PlayTable) -> Scene | None:
    return None if table.seen is None else table.uncorrected
