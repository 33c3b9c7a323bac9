"""A battle told again in the window: its pictures where there are any, its plan where not."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from overlay.marks.answer_cache import AnswerCache
from overlay.window.hud import Hud
from overlay.window.keys import REPLAY_KEYS
from overlay.window.live_picture import LivePicture
from overlay.window.newest_only import NewestOnly
from overlay.window.window import Window
from overlay.window.window_commands import LookBack
from overlay.window.window_events import KeyDown
from spotter.files.table_files import Setup
from spotter.live.battle_hud import army_of, battle_hud
from spotter.live.battle_pictures import shown_picture
from spotter.report.battle import Battle
from spotter.report.telling import Telling, played_on, to_event, wished
from table.army import Army
from table.scene import Scene

_STEP_S = 1.0  # between two deeds at speed 1
_LEAVES = frozenset({"q", "escape"})
_SAME = {"p": "space", ".": "right", ",": "left"}


class BattleWindow:
    """One step for each frame; all that is done is in `telling`."""

    def __init__(
        self,
        battle: Battle,
        army: Army | None = None,
        pictures: Sequence[Path | None] = (),
        setup: Setup | None = None,
        *,
        speed: float = 1.0,
    ) -> None:
        self.telling = Telling(battle, playing=speed > 0, speed=speed if speed > 0 else 1.0)
        self._army = army or army_of(battle)
        self._pictures, self._setup = pictures, setup
        self._on_plan = not any(pictures)
        self._due_s = time.monotonic() + _STEP_S / self.telling.speed
        self._shown: tuple[Telling, Scene, Hud] | None = None
        self._views: NewestOnly[LivePicture | None] = NewestOnly("recorded picture")
        asking = AnswerCache(battle.book, battle.book.holding(dict(battle.first.agreed)))
        self.window = Window(
            battle.first.scene, asking, self._army, taken=self.takes, keys=REPLAY_KEYS
        )

    @property
    def open(self) -> bool:
        """Whether somebody still watches."""
        return self.window.open

    def takes(self, key: KeyDown) -> bool:
        """Whether a key means something to the telling, which then goes where it says."""
        if key.key in _LEAVES and not self.window.state.help:
            self.window.open = False
            return True
        if key.key == "v" and any(self._pictures):
            self._on_plan, self._shown = not self._on_plan, None
            return True
        told = None if key.ctrl else wished(self.telling, _SAME.get(key.key, key.key))
        if told is not None:
            self._go(told)
        return told is not None

    def _go(self, telling: Telling) -> None:
        self.telling = telling
        self._due_s = time.monotonic() + _STEP_S / telling.speed

    def step(self) -> None:
        """One frame."""
        if self.telling.playing and time.monotonic() >= self._due_s:
            self._go(played_on(self.telling))
        scene, hud = self._told()
        self.window.feed(scene, self._picture(), hud)
        for command in self.window.step():
            if isinstance(command, LookBack) and command.number is not None:
                self._go(to_event(self.telling, command.number))
                self.window.state = replace(self.window.state, looks_back=None)
        self.window.tick()

    def _told(self) -> tuple[Scene, Hud]:
        """The table and what stands around it; made anew only when the telling went on."""
        if self._shown is None or self._shown[0] is not self.telling:
            hud = battle_hud(
                self.telling,
                self._army,
                has_pictures=any(self._pictures),
                on_picture=not self._on_plan,
            )
            # Nobody is asked any more what lay there unnamed.
            scene = replace(self.telling.game.scene, unexplained=())
            self._shown = (self.telling, scene, hud)
        return self._shown[1:]

    def _picture(self) -> LivePicture | None:
        """The picture of this moment, once it is ready; None for the plan."""
        if self._on_plan or self._setup is None:
            return None
        path = self._pictures[self.telling.at]
        if path is None:
            return None
        return self._views.want(path, partial(shown_picture, path, self._setup))

    def close(self) -> None:
        """Take the window away."""
        self._views.close()
        self.window.close()


def show_battle(shown: BattleWindow) -> None:
    """Until whoever watches is done."""
    try:
        while shown.open:
            shown.step()
    finally:
        shown.close()
