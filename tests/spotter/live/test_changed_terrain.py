"""What a game does to terrain: drawn for window and page, pushed with the thing, resumed, undone.

One row for each way in which a book changes what lies there, played as players play it.
"""

import gzip

import pytest
import shapely

from rules.book.shelf import book_named
from rules.game.changed_things import thing_states
from rules.game.engine import phase_now
from rules.game.orders import ShotOrder
from rules.lgam.events import Declared, MinesLaid, Work
from spotter.game.deeds import Happens, NextStep, SetThing, Typed
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.game.resuming import resumed
from spotter.live.play_table import PlayTable
from spotter.page.photos import Photos
from spotter.page.snapshot import PlanOf
from spotter.page.table_answers import TableAnswers, TableMoment
from table.army import Army, Enlisted, Side, TagStyle
from table.observation import Observation
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing
from table.table_spec import TableSpec

OA, LG = "omog-advanced", "lgam"
SIDES = ("red", "blue")


def man(name, x, y, *weapons, **more):
    facing = 0.0 if name[0] == "R" else 180.0
    return Soldier(name, "red" if name[0] == "R" else "blue", x, y, weapons, facing=facing, **more)


def box(name, corners, height=0.5, **more):
    return Thing(name, name.split("-")[0], shapely.box(*corners), height, **more)


FOE, FRIEND = man("B1", 34, 22, "rifle"), man("R9", 2, 22, "rifle")
WALL, WIRE = box("wall-1", (16, 6, 16.3, 16)), box("wall-1", (16, 6, 16.3, 16), meant_as="wire")
AT = TablePoint(16.1, 11.0)
WORK = Happens(Work(soldier="R1", thing="wall-1"))
FIELD = tuple(TablePoint(x, y) for x, y in ((20, 6), (21.5, 6), (21.5, 7.5), (20, 7.5)))
ROWS = [
    pytest.param((OA, [man("R1", 10, 11, "bazooka")], WALL, "fire",
                 Typed(ShotOrder("R1", ("wall-1",)), "4"), "breached"), id="a breached wall"),
    pytest.param((OA, [man("R1", 10, 11, "recoilless-rifle")], box("mug-1", (14, 9, 17, 12), 3.75),
                 "fire", Typed(ShotOrder("R1", ("mug-1",)), "6"), "damaged"), id="a damaged house"),
    pytest.param((OA, [man("R1", 10, 11, "bazooka")],
                 box("lid-1", (15, 10, 18, 12), 1.0, meant_as="vehicle"),
                 "fire", Typed(ShotOrder("R1", ("lid-1",)), "6"), "hulk"), id="a hulk"),
    pytest.param((LG, [man("R1", 15.3, 11, role="engineer")], WIRE, "fire-4a", WORK, "cut"),
                 id="wire cut by an engineer"),
    pytest.param((LG, [man("R1", 15.3, 11, role="engineer")], WALL, "fire-4a", WORK, "cleared"),
                 id="a cleared obstacle"),
    pytest.param((LG, [man("R1", 8, 11, "grenade")], WIRE, "fire-4b",
                 Typed(ShotOrder("R1", (AT,)), "44"), "cut"), id="wire cut by a grenade"),
    pytest.param((LG, [man("R1", 8, 11, "smoke-grenade")], WALL, "fire-4b",
                 Typed(ShotOrder("R1", (AT,)), "44"), "laid"), id="smoke"),
    pytest.param((LG, [man("R1", 8, 11, "rifle", "shovel")], WALL, "move-1",
                 Happens(Declared(soldier="R1", state={"entrenching": True})),
                 "laid"), id="a foxhole"),
    pytest.param((LG, [man("R1", 8, 11, "rifle")], WALL, "set-up",
                 Happens(MinesLaid(side="red", outline=FIELD)),
                 "laid"), id="mines"),
    *(pytest.param((book, [man("R1", 8, 11, "rifle")], WALL, None, SetThing("wall-1", word), word),
                   id=f"{book}: called {word}")
      for book, word in ((OA, "wood-wall"), ("omog-musket", "road"), (LG, "rough"),
                         ("omniwar", "swamp"), ("combat", "rough"))),
]  # fmt: skip


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "journal.jsonl", print) as opened:
        yield opened


def begin(journal, book, men, thing):
    """The table of such a game, seen."""
    scene = Scene(36.0, 24.0, (*men, FRIEND, FOE), (thing,))
    listed = [Enlisted(one.id, one.side, one.weapons) for one in scene.soldiers]
    army = Army(TagStyle(), tuple(Side(side) for side in SIDES), tuple(listed))
    live = begun(journal, book, scene, SIDES, {}, began_s=0.0)
    table = PlayTable(army, lambda *_: live, live)
    table.see(Observation(scene, 0.0))
    return table, scene, army


def go_on(table, until):
    """Step by step to that phase of red's; where a book throws for who is first, red is."""
    thrown = False
    for _ in range(30):
        now = phase_now(table.live.book, table.live.game)
        if until in {None, now.name} and now.side in {None, "red"}:
            return
        table.game.do(NextStep((1,)) if now.name == "count" and not thrown else NextStep(), 1.0)
        thrown = now.name == "count"
    raise AssertionError(until)


def drawn(book, table, army, tmp_path):
    """The plan as a phone is shown it; the window draws the same scene."""
    spec = TableSpec(36.0, 24.0, 1.5, ())
    answers = TableAnswers(book_named(book), army, {}, Photos(spec, army, tmp_path))
    answers.now(TableMoment(table.shown, table.hud(1.0), {}, table.live.game))
    return gzip.decompress(answers.plan(PlanOf("watch"))).decode()


@pytest.mark.parametrize("row", ROWS)
def test_changed_terrain(journal, tmp_path, row):
    """It is there, drawn and known; it goes with the thing, outlives the program, is undone."""
    book, men, thing, phase, deed, state = row
    table, scene, army = begin(journal, book, men, thing)
    go_on(table, phase)
    whole, before = drawn(book, table, army, tmp_path), table.live.events
    done = table.game.do(deed, 2.0)
    assert done.error is None, done.error
    for _ in range(20):  # some of it comes with the next moves
        if state not in thing_states(table.live.game).values():
            table.game.do(NextStep(), 3.0)
    known = thing_states(table.live.game)
    shown = drawn(book, table, army, tmp_path)
    assert shown != whole

    again = resumed(journal)
    assert again.game == table.live.game
    assert thing_states(again.game) == known

    pushed = shapely.affinity.translate(thing.footprint, 3.0, 2.0)
    moved = Scene(36.0, 24.0, table.seen.soldiers, (Thing(thing.id, thing.kind, pushed,
                  thing.height, meant_as=thing.meant_as),))  # fmt: skip
    for at_s in (4.0, 5.0):
        table.see(Observation(moved, at_s))
        assert thing_states(table.live.game) == known, "it outlasts the looks"
    if state == "cleared":
        assert "take off wall-1" in table.hud(5.0).now, "it counts no more, and is not drawn"
    else:
        assert drawn(book, table, army, tmp_path) != shown, "it is drawn where it lies now"
    table.see(Observation(Scene(36.0, 24.0, moved.soldiers, ()), 6.0))
    assert thing_states(table.live.game) == known, "it outlasts the thing"

    table.see(Observation(scene, 7.0))
    while table.live.events > before:
        table.live.undo()
    table.see(Observation(scene, 8.0))
    assert thing_states(table.live.game) == {}
    assert drawn(book, table, army, tmp_path) == whole
