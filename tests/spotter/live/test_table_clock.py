"""The game's clock: a camera's real time, a recording's own time, at any rate of pictures."""

from dataclasses import replace

import numpy as np
import pytest

from spotter.camera.live_camera import Taken
from spotter.game.deeds import NextStep
from spotter.live.observations import ObservationFeed
from spotter.live.table_clock import TableClock
from spotter.live.vision_thread import UnderstoodPicture
from table.observation import Observation
from tests.spotter.live.bare_game import SCENE, bare_game

GREY = np.full((4, 4, 3), 128, np.uint8)
MOVED_IN = 2.0


@pytest.fixture
def table():
    return bare_game()


class Sees:
    """A picture that was understood at once: R01 so far from where he began."""

    notice = pending = None

    def __init__(self, by_in: float) -> None:
        first = SCENE.soldiers[0]
        self.known = self
        self.scene = SCENE.with_soldiers(replace(first, y=first.y + by_in))

    def observation(self, at_s, notice=None):
        """What it tells."""
        return Observation(self.scene, at_s, notice=notice)


def seen(number, at_s, by_in=0.0):
    return UnderstoodPicture(number, Taken(GREY, at_s, number, "picture"), Sees(by_in))


@pytest.mark.parametrize("pictures_a_second", [1, 5, 15, 24, 60])
@pytest.mark.parametrize(("at_s", "in_time"), [(119.9, True), (120.2, False)])
def test_a_recording_plays_by_its_own_time(table, pictures_a_second, at_s, in_time):
    """Two minutes are two minutes of the pictures, though they are worked through at once."""
    clock = TableClock(live=False)
    feed = ObservationFeed(table, None, clock)
    feed(seen(1, 0.0))
    table.do(NextStep(), clock.now_s())

    for number in range(1, int(at_s * pictures_a_second)):
        feed(seen(number + 1, number / pictures_a_second))
        table.tick(clock.now_s())
    feed(seen(10_000, at_s, MOVED_IN))

    moved = table.live.game.soldier("R01").y > SCENE.soldiers[0].y
    assert moved == in_time
    assert table.hud(clock.now_s()).left_s == pytest.approx(120 - at_s, abs=0.06)


def test_a_camera_is_judged_by_when_the_picture_was_taken(monkeypatch):
    """However long it took to be understood; keys are judged by when they are pressed."""
    now_s = iter([100.0, 101.0, 103.5, 103.5])
    monkeypatch.setattr("spotter.live.table_clock.time.monotonic", lambda: next(now_s))
    clock = TableClock()

    assert clock.seen_at(0.0) == 100.0
    assert clock.seen_at(1.0) == 101.0
    assert clock.seen_at(2.0) == 102.0
    assert clock.now_s() == 103.5
