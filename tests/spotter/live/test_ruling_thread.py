"""Rulings are worked out beside the drawing, which never waits for them."""

import threading
import time

import pytest

from spotter.belief.belief import Belief
from spotter.game.deeds import NextStep
from spotter.live.observations import ObservationFeed
from spotter.live.ruling_thread import Rulings
from spotter.live.vision_thread import UnderstoodPicture
from table.observation import Observation
from tests.spotter.live.bare_game import MEN, SCENE, bare_game
from tests.spotter.running import PATIENCE_S


@pytest.fixture
def table():
    return bare_game()


class SlowFeed(ObservationFeed):
    """Rules that take as long as the test wants."""

    def __init__(self, table) -> None:
        super().__init__(table, None)
        self.begun, self.go_on = threading.Event(), threading.Event()

    def __call__(self, _) -> None:
        """Take long, then see the table."""
        self.begun.set()
        assert self.go_on.wait(PATIENCE_S)
        self.table.see(Observation(SCENE, time.monotonic()))


def wait_until(is_so):
    until_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until_s
        time.sleep(0.005)


def test_the_drawing_never_waits(table):
    """While a ruling is worked out what is shown is what was known, and is there at once."""
    feed = SlowFeed(table)
    rulings = Rulings(feed)
    rulings.see(UnderstoodPicture(1))
    assert feed.begun.wait(PATIENCE_S)

    rulings.do(NextStep())
    assert rulings.shown.seen is None
    assert rulings.shown.game is None

    feed.go_on.set()
    wait_until(lambda: rulings.shown.game is not None)
    assert rulings.shown.seen.soldiers == MEN
    rulings.close()


def test_the_scene_is_the_same_value_while_nothing_changed(table):
    """Answers are kept by it."""
    table.see(Observation(SCENE, 0.0))
    rulings = Rulings(ObservationFeed(table, None))
    first = rulings.shown
    wait_until(lambda: rulings.shown is not first)

    assert rulings.shown.scene is first.scene
    rulings.close()


def test_the_clock_goes_on_while_a_ruling_takes_long(table):
    """What is shown of it hangs on the time, not on the thread."""
    table.see(Observation(SCENE, 0.0))
    table.do(NextStep(), time.monotonic())
    rulings = Rulings(ObservationFeed(table, None))
    rulings.close()
    shown = rulings.shown

    assert shown.hud_at(shown.at_s + 30.0).left_s == pytest.approx(shown.hud.left_s - 30.0)


def test_what_breaks_the_thread_is_not_lost(table):
    """It is raised where the window is drawn."""
    feed = SlowFeed(table)
    feed.go_on.set()
    table.see = None
    rulings = Rulings(feed)
    rulings.see(UnderstoodPicture(1))

    with pytest.raises(TypeError):
        wait_until(lambda: rulings.shown is None)


def test_all_that_came_in_is_ruled_before_the_end(table):
    """A deed just before the window closes is done."""
    table.see(Observation(SCENE, 0.0))
    rulings = Rulings(ObservationFeed(table, None))
    rulings.do(NextStep())
    rulings.close()

    assert table.belief == Belief(SCENE)
    assert table.live is not None
