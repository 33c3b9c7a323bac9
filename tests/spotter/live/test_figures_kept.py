"""Figures that stand apart from their men when a game is broken off, and when it goes on."""

import pytest

from rules.omog.events import Moved
from spotter.game.deeds import Happens, LetStand, NextStep, Undo
from spotter.game.journal import Journal, read_journal
from spotter.game.live_game import begun
from spotter.game.resuming import resumed
from spotter.live.play_table import PlayTable
from table.army import Army, Enlisted, Side, TagStyle
from table.observation import Observation
from table.places import TablePoint
from table.scene import Scene, Soldier

SIDES = ("red", "blue")
BLUE = Soldier("B01", "blue", 30.0, 20.0, ("rifle",), facing=180.0)
ARMY = Army(
    TagStyle(),
    tuple(Side(name) for name in SIDES),
    (Enlisted("R01", "red", ("rifle",)), Enlisted("B01", "blue", ("rifle",))),
)
TOLD = Moved(soldier="R01", path=(TablePoint(10.0, 10.0), TablePoint(13.0, 10.0)))


def at(x):
    """What the camera sees with the red man there."""
    red = Soldier("R01", "red", x, 10.0, ("rifle",))
    return Scene(36.0, 24.0, soldiers=(red, BLUE))


def table_of(journal, live=None):
    def begin(scene, now_s):
        return begun(journal, "omog-advanced", scene, SIDES, {}, began_s=now_s)

    return PlayTable(ARMY, begin, live)


def started(journal):
    """A game that has begun, R01 seen at 10."""
    table = table_of(journal)
    table.see(Observation(at(10.0), 0.0))
    table.do(NextStep(), 0.0)
    return table


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.jsonl"


@pytest.fixture
def told_ahead(path):
    """The players said that R01 goes to 13, and broke off before they set him there."""
    with Journal(path, print) as journal:
        assert started(journal).do(Happens(TOLD), 1.0).error is None
    return path


@pytest.fixture
def taken_back(path):
    """R01 was seen to move to 13, the move was taken back, and his figure was left there."""
    with Journal(path, print) as journal:
        table = started(journal)
        table.see(Observation(at(13.0), 1.0))
        table.do(Undo(), 2.0)
        assert list(table.refused) == ["R01"]
    return path


def red_x(table):
    return table.live.game.scene.soldier("R01").x


@pytest.mark.parametrize("deeds", [(), (NextStep(),)], ids=["looked at first", "a press first"])
def test_a_told_move_waits_for_its_figure_after_a_break_too(told_ahead, deeds):
    """The figure's old place is no move back, whatever comes first; set down, he stands right."""
    with Journal(told_ahead, print) as journal:
        table = table_of(journal, resumed(journal))
        for deed in deeds:
            table.do(deed, 1.0)
        events = table.live.events
        table.see(Observation(at(10.0), 2.0))
        assert (red_x(table), table.refused, table.live.events) == (13.0, {}, events)

        table.see(Observation(at(13.0), 3.0))
        assert (red_x(table), table.refused, table.live.events) == (13.0, {}, events)


def test_a_told_move_that_was_taken_back_waits_for_nobody(told_ahead):
    """His figure stands where the game has him again; from there he moves as any other."""
    with Journal(told_ahead, print) as journal:
        table_of(journal, resumed(journal)).do(Undo(), 1.0)
    with Journal(told_ahead, print) as journal:
        table = table_of(journal, resumed(journal))
        table.see(Observation(at(10.0), 2.0))
        assert (red_x(table), table.refused) == (10.0, {})
        table.see(Observation(at(12.0), 3.0))
        assert red_x(table) == 12.0


def test_a_figure_set_elsewhere_than_told_is_ruled(told_ahead):
    """Waiting ends once it is set down: eight inches from where the game has him is too far."""
    with Journal(told_ahead, print) as journal:
        table = table_of(journal, resumed(journal))
        table.see(Observation(at(10.0), 2.0))
        table.see(Observation(at(21.0), 3.0))

        assert (red_x(table), list(table.refused)) == (13.0, ["R01"])


def test_a_move_that_was_taken_back_stays_so_after_a_break(taken_back):
    """The figure that was left at its end does not move there again by itself."""
    with Journal(taken_back, print) as journal:
        table = table_of(journal, resumed(journal))
        table.see(Observation(at(13.0), 3.0))
        assert (red_x(table), list(table.refused)) == (10.0, ["R01"])

        table.do(LetStand("R01"), 4.0)
        assert (red_x(table), table.refused) == (13.0, {})


def test_who_was_put_back_before_a_break_is_free(taken_back):
    """Nothing is held against him once he stands right."""
    with Journal(taken_back, print) as journal:
        table = table_of(journal, resumed(journal))
        table.see(Observation(at(10.0), 3.0))

        assert (red_x(table), table.refused) == (10.0, {})


def test_lines_of_moves_that_were_seen_say_nothing_of_figures(path):
    """The figure is where its move was seen to end."""
    with Journal(path, print) as journal:
        table = started(journal)
        table.see(Observation(at(13.0), 1.0))

    lines = read_journal(path)
    assert [line["event"]["event"] for line in lines if "event" in line] == ["moved"]
    assert not any("figure" in line for line in lines)
