"""The program plays a side at a table: it asks, hands obey or do not, it plans on."""

import threading
import time
from dataclasses import replace
from random import Random

import pytest

from rules.book.shelf import NAMES, book_named
from rules.foresight.mirrored_table import mirrored_table
from rules.game.engine import game_rules, phase_now
from spotter.game.deeds import NextStep
from spotter.game.live_game import begun
from spotter.live.adversary import THERE_IN, Adversary, adversary
from spotter.live.play_table import PlayTable
from spotter.setup.army_text import army_of
from table.errors import UserError
from table.observation import Observation
from tests.spotter.game.kept_lines import Lines
from tests.spotter.running import PATIENCE_S

SIDES = ("red", "blue")
MEN = {
    "combat": "2 rifle",
    "lgam": "2 rifle",
    "omniwar": "2 army-squad",
    "omog-advanced": "2 rifle",
    "omog-musket": "2 musket",
}


class Desk:
    """A table with an opponent for red; `slip_in` is by how much hands miss the marks."""

    def __init__(self, name, slip_in=0.0) -> None:
        army = army_of([(side, MEN[name]) for side in SIDES], book_named(name))
        self.scene = mirrored_table(army, Random(4), things=3)
        self.now_s, self.slip_in = 0.0, slip_in
        self.heard, self.marks = [], []
        self.opponent = Adversary("red", 1)
        self.table = PlayTable(
            army,
            lambda scene, now_s: begun(Lines(), name, scene, SIDES, {}, began_s=now_s),
            opponent=self.opponent,
        )
        self.look()
        self.table.do(NextStep(), self.now_s)

    def look(self) -> None:
        """The camera sees the scene as it is."""
        self.now_s += 1.0
        self.table.see(Observation(self.scene, self.now_s))

    def step(self) -> None:
        """Time passes; a hand sets down who is wanted elsewhere."""
        said = self.table.said
        self.table.tick(self.now_s)
        if self.table.said != said:
            self.heard.append(self.table.message)
        for name, place in list(self.table.wanted.items()):
            self.marks.append((name, place))
            man = replace(self.scene.soldier(name), x=place.x - self.slip_in, y=place.y)
            self.scene = self.scene.with_soldiers(man)
            self.look()
            self.heard.append(self.table.message)

    def until(self, is_so) -> None:
        """Go on until it is so."""
        ends_s = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < ends_s, self.heard
            self.step()
            time.sleep(0.002)


def event_words(desk):
    return [event["event"] for event in desk.table.live.history.events]


@pytest.mark.parametrize("name", NAMES)
def test_what_it_asks_for_is_allowed(name):
    """Hands set its men on their marks and are never refused; where it can it shoots at once."""
    desk, known = Desk(name), 0

    def acted():
        nonlocal known
        live = desk.table.live
        phase, due = phase_now(live.book, live.game), game_rules(live.book).due(live.game)
        done = due or f"red is done with {phase.words}" in desk.heard[known:]
        if phase.side == "blue" or (phase.side is None and done):
            known = len(desk.heard)
            desk.table.do(NextStep(), desk.now_s)
        return len(desk.marks) >= 2 or {"fired", "attacked"} & {*event_words(desk)}

    desk.until(acted)

    assert desk.table.refused == {}
    if desk.marks:
        assert "moved" in event_words(desk)
        assert any(f"to within {THERE_IN} in" in line for line in desk.heard)
    desk.opponent.close()


def test_a_man_set_down_elsewhere_is_planned_anew():
    """It does not insist: it says how far off he stands, and goes on from there."""
    desk = Desk("omog-advanced", slip_in=0.8)

    desk.until(lambda: any("planned anew" in line for line in desk.heard))

    assert any("0.8 in from his mark" in line for line in desk.heard)
    assert desk.table.wanted == {} or desk.marks[-1][0] in desk.table.wanted
    desk.opponent.close()


def test_a_hand_that_misses_the_mark_a_little_is_never_refused():
    """Marks lie so far within each man's move that he may be set down beyond them."""
    desk = Desk("omog-advanced", slip_in=-0.9 * THERE_IN)

    desk.until(lambda: desk.table.live.game.phase > 0)

    assert desk.marks
    assert not any("back" in line for line in desk.heard)
    desk.opponent.close()


def test_who_was_put_back_is_wanted_on_his_mark_again():
    """A man set down too far is put back, and the opponent still waits for him on his mark."""
    desk = Desk("omog-advanced", slip_in=-2.0)
    desk.until(lambda: desk.table.refused)
    name, before = desk.marks[-1][0], len(desk.marks)

    desk.scene, desk.slip_in = desk.scene.with_soldiers(desk.table.live.game.soldier(name)), 0.0
    desk.look()
    desk.until(lambda: event_words(desk).count("moved") == 1)

    assert [name for name, _ in desk.marks[before : before + 1]] == [name]
    desk.opponent.close()


def test_when_its_time_is_up_it_ends_its_moves():
    """A man not yet on his mark may not go there any more; nobody has to tell it."""
    desk = Desk("omog-advanced")
    ends_s = time.monotonic() + PATIENCE_S
    while not desk.table.wanted:
        assert time.monotonic() < ends_s, desk.heard
        desk.table.tick(desk.now_s)

    desk.now_s += 125.0
    while desk.table.live.game.phase == 0:
        assert time.monotonic() < ends_s, desk.table.message
        desk.table.tick(desk.now_s)

    assert desk.table.wanted == {}
    desk.opponent.close()


def test_all_its_fire_is_named_before_any_is_fired():
    """Under COMBAT all fire in one volley: it goes on naming while the volley waits."""
    desk = Desk("combat")

    def named():
        phase = phase_now(desk.table.live.book, desk.table.live.game)
        done = f"red is done with {phase.words}"
        if done in desk.heard and "fire" not in phase.words:
            desk.table.do(NextStep(), desk.now_s)
        return done in desk.heard and "fire" in phase.words

    desk.until(named)

    assert event_words(desk).count("named") == len(
        [m for m in desk.scene.soldiers if m.side == "red"]
    )
    assert not {"volley", "fired"} & {*event_words(desk)}
    desk.opponent.close()


def test_what_is_to_be_done_is_said_of_the_side_that_plays():
    """In its own moves nobody is told to end them: a man is to be set on his mark."""
    desk = Desk("omog-advanced")
    ends_s = time.monotonic() + PATIENCE_S
    told = [desk.table.hud(desk.now_s).now]
    while not desk.table.wanted:
        assert time.monotonic() < ends_s, desk.heard
        desk.table.tick(desk.now_s)
    told.append(desk.table.hud(desk.now_s).now)

    name = next(iter(desk.table.wanted))
    assert told == ["red thinks; it ends its phase itself", f"red plays: set {name} on his mark"]
    desk.opponent.close()


def test_it_ends_its_own_phase():
    """Red's moves are over once its men are where they are wanted."""
    desk = Desk("omog-advanced")

    desk.until(lambda: desk.table.live.game.phase > 0)

    assert phase_now(desk.table.live.book, desk.table.live.game).side == "blue"
    assert {name for name, _ in desk.marks} == {
        m.id for m in desk.scene.soldiers if m.side == "red"
    }
    desk.opponent.close()


def test_thinking_never_keeps_the_table_waiting(monkeypatch):
    """A step comes back while the opponent still thinks."""
    desk = Desk("omog-advanced")

    go_on = threading.Event()
    monkeypatch.setattr(
        desk.opponent._opponent, "choose", lambda *_: go_on.wait(PATIENCE_S) and None
    )
    for _ in range(5):
        desk.step()
    desk.now_s += 1.0
    desk.step()

    assert desk.marks == []
    assert desk.heard[-1].endswith("red thinks")
    assert desk.opponent._thought is not None
    go_on.set()
    desk.opponent.close()


def test_while_a_hand_is_busy_the_next_men_are_looked_at(monkeypatch):
    """With many men the first mark appears once some were looked at, the others' while he goes."""
    monkeypatch.setattr("rules.foresight.moves._MEETINGS", 2)
    desk = Desk("omog-advanced")
    looked_at, marks = desk.opponent._opponent._memory, desk.table.wanted
    ends_s = time.monotonic() + PATIENCE_S
    known = []

    while len(looked_at.ways) < 2:
        assert time.monotonic() < ends_s, known
        desk.table.tick(desk.now_s)
        known.append((len(marks), len(looked_at.ways)))
        time.sleep(0.002)

    assert (1, 1) in known
    assert len(marks) == 1
    desk.opponent.close()


@pytest.mark.parametrize(
    ("side", "level", "words"), [("green", 3, "no such side"), ("red", 7, "--level 7")]
)
def test_a_mistyped_opponent_is_said(side, level, words):
    """One sentence with what there is."""
    with pytest.raises(UserError, match=words):
        adversary(side, level, SIDES)
