"""What reaches in over the edge and lies still: asked once, and what the answers do."""

import time

import pytest

from spotter.game.deeds import YesNoAnswer
from spotter.live.edge_question import EdgeQuestion
from spotter.live.play_in_words import _answer, _News
from spotter.live.vision_thread import UnderstoodPicture
from table.observation import LiesStill, Observation
from table.places import TablePoint
from table.scene import Scene, Soldier
from tests.spotter.live.desk_driver import Driver

MEN = (Soldier("R1", "red", 10.0, 10.0, ("rifle",)), Soldier("B1", "blue", 18.0, 10.0, ("rifle",)))
WORDS = "something lies over the edge at 30, 2: does it stay?"


def lying(since_s: float) -> Observation:
    """A moment in which something has lain there since then."""
    scene, there = Scene(36.0, 24.0, MEN), LiesStill(TablePoint(30.2, 1.8), since_s)
    return Observation(scene, time.monotonic(), hand=True, lies_still=there)


@pytest.fixture
def drive(tmp_path):
    """A window at a table; it is shut at the end."""
    driver = Driver(tmp_path, "omog-advanced", MEN)
    yield driver
    driver.play.close()


def lies_there(desk: Driver, since_s: float) -> list[float]:
    """It has; the list is of what vision is told to let lie."""
    let: list[float] = []
    desk.table.edge.let_lie = let.append
    desk.table.see(lying(since_s))
    desk.settle()
    return let


@pytest.mark.parametrize("begun", [False, True])
def test_the_window_asks_and_yes_lets_it_lie(drive, begun):
    """In set-up and in the game; then nothing more is asked of it."""
    if begun:
        drive.press("e")
    let = lies_there(drive, 3.5)
    assert drive.window.state.hud.asked.words == WORDS

    drive.press("y")

    assert let == [3.5]
    assert drive.window.state.hud.asked is None
    assert drive.table.live is None or drive.table.live.events == 0


def test_no_is_a_hand_and_is_not_asked_again_while_it_lies_so(drive):
    """Nothing of it is let lie; what comes to rest anew is asked about anew."""
    drive.press("e")
    let = lies_there(drive, 3.5)

    drive.press("n")

    assert let == []
    assert lies_there(drive, 3.5) == []
    assert drive.window.state.hud.asked is None
    lies_there(drive, 9.0)
    assert drive.window.state.hud.asked.words == WORDS


def test_a_late_answer_is_not_for_what_lies_there_now():
    """Whoever answers an old question is told so by the game."""
    question = EdgeQuestion()
    question.see(lying(3.5))
    late = YesNoAnswer(question.open.key, yes=True)

    question.see(lying(9.0))

    assert question.answered(late) is None
    assert question.open is not None


def test_the_terminal_is_told_once(drive):
    """Beside that a hand is there."""
    drive.press("e")
    told: list[str] = []
    news = _News(drive.table, told.append)
    lies_there(drive, 3.5)
    told.clear()

    for _ in range(3):
        news.tell(UnderstoodPicture(1), drive.table.hud(0.0))

    assert told == ["camera: a hand is over the table", f"camera: {WORDS}"]


def test_the_terminal_answers(drive):
    """A typed yes is for what is asked; where nothing is, it is for nobody."""
    drive.press("e")
    _answer(drive.table, 0.0, yes=True)
    let = lies_there(drive, 3.5)
    _answer(drive.table, 0.0, yes=None)
    assert let == []

    _answer(drive.table, 0.0, yes=True)

    assert let == [3.5]
    assert drive.table.hud(0.0).asked is None
