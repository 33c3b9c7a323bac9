"""Phones drive the very game that the window drives: wishes in, states and marks out."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.book.shelf import NAMES, book_named
from rules.game.engine import game_rules, new_game
from spotter.game.advice import SET_UP, what_now
from spotter.live.play_table import PlayTable
from spotter.page.desk import Wish, Wishes
from spotter.page.live_page import LivePage
from spotter.page.phone_words import on_a_phone
from spotter.page.photos import Photos
from table.places import TablePoint
from table.scene import Scene, Soldier
from tests.spotter.page.two_sides import ARMY, MEN, SIDES, SPEC, seen
from tests.spotter.page.wishes import BLUE, RED, drawn, phase, state, wished

ROOT = Path(__file__).parents[3]


def test_a_phone_begins_and_plays_the_game(page, table):
    """Begin, end both moves, shoot: the journal's own game, with the die that was typed."""
    for _ in range(3):
        assert wished(page, RED, do="next").error is None

    done = wished(page, RED, do="shoot", shooter="R01", target="B01", throws=[6])

    assert done.error is None
    assert [loss.id for loss in table.live.game.hit] == ["B01"]
    entry = state(page)["log"][-1]
    assert [die["number"] for die in entry["dice"]] == [6]


def test_a_game_that_is_begun_under_a_hand_begins_when_it_is_gone(page, table):
    """No press is lost: it is told that it waits, and then it happens."""
    table.see(seen(hand=True))

    done = wished(page, RED, do="next")
    assert "begins when it is gone" in done.said[0]
    assert "begins when it is gone" in state(page)["verdict"]["words"]
    assert table.live is None
    table.see(seen(at_s=1.0))

    assert table.live is not None
    assert state(page)["turn"] == 1


def test_a_game_that_waits_to_begin_is_taken_back(page, table):
    """Who pressed too early says so before the hand is gone."""
    table.see(seen(hand=True))
    wished(page, RED, do="next")

    assert wished(page, RED, do="undo").error is None
    table.see(seen(at_s=1.0))

    assert table.live is None


@pytest.mark.parametrize("word", ["undo", "overrule", "shoot"])
def test_before_the_game_a_refusal_says_so(page, word):
    """Nothing is answered as done that was not done."""
    assert wished(page, RED, do=word, shooter="R01", target="B01").error


def test_no_game_begins_on_a_table_that_was_not_seen(tmp_path):
    """Begin is refused with the reason, and not answered as done."""
    table = PlayTable(ARMY, lambda *_: pytest.fail("begun"))
    made = LivePage(table, book_named("omog-advanced"), ARMY, Photos(SPEC, ARMY, tmp_path), port=0)

    done = wished(made, RED, do="next")
    made.close()

    assert done.error == "the camera has seen no table yet"


def test_a_side_commands_its_own_men(page, table):
    """Whatever a request says: the server looks at whose man it is."""
    for _ in range(3):
        wished(page, RED, do="next")

    done = wished(page, BLUE, do="shoot", shooter="R01", target="B01", throws=[6])

    assert "R01 is red's" in done.error
    assert table.live.game.hit == ()


@pytest.mark.parametrize(
    "event",
    [
        {"event": "removed", "soldier": "R01"},
        {"event": "state", "soldier": "R01", "state": {"down": True}},
        {"event": "fired", "shooter": "R01", "target": "B01"},
        {"event": "moved", "soldier": "R01", "path": [[1, 1], [2, 2]]},
        {"event": "fought", "attackers": ["R01"], "defender": "B01"},
        {"event": "seen", "soldiers": []},
    ],
)
def test_an_event_is_told_of_ones_own_men_alone(page, table, event):
    """Events go by the same check as every other wish; what is seen nobody tells."""
    for _ in range(3):
        wished(page, RED, do="next")
    before = table.live.game

    error = wished(page, BLUE, do="event", event=event).error

    assert "R01 is red's" in error or "the program itself" in error
    assert table.live.game == before


def test_terms_are_agreed_by_both(page, table):
    """One side's word changes nothing while the other has joined and said nothing."""
    for role in SIDES:
        page.keys.joined(page.keys.join_key, role, "")
    wished(page, RED, do="next")
    before = table.live.game.agreed

    done = wished(page, RED, do="event", event={"event": "agreed", "terms": {"turns": 1}})

    assert "waiting for the other side" in done.said[0]
    assert table.live.game.agreed == before


@pytest.mark.parametrize("place", [[-1, 3], [300, 3]])
def test_a_plan_lies_on_the_table(page, place):
    """A man is wanted nowhere else, and nobody who is not there is wanted at all."""
    wished(page, RED, do="next")

    assert "on the table" in wished(page, RED, do="plan", soldier="R01", place=place).error
    assert "not on the table" in wished(page, RED, do="plan", soldier="zz", place=[3, 3]).error


@pytest.mark.parametrize(
    "value",
    [
        {"do": "fly"},
        {},
        {"do": ["next"]},
        {"do": {"next": 1}},
        {"do": "shoot"},
        {"do": "shoot", "shooter": "R01", "target": 7},
        {"do": "event", "event": ["next"]},
        {"do": "event", "event": {"event": {"a": 1}}},
        {"do": "send away", "badge": {}},
    ],
)
def test_a_wish_that_makes_no_sense_gets_a_sentence(page, value):
    """And nothing happens."""
    wished(page, RED, do="next")

    assert page._done(Wish(RED, value), 1.0).error


def test_only_what_may_happen_now_is_offered(page, table):
    """Nobody shoots while men move, nor twice; the reason is told once."""
    state(page)
    before = page._answers.shot("red", "R01", "B01", "rifle")
    assert (before["does"], before["refused"]) == ([], "the game has not begun")

    wished(page, RED, do="next")
    state(page)
    moving = page._answers.shot("red", "R01", "B01", "rifle")
    assert moving["does"] == []
    assert "fire after the moves" in moving["refused"]

    while phase(table) != "fire":
        wished(page, RED, do="next")
    state(page)
    ready = page._answers.shot("red", "R01", "B01", "rifle")
    assert (ready["does"], ready["refused"]) == (["shoot"], None)

    wished(page, RED, do="shoot", shooter="R01", target="B01", throws=[1])
    state(page)
    fired = page._answers.shot("red", "R01", "B01", "rifle")
    assert (fired["does"], fired["refused"]) == ([], None)
    assert "already fired" in fired["words"]


def test_a_far_friend_has_his_men_set(page, table):
    """His plan is his own until he sends it; then the desk shows where, until he is there."""
    wished(page, RED, do="next")
    wished(page, RED, do="plan", soldier="R01", place=[12.0, 11.0])
    assert state(page, "red")["plans"] == {"R01": [12.0, 11.0]}
    assert "plans" not in state(page, "blue") or state(page, "blue")["plans"] == {}
    assert table.wanted == {}

    wished(page, RED, do="carry")

    assert table.hud(0.0).wanted == {"R01": TablePoint(12.0, 11.0)}
    assert "set R01" in table.message
    there = Soldier("R01", "red", 12.1, 11.0, ("rifle",))
    for at_s in (1.0, 2.0, 3.0):
        table.see(seen(there, *MEN[1:], at_s=at_s))
    assert table.wanted == {}


def test_the_state_shows_no_side_the_others_plans(page):
    """Not in the state, and not in the plan that is drawn."""
    wished(page, RED, do="next")
    wished(page, RED, do="plan", soldier="R01", place=[12.0, 11.0])
    state(page)

    assert "set R01 here" in drawn(page, "red")
    assert "set R01 here" not in drawn(page, "blue")


def test_a_wish_that_is_sent_twice_is_done_once():
    """The second time the answer to the first is given, to the same guest alone."""
    wishes = Wishes()

    answers = [wishes.make(guest, {"do": "next"}, "a1") for guest in (RED, RED, BLUE)]

    assert len(wishes.taken()) == 2
    assert answers[0] is answers[1] is not answers[2]


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_is_not_told_to_press_keys_it_has_not(name):
    """No phase of any book speaks of clicks, Enter or the letters of the window's keys."""
    book = book_named(name)
    scene = Scene(36.0, 24.0, soldiers=MEN)
    game = new_game(book, scene, SIDES).game
    phases = [replace(game, phase=i) for i in range(len(game_rules(book).phases(game)))]
    told = [on_a_phone(what_now(book, one, ["R01"], ["B01"])) for one in phases]
    won = replace(game, winner="red")

    for words in (*told, on_a_phone(SET_UP), on_a_phone(what_now(book, won, [], []))):
        assert not re.search(r"click|Enter|Ctrl|\b[A-Z] (or|lets|ends)\b", words), words


def test_the_page_for_other_programs_names_all_that_is_sent(page):
    """Every name of a state is in docs/page.md, and nothing there is missing in a state."""
    text = (ROOT / "docs" / "page.md").read_text(encoding="utf-8").split("| name | |")[1]
    cells = [row.split("|")[1] for row in text.splitlines() if row.startswith("| `")]
    named = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    state(page)
    sent = json.loads(page._hub.text(page._hub.state, "red"))

    assert named | {"spotter"} == set(sent)


@pytest.mark.parametrize(
    ("place", "is_warned"),
    [([10.0, 13.9], False), ([10.0, 19.0], True)],
    ids=["four inches", "nine inches"],
)
def test_a_plan_that_the_rules_forbid_is_warned_of(page, table, place, is_warned):
    """When it is dragged and when the desk is shown it, in the own moves and before them."""
    for side, name in ((RED, "R01"), (BLUE, "B01")):
        x = {"R01": 10.0, "B01": 15.0}[name]
        for again in range(2):
            done = wished(page, side, do="plan", soldier=name, place=[x, place[1]])
            warned = [words for words in done.said if "it will be refused" in words]
            begun = table.live is not None
            assert bool(warned) is (is_warned and begun), done.said
            assert not warned or "-MOVE-11" in warned[0]
            if again == 0 and not begun:
                wished(page, RED, do="next")
        assert ("it will be refused" in " ".join(wished(page, side, do="carry").said)) is is_warned
