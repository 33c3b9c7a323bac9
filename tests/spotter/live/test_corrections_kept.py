"""What the players set right holds when the game goes on another day."""

import pytest
from shapely import box

from overlay.marks.corrections import (
    HeightSet,
    KindSet,
    MeantSet,
    TagNamed,
    ThingDeleted,
    ThingDrawn,
    TurnedOver,
)
from overlay.window.window_state import window_of
from spotter.game.correction_lines import correction_json, correction_of
from spotter.game.deeds import NextStep, Undo
from spotter.game.journal import Journal, read_journal
from spotter.game.live_game import begun
from spotter.game.resuming import resumed
from spotter.live.play_table import PlayTable
from table.army import Army, Enlisted, Side, TagStyle
from table.errors import UserError
from table.observation import Observation
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

RULES, SIDES = "omog-advanced", ("red", "blue")
AT = TablePoint(11.0, 11.0)
EVERY = (
    KindSet("napkin-1", AT, "mat"),
    HeightSet("mug-1", TablePoint(20.5, 3.0), 4.25),
    ThingDeleted("lid-1", TablePoint(2.0, 2.0)),
    TagNamed(TablePoint(7.0, 7.0), "R02"),
    MeantSet("mug-1", TablePoint(20.5, 3.0), "bunker"),
    TurnedOver("mug-1", TablePoint(20.5, 3.0), inverted=True),
    ThingDrawn(
        "book",
        TablePoint(28.0, 18.0),
        1.0,
        (TablePoint(26.0, 16.0), TablePoint(30.0, 16.0), TablePoint(30.0, 20.0)),
    ),
)


def army():
    men = [Enlisted("R01", "red", ("rifle",)), Enlisted("R02", "red", ("rifle",))]
    sides = (Side("red", "#c0392b"), Side("blue", "#2c3e50"))
    return Army(TagStyle(), sides, (*men, Enlisted("B01", "blue", ("rifle",))))


def as_the_camera_has_it():
    """A mat taken for a napkin, a mug, a lid that is none, and a tag that cannot be read."""
    return Scene(
        36.0,
        24.0,
        (Soldier("R01", "red", 5.0, 5.0, ("rifle",)), Soldier("B01", "blue", 30.0, 5.0)),
        (
            Thing("napkin-1", "napkin", box(10, 10, 14, 14), 0.0),
            Thing("mug-1", "mug", box(19, 2, 22, 5), 3.75),
            Thing("lid-1", "lid", box(1, 1, 3, 3), 0.25),
        ),
        unread=(TablePoint(7.0, 7.0),),
    )


def table_of(journal, live=None):
    def begin(scene, now_s):
        return begun(journal, RULES, scene, SIDES, {}, began_s=now_s)

    return PlayTable(army(), begin, live)


def looked(table):
    table.see(Observation(as_the_camera_has_it(), 0.0))
    return table


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.jsonl"


def reopened(path):
    with Journal(path, print) as journal:
        return looked(table_of(journal, resumed(journal)))


@pytest.mark.parametrize("correction", EVERY)
def test_each_comes_back_from_its_line(correction):
    """What is written down is what is read."""
    assert correction_of(correction_json(correction)) == correction


def test_corrections_hold_after_resume(path):
    """Kind, height, deletion and name are as the players said when the game goes on."""
    with Journal(path, print) as journal:
        table = looked(table_of(journal))
        table.do(NextStep(), 0.0)
        table.correct(EVERY, 1.0)

    again = reopened(path)

    assert {thing.id: (thing.kind, thing.height) for thing in again.seen.things} == {
        "napkin-1": ("mat", 0.0),
        "mug-1": ("mug", 4.25),
        "book-drawn-1": ("book", 1.0),
    }
    assert (again.seen.thing("mug-1").meant_as, again.seen.thing("mug-1").inverted) == (
        "bunker",
        True,
    )
    assert again.live.game.scene.thing("mug-1").meant_as == "bunker"
    assert again.seen.soldier("R02") is not None
    assert window_of(again.uncorrected, army(), again.corrections).scene.soldier("R02") is not None


def test_corrections_of_the_set_up_count_too(path):
    """What was set right before the game began is in its journal from the first turn on."""
    with Journal(path, print) as journal:
        table = looked(table_of(journal))
        table.correct(EVERY[:1], 0.5)
        table.do(NextStep(), 0.0)

    assert reopened(path).corrections == EVERY[:1]


def test_taken_back_is_taken_back(path):
    """A correction undone in the window stays undone; the game's own undo leaves it alone."""
    with Journal(path, print) as journal:
        table = looked(table_of(journal))
        table.do(NextStep(), 0.0)
        table.correct(EVERY[:2], 1.0)
        table.correct(EVERY[:1], 2.0)
        table.do(NextStep(), 0.0)
        table.do(Undo(), 0.0)

    assert reopened(path).corrections == EVERY[:1]


def test_the_same_is_written_once(path):
    """Correcting nothing new adds no line."""
    with Journal(path, print) as journal:
        table = looked(table_of(journal))
        table.do(NextStep(), 0.0)
        for now_s in (1.0, 2.0, 3.0):
            table.correct(EVERY[:1], now_s)

    assert sum("corrections" in line for line in read_journal(path)) == 1


@pytest.mark.parametrize(
    "bad", [[{"set": "size"}], [{}], 7, [{"set": "kind", "thing": "a", "at": 3, "kind": "mug"}]]
)
def test_a_line_that_is_no_correction_is_said(path, bad):
    """A journal mended wrongly is refused with its line's number."""
    with Journal(path, print) as journal:
        looked(table_of(journal)).do(NextStep(), 0.0)
        journal.append({"corrections": bad})
    with Journal(path, print) as journal, pytest.raises(UserError, match="line 2 makes no sense"):
        resumed(journal)
