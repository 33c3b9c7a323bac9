"""What one side asks and the other answers, on phones; questions that outlive the program."""

import time
from dataclasses import replace

import pytest

from rules.book.shelf import book_named
from rules.game.engine import phase_now
from spotter.game.deeds import NextStep
from spotter.page.desk import Wish
from spotter.page.live_page import LivePage
from spotter.page.photos import Photos
from spotter.page.proposal import Open, read_open
from table.observation import LiesStill, Observation
from table.places import TablePoint
from table.scene import Scene, Soldier
from tests.spotter.page.two_sides import ARMY, MEN, SIDES, SPEC, seen
from tests.spotter.page.wishes import BLUE, RED, a_page, phase, state, two_phones, until, wished


def test_taking_back_needs_the_other_sides_yes(page, table):
    """Once both sides have joined; the asking side cannot say yes for the other."""
    for role in SIDES:
        page.keys.joined(page.keys.join_key, role, "")
    wished(page, RED, do="next")
    wished(page, RED, do="next")
    assert table.live.events == 1

    wished(page, RED, do="undo")
    question = state(page, "blue")["question"]

    assert question["words"] == "red asks: take the last thing back?"
    assert table.live.events == 1
    assert wished(page, RED, do="answer", question=question["id"], answer="yes").error
    assert wished(page, BLUE, do="answer", question=question["id"], answer="yes").error is None
    assert table.live.events == 0


def test_who_asked_is_told_the_no(both, table):
    """It stays on his page until he has read it; the other side is asked nothing any more."""
    wished(both, RED, do="next")
    wished(both, RED, do="next")
    wished(both, RED, do="undo")
    asked = state(both, "blue")["question"]
    assert wished(both, BLUE, do="answer", question=asked["id"], answer="no").error is None

    told = state(both, "red")["question"]
    assert told["words"] == "blue says no: take the last thing back"
    assert state(both, "blue")["question"] is None
    assert wished(both, BLUE, do="answer", question=asked["id"], answer="yes").error
    assert wished(both, RED, do="answer", question=told["id"], answer=told["answers"][0]).said == ()
    assert state(both, "red")["question"] is None
    assert table.live.events == 1


def test_who_is_asked_to_let_a_move_stand_is_told_whose(both, table):
    """One press lets all refused moves stand, so all are named."""
    wished(both, RED, do="next")
    far = [replace(man, x=man.x + 9) if man.id in {"R01", "B02"} else man for man in MEN]
    for at_s in (2.0, 3.0, 4.0):
        table.see(seen(*far, at_s=at_s))
        table.tick(at_s)
    assert set(table.refused) == {"R01", "B02"}

    wished(both, RED, do="overrule")

    assert state(both, "blue")["question"]["words"] == "red asks: let B02, R01 stand there?"


@pytest.mark.parametrize("how", [{"do": "next"}, {"do": "event", "event": {"event": "next"}}])
def test_a_phase_is_ended_by_the_side_whose_it_is(both, table, how):
    """The other side can but ask, however it words it; the button says so, a yes ends it."""
    wished(both, RED, do="next")
    assert state(both, "blue")["next_words"] == "Ask red to go on"
    assert state(both, "red")["next_words"] == "Next"

    done = wished(both, BLUE, **how)

    assert done.said[0].startswith("waiting for red: end red's phase")
    assert phase(table) == "move-1"
    asked = state(both, "red")["question"]
    assert asked["answers"] == ["yes", "no"]
    assert state(both, "blue")["question"]["answers"] == ["withdraw"]
    assert state(both)["question"]["answers"] == [], "who watches is told and not asked"
    wished(both, RED, do="answer", question=asked["id"], answer="yes")
    assert phase(table) == "move-2"


def test_a_phase_of_both_ends_when_both_say_so(both, table):
    """Each presses Next; who was first may withdraw while the other still shoots."""
    for guest in (RED, RED, BLUE):
        assert wished(both, guest, do="next").error is None
    assert phase(table) == "fire"

    wished(both, RED, do="next")
    assert phase(table) == "fire"
    asked = state(both, "red")["question"]["id"]
    wished(both, RED, do="answer", question=asked, answer="withdraw")
    assert state(both, "blue")["question"] is None
    for guest in (BLUE, RED):
        wished(both, guest, do="next")

    assert table.live.game.turn == 2


def test_who_is_alone_ends_every_phase(page, table):
    """The other side plays at the desk and has no phone to be asked on."""
    page.keys.joined(page.keys.join_key, "blue", "")
    for _ in range(3):
        assert wished(page, BLUE, do="next").error is None

    assert phase(table) == "fire"


def test_a_yes_is_to_what_was_asked(page, table):
    """Once the game went on the question is gone; and two questions never stand at once."""
    for role in SIDES:
        page.keys.joined(page.keys.join_key, role, "")
    wished(page, RED, do="next")
    wished(page, RED, do="undo")
    asked = state(page)["question"]

    assert "Answer that first" in wished(page, BLUE, do="overrule").error
    wished(page, RED, do="next")
    before = table.live.game

    assert state(page)["question"] is None
    assert wished(page, BLUE, do="answer", question=asked["id"], answer="yes").error
    assert table.live.game == before


def test_who_is_alone_takes_back_at_once(page, table):
    """Nobody else to ask."""
    page.keys.joined(page.keys.join_key, "red", "")
    wished(page, RED, do="next")
    wished(page, RED, do="next")

    wished(page, RED, do="undo")

    assert table.live.events == 0


def test_the_referees_question_is_answered_on_a_phone(page, table):
    """A man who was lifted a while ago is asked for; a yes takes him off."""
    wished(page, RED, do="next")
    table.see(Observation(Scene(36.0, 24.0, soldiers=MEN[:2]), 1.0, bare=frozenset({MEN[2].id})))
    question = state(page, "red", at_s=60.0)["question"]
    assert question["words"] == "is B02 gone?"
    assert "(Y or N)" not in state(page)["verdict"]["words"], "it has buttons"

    page._done(Wish(RED, {"do": "answer", "question": question["id"], "answer": "yes"}), 60.0)

    assert [loss.id for loss in table.live.game.losses] == ["B02"]
    assert table.question(60.0) is None


def test_what_lies_over_the_edge_is_asked_on_phones_too(page, table):
    """Whoever answers first, it is settled for all."""
    wished(page, RED, do="next")
    let: list[float] = []
    table.edge.let_lie = let.append
    there = LiesStill(TablePoint(30.0, 2.0), 4.0)
    table.see(Observation(Scene(36.0, 24.0), 1.0, hand=True, lies_still=there))
    question = state(page, "blue")["question"]

    wished(page, BLUE, do="answer", question=question["id"], answer="yes")

    assert question["words"] == "something lies over the edge at 30, 2: does it stay?"
    assert let == [4.0]
    assert state(page, "red")["question"] is None


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_shot_that_ends_the_other_sides_phase_asks_it(tmp_path, answer):
    """Where both have phones: blue fires once red says that its automatic weapons are done."""
    guns = [
        Soldier(f"{side[0].upper()}{i}", side, 20.0 * (side == "blue") + 3, 4.0 * i, ("lmg",))
        for side in SIDES
        for i in (1, 2)
    ]
    men = tuple(replace(man, facing=180.0 * (man.side == "blue")) for man in guns)
    with a_page(tmp_path, "lgam", Scene(36.0, 24.0, men)) as (page, table):
        for role in SIDES:
            page.keys.joined(page.keys.join_key, role, "")
        until(page, table, "count")
        first = {"event": {"event": "initiative"}, "throws": [2]}
        assert wished(page, RED, do="event", **first).error is None
        until(page, table, "fire-4c", "red")
        shot = {"do": "shoot", "target": "B1", "throws": [12] * 4}
        assert wished(page, RED, shooter="R1", **shot).error is None

        done = wished(page, BLUE, do="shoot", shooter="B1", target="R1", throws=[12] * 4)
        assert done.said[0].startswith("waiting for red: end red's phase")
        asked = state(page, "red")["question"]
        assert "end red's phase (fire: heavy weapons) by the attack of B1" in asked["words"]
        wished(page, RED, do="answer", question=asked["id"], answer=answer)

        now = phase_now(table.live.book, table.live.game).side
        assert now == ("blue" if answer == "yes" else "red")
        assert ("B1 throws 12" in table.message) is (answer == "yes")


@pytest.mark.parametrize("goes_on", [False, True])
def test_an_open_question_outlives_the_program(table, tmp_path, goes_on):
    """Asked again with its number when the page is there again, unless the game went on since."""
    kept, photos = tmp_path / "page.json", Photos(SPEC, ARMY, tmp_path)

    def opened():
        return LivePage(table, book_named("omog-advanced"), ARMY, photos, port=0, kept=kept)

    first = opened()
    keys = [first.keys.joined(first.keys.join_key, role, "") for role in SIDES]
    for value in ({"do": "next"}, {"do": "plan", "soldier": "R01", "place": [10.0, 12.0]}):
        first._wishes.make(keys[0], value)
        first.step(time.monotonic())
    first._wishes.make(keys[1], {"do": "next"})
    asked = state(first, "red")["question"]
    first.close()
    if goes_on:
        table.do(NextStep(), 1.0)
    second = opened()
    again = state(second, "red")

    assert again["plans"] == {"R01": [10.0, 12.0]}
    assert "plans" not in state(second)
    assert state(second, "blue")["plans"] == {}
    assert again["question"] == (None if goes_on else asked)
    if not goes_on:
        wished(second, RED, do="answer", question=asked["id"], answer="yes")
        assert phase(table) == "move-2"
    assert (tmp_path / "page-asked.json").stat().st_mode & 0o077 == 0
    second.close()


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"asked": 1, "plans": {}}', "\x00", "[" * 9999]
)
def test_a_damaged_file_of_what_was_open_opens_nothing(tmp_path, content):
    """It is asked again, and the page is there all the same."""
    path = tmp_path / "page-asked.json"
    path.write_text(content)

    assert read_open(path) == Open()


def test_a_turn_of_lgam_between_two_phones_takes_five_presses(tmp_path):
    """Who goes on shooting has said yes to the shot before his; each phase one man of two fires."""
    with two_phones(tmp_path, "assault-rifle", "rifle", "lmg") as (page, table):
        for role in SIDES:
            page.keys.joined(page.keys.join_key, role, "")
        until(page, table, "count")
        throws = {"do": "event", "event": {"event": "initiative"}, "throws": [2]}
        assert wished(page, RED, **throws).error is None
        until(page, table, "move-1", "red")
        for guest in (RED, BLUE):
            assert wished(page, guest, do="next").error is None
        presses = 3
        assert phase_now(table.live.book, table.live.game).name == "fire-4a"
        for number, twelves in ((1, [12] * 2), (2, [12]), (3, [12] * 4)):
            for mine, other, guest in (("R", "B", RED), ("B", "R", BLUE)):
                state(page)
                who, whom = f"{mine}{number}0", f"{other}{number}0"
                shown = page._answers.shot(guest.role, who, whom, None)
                assert shown["does"] == ["shoot"], (who, shown)
                shot = {"do": "shoot", "shooter": who, "target": whom, "throws": twelves}
                done = wished(page, guest, **shot)
                assert done.error is None
        asked = state(page, "red")["question"]
        assert "by the attack of B30" in asked["words"]
        wished(page, RED, do="answer", question=asked["id"], answer="yes")
        wished(page, BLUE, do="next")
        presses += 2

        assert table.live.game.turn == 2
        fired = [e for e in table.live.history.events if e["event"] == "fired"]
        assert [e["shooter"] for e in fired] == ["R10", "B10", "R20", "B20", "R30", "B30"]
        assert presses <= 5


def test_a_shot_that_may_happen_now_says_no_yes(tmp_path):
    """Red is asked and still fires his other automatic rifle: nothing is agreed, blue asks anew."""
    with two_phones(tmp_path, "assault-rifle", "rifle") as (page, table):
        for role in SIDES:
            page.keys.joined(page.keys.join_key, role, "")
        until(page, table, "count")
        first = {"event": {"event": "initiative"}}
        assert wished(page, RED, do="event", throws=[2], **first).error is None
        until(page, table, "fire-4a", "red")
        shot = {"do": "shoot", "target": "B10", "throws": [12, 12]}
        assert wished(page, RED, shooter="R10", **shot).error is None
        asks = {"do": "shoot", "shooter": "B10", "target": "R10", "throws": [12, 12]}
        assert wished(page, BLUE, **asks).said[0].startswith("waiting for red: ")
        assert wished(page, RED, shooter="R11", **shot).error is None

        shooters = [e["shooter"] for e in table.live.history.events if e["event"] == "fired"]
        assert shooters == ["R10", "R11"]
        assert state(page, "red")["question"] is None
        rifle = wished(page, RED, shooter="R20", do="shoot", target="B20")
        assert rifle.said[0].startswith("waiting for blue: "), "blue has not used its own"
