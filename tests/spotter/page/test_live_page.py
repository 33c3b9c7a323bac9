"""Phones drive the very game that the window drives: wishes in, states and marks out."""

import gzip
import json
import os
import re
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import shapely

from overlay.strokes.theme import PAPER
from rules.book.shelf import NAMES, book_named
from rules.game.engine import game_rules, new_game, phase_now
from spotter.game.advice import SET_UP, what_now
from spotter.game.deeds import NextStep
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.live.play_table import PlayTable
from spotter.page import photos as room
from spotter.page import table_answers
from spotter.page.desk import Wish, Wishes
from spotter.page.kept_keys import Guest
from spotter.page.keys import Keys
from spotter.page.live_page import LivePage
from spotter.page.phone_words import on_a_phone
from spotter.page.photos import Photos
from spotter.page.proposal import Open, read_open
from spotter.page.snapshot import PlanOf
from table.army import Army, Enlisted, Side, TagStyle
from table.observation import LiesStill, Observation
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing
from table.table_spec import TableSpec

ROOT = Path(__file__).parents[3]
SIDES = ("red", "blue")
MEN = (
    Soldier("R01", "red", 10.0, 10.0, ("rifle",), facing=0.0),
    Soldier("B01", "blue", 15.0, 10.0, ("rifle",), facing=180.0),
    Soldier("B02", "blue", 20.0, 16.0, ("rifle",), facing=180.0),
)
ARMY = Army(
    TagStyle(),
    (Side("red", "#a0522d"), Side("blue", "#4682b4")),
    tuple(Enlisted(man.id, man.side, man.weapons) for man in MEN),
)
SPEC = TableSpec(36.0, 24.0, 1.5, ())
GUESTS = (("red", "Ann"), ("blue", "Bob"), ("watch", "Eve"))
RED, BLUE = Guest("r", "red"), Guest("b", "blue")


def seen(*men, at_s=0.0, hand=False):
    return Observation(Scene(36.0, 24.0, soldiers=men or MEN), at_s, hand=hand)


@pytest.fixture
def table(tmp_path):
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        made = PlayTable(
            ARMY,
            lambda scene, now_s: begun(journal, "omog-advanced", scene, SIDES, {}, began_s=now_s),
        )
        made.see(seen())
        yield made


@pytest.fixture
def page(table, tmp_path):
    photos = Photos(SPEC, ARMY, tmp_path)
    made = LivePage(table, book_named("omog-advanced"), ARMY, photos, port=0)
    yield made
    made.close()


def wished(page, guest, **value):
    """What becomes of a wish."""
    return page._done(Wish(guest, value), 1.0)


def state(page, role="watch", at_s=1.0):
    page._shown_s = float("-inf")
    page.step(at_s)  # as the pictures count: the game began at 0
    return page._hub.state.for_role(role)


def drawn(page, role):
    """The plan as that role is shown it."""
    return gzip.decompress(page._answers.plan(PlanOf(role))).decode()


def test_a_phone_shades_where_a_man_may_be_hit(page):
    """The chosen man's map of danger is on the plan that asks for it; its legend is told."""
    state(page)
    plain, shaded = (
        gzip.decompress(page._answers.plan(PlanOf("watch", "R01", danger=danger))).decode()
        for danger in (False, True)
    )

    assert shaded.count('fill-opacity="0.26"') > plain.count('fill-opacity="0.26"')
    legend = page._answers.danger("R01", None)
    assert legend["words"] == "R01 is hit there"
    assert [row[0] for row in legend["rows"]] == ["light", "middle", "dark"]


def test_a_phone_is_told_the_danger_of_a_place(page):
    """In front of two rifles he is hit by them, far from all by nobody."""
    state(page)
    near, far = (page._answers.danger("R01", TablePoint(*at)) for at in ((12.0, 10.0), (1.0, 1.0)))

    assert near["words"].startswith("R01 at 12")
    assert {"hit there", "by B01", "hits B01"} <= {row[0] for row in near["rows"]}
    assert dict(map(tuple, near["rows"]))["hit there"] != dict(map(tuple, far["rows"]))["hit there"]
    assert page._answers.danger("R99", TablePoint(1.0, 1.0))["words"] == "R99 is not on the table"


def test_the_picture_is_made_once_for_all_who_look(page):
    """The play area from above, when it is asked for, no larger than a phone shows."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    made = []

    def view():
        made.append(1)
        return np.full((1600, 2400, 3), 90, np.uint8)

    page.step(1.0, view)
    assert made == [], "nobody has asked"
    sent = {page._answers.picture() for _ in range(5)}

    assert len(made) == len(sent) == 1
    shown = cv2.imdecode(np.frombuffer(sent.pop(), np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape == (853, 1280, 3)


def test_the_marks_over_a_picture_have_no_ground(page):
    """The same men, exactly on the table, and the picture shows through."""
    state(page)
    over, plan = (
        gzip.decompress(page._answers.plan(PlanOf("watch", over_picture=over))).decode()
        for over in (True, False)
    )

    assert 'viewBox="0.000 0.000 36.000 24.000"' in over
    assert "<rect" in plan
    assert "<rect" not in over
    assert "B02" in over


def test_a_narrow_plan_has_its_names_beside_the_men(page):
    """Each once, larger than on a base, and nothing beside the table makes it smaller."""
    state(page)
    wide, narrow = (
        gzip.decompress(
            page._answers.plan(PlanOf("watch", "R01", True, large_words=large))
        ).decode()
        for large in (False, True)
    )

    assert _size_of("B02", narrow) > 1.5 * _size_of("B02", wide)
    assert narrow.count(">B02<") == 1
    assert re.search(r'viewBox="-\S+ -\S+ 37.8', narrow), "the table and its rim"


def test_on_a_narrow_plan_things_are_called_as_large_as_men(tmp_path):
    """By their first words; how high they are has no room there."""
    with a_page(tmp_path, "lgam", Scene(36.0, 24.0, LGAM_MEN, (CLIFF,))) as (page, _):
        wide, narrow = (
            gzip.decompress(page._answers.plan(PlanOf("watch", large_words=large))).decode()
            for large in (False, True)
        )

    assert _size_of("hill, 1 in high", wide) < _size_of("hill", narrow)
    assert _size_of("hill", narrow) == _size_of("B01", narrow)


def _size_of(name, svg):
    return float(re.search(rf'font-size="([\d.]+)"[^>]*>{name}<', svg)[1])


def test_a_side_has_the_sign_and_the_colour_that_the_plan_gives_it(page):
    """The first side's men are round, the second's square, on phones too."""
    told = state(page)

    assert [len(told["signs"][side]) for side in SIDES] == [40, 4]
    theme = PAPER.with_sides(told["colours"])
    assert {man["colour"] for man in told["men"]} == {
        "#{:02x}{:02x}{:02x}".format(*theme.side_rgb(side)) for side in SIDES
    }


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


def phase(table):
    """The phase the game is in."""
    return phase_now(table.live.book, table.live.game).name


@pytest.fixture
def both(page):
    """Both sides have joined."""
    for role in SIDES:
        page.keys.joined(page.keys.join_key, role, "")
    return page


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


def test_a_throw_that_no_dice_show_is_refused_on_a_phone(page, table):
    """In one sentence, and nothing happens."""
    for _ in range(3):
        wished(page, RED, do="next")
    events = table.live.events

    done = wished(page, RED, do="shoot", shooter="R01", target="B01", throws=[3.5])

    assert "is no throw of any dice" in done.error
    vast = wished(page, RED, do="shoot", shooter="R01", target="B01", throws=[10**400])
    assert "is no throw of any dice" in vast.error
    assert table.live.events == events


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


def test_a_photo_that_is_none_is_said(page):
    """One sentence."""
    assert "not a picture" in page._answers.photo(RED, b"rubbish", "look")["words"]
    assert "one of look, teach" in page._answers.photo(RED, PNG, "paint")["words"]


def test_photos_are_looked_at_one_at_a_time_and_kept_in_bounds(tmp_path, monkeypatch):
    """Whoever sends more is told to wait, or where to make room; nothing is filled up."""
    monkeypatch.setattr(room, "_MOST_KEPT", 2)
    photos = Photos(SPEC, ARMY, tmp_path, is_camera=True)
    told = [photos.taken(PNG, "teach") for _ in range(3)]
    assert [words.startswith("kept as ") for words in told] == [True, True, False]
    assert "2 photos are kept already" in told[2]
    assert str(tmp_path) not in "".join(told), "where the computer has it is nobody's business"
    told = [photos.taken(PNG, "camera") for _ in range(3)]
    assert ["next picture" in words for words in told] == [True, True, False]

    during = []
    monkeypatch.setattr(room, "look", lambda *_, **__: during.append(photos.taken(PNG, "look")))
    with pytest.raises(AttributeError):  # nothing was found by this look
        photos.taken(PNG, "look")
    assert "another photo is being looked at" in during[0]
    assert "send it again" not in photos.taken(PNG, "camera")


@pytest.mark.parametrize(
    ("men", "told"),
    [
        pytest.param(MEN, "all of them where the game has them", id="as the game has them"),
        pytest.param((replace(MEN[0], x=12.5),), "R01 stands 2.5 in from where", id="elsewhere"),
        pytest.param((replace(MEN[0], id="R09"),), "R09 is there, whom the game", id="one more"),
    ],
)
def test_a_look_from_elsewhere_tells_what_the_game_has_otherwise(page, monkeypatch, men, told):
    """What a phone sees behind the mug is said, and changes nothing."""
    state(page)
    monkeypatch.setattr(room, "look", lambda *_, **__: Scene(36.0, 24.0, soldiers=men))

    words = page._answers.photo(RED, PNG, "look")["words"]

    assert words.startswith(f"from here {len(men)} m")
    assert told in words


@pytest.mark.parametrize("is_camera", [True, False])
def test_a_photo_is_the_camera_only_where_there_is_none(tmp_path, is_camera):
    """Beside a webcam nobody would look at it, so it is neither offered nor taken."""
    photos = Photos(SPEC, ARMY, tmp_path, is_camera=is_camera)

    assert ("camera" in photos.uses) == is_camera
    assert ("next picture" in photos.taken(PNG, "camera")) == is_camera


def test_a_man_shows_whom_he_can_hit(page):
    """His weapons, and every shot the rules allow with its number."""
    wished(page, RED, do="next")
    state(page)
    man = page._answers.man("red", "R01")

    assert man["weapons"] == ["rifle"]
    assert {shot["target"] for shot in man["shots"]} == {"B01", "B02"}
    assert page._answers.shot("red", "R01", "B01", "rifle")["rows"]
    assert page._answers.man("red", "R99")["words"] == "R99 is not on the table"


def _png() -> bytes:
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    return cv2.imencode(".png", np.zeros((32, 32, 3), np.uint8))[1].tobytes()


PNG = _png()


def test_a_phone_that_joined_stays_joined_when_the_game_goes_on(tmp_path):
    """The keys are kept in the game's folder, for this user alone; a damaged file costs a scan."""
    path = tmp_path / "page.json"
    first = Keys(SIDES, path)
    ann = first.joined(first.join_key, "red", "Ann")
    assert path.stat().st_mode & 0o077 == 0 or os.name != "posix"

    again = Keys(SIDES, path)
    assert (again.join_key, again.guest(ann.key)) == (first.join_key, ann)

    path.write_text('{"join": 3}')
    assert Keys(SIDES, path).guest(ann.key) is None


def test_what_another_program_withdraws_is_withdrawn(tmp_path):
    """The running page looks at the file before it believes a key."""
    running = Keys(SIDES, tmp_path / "page.json")
    ann = running.joined(running.join_key, "red", "Ann")
    bob = running.joined(running.join_key, "watch", "Bob")

    Keys(SIDES, tmp_path / "page.json").withdraw(lambda guest: guest.name == "Bob")

    assert running.guest(bob.key) is None
    assert running.guest(ann.key) == ann


def test_a_side_sends_away_who_watches_but_not_the_other_side(page):
    """Badges name phones; nobody is told a key."""
    keys = page.keys
    ann, bob, eve = (keys.joined(keys.join_key, r, n) for r, n in GUESTS)

    assert wished(page, ann, do="send away", badge=eve.badge).error is None
    assert "blue's" in wished(page, ann, do="send away", badge=bob.badge).error

    assert keys.guests == (ann, bob)
    assert not any(guest.key in str(state(page, "red")) for guest in (ann, bob))


def test_a_wish_that_is_sent_twice_is_done_once():
    """The second time the answer to the first is given, to the same guest alone."""
    wishes = Wishes()

    answers = [wishes.make(guest, {"do": "next"}, "a1") for guest in (RED, RED, BLUE)]

    assert len(wishes.taken()) == 2
    assert answers[0] is answers[1] is not answers[2]


def test_the_plan_is_drawn_once_for_all_who_watch(page, table, monkeypatch):
    """Twenty phones that ask cost one drawing; another phase costs none, a man who moves one."""
    made = []
    monkeypatch.setattr(table_answers, "svg_text", lambda *_: made.append(1) or "<svg/>")
    for _ in range(20):
        state(page)
        drawn(page, "watch")
    wished(page, RED, do="next")
    drawn(page, "watch")
    wished(page, RED, do="next")
    before = state(page)["plan"]
    drawn(page, "watch")
    drawn(page, "red")
    assert len(made) <= 2

    table.see(seen(replace(MEN[0], x=11.0), *MEN[1:], at_s=5.0))

    assert state(page)["plan"] == before + 1
    drawn(page, "watch")
    assert len(made) <= 3


def test_what_nobody_has_is_neither_drawn_nor_kept(page, monkeypatch):
    """Whoever asks for men and weapons that are not there, again and again, costs nothing."""
    made = []
    monkeypatch.setattr(table_answers, "svg_text", lambda *_: made.append(1) or "<svg/>")
    state(page)
    answers = page._answers
    for number in range(20):
        answers.plan(PlanOf("watch", f"X{number}", danger=True))
        words = answers.shot("red", f"X{number}", "B01", None)["words"]
        assert words == f"X{number} is not on the table"
        assert answers.shot("red", "R01", f"X{number}", None)["words"] == words
        assert answers.shot("red", "R01", "B01", f"x{number}")["words"] == f"R01 has no x{number}"

    assert len(made) == 1
    kept = [len(answers) for answers in answers._asking._answers.values()]
    assert sum(kept) <= 1, "only what was asked of men who are there"


def test_a_ruling_stands_while_a_hand_is_over_the_table(page, table):
    """The hand is told besides; phases that begin are told by the state's own names."""
    for _ in range(3):
        assert wished(page, RED, do="next").error is None
    assert state(page)["verdict"]["words"] == ""
    wished(page, RED, do="shoot", shooter="R01", target="B01", throws=[6])
    table.see(seen(at_s=5.0, hand=True))

    told = state(page)

    assert told["verdict"]["words"] == "R01 throws 6 and hits B01"
    assert told["news"] == "a hand is over the table"


def test_who_is_hit_is_marked_on_the_plan_until_he_is_off(page):
    """On every phone, so that nobody wonders whom to take off."""
    for _ in range(3):
        wished(page, RED, do="next")
    state(page)
    before = drawn(page, "watch")
    wished(page, RED, do="shoot", shooter="R01", target="B01", throws=[6])
    state(page)

    assert ">hit<" not in before
    assert ">hit<" in drawn(page, "watch")


def test_the_plan_shows_what_a_man_may_do_now(page):
    """In the moves how far he goes, in the fire whom he hits: neither is offered twice."""
    shown = []
    for _ in range(3):
        wished(page, RED, do="next")
        state(page)
        svg = gzip.decompress(page._answers.plan(PlanOf("red", "R01"))).decode()
        shown.append(("he can go this far" in svg, "in: " in svg))

    assert shown == [(True, False), (False, False), (False, True)]


def test_who_may_move_and_hits_nobody_is_told_that_he_may_move(tmp_path):
    """Where some fire in the moves too, a gunner alone is not told first that he cannot."""
    gunner = replace(MEN[0], weapons=("machine-gun",))
    with a_page(tmp_path, "omog-advanced", Scene(36.0, 24.0, (gunner, *MEN[1:]))) as (page, _):
        svg = gzip.decompress(page._answers.plan(PlanOf("red", "R01"))).decode()

    assert "R01, red: he may move; tap an enemy" in svg


def test_a_sum_is_that_of_the_ruling(page, table):
    """Who is to be put back is shot at where he belongs, whatever place he stands at."""
    for _ in range(3):
        wished(page, RED, do="next")
    state(page)
    belongs = page._answers.shot("red", "R01", "B01", None)
    table.see(seen(MEN[0], replace(MEN[1], x=34.0), MEN[2], at_s=5.0, hand=True))
    table.see(seen(MEN[0], replace(MEN[1], x=34.0), MEN[2], at_s=6.0))
    assert state(page)["refused"]

    assert page._answers.shot("red", "R01", "B01", None) == belongs


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


LGAM_MEN = (
    Soldier("R01", "red", 2.0, 12.0, ("light-mortar",), facing=0.0),
    Soldier("R02", "red", 6.0, 4.0, role="truck", base=3.0),
    Soldier("R03", "red", 6.0, 6.0, ("rifle",), facing=0.0),
    Soldier("B01", "blue", 34.0, 12.0, ("rifle",), facing=180.0),
)
CLIFF = Thing("book-1", "book", shapely.box(28, 10, 30, 14), 1.0)


@contextmanager
def a_page(tmp_path, rules, scene, **agreed):
    """The page of a game of that book, and its table."""
    listed = tuple(Enlisted(man.id, man.side, man.weapons) for man in scene.soldiers)
    army = replace(ARMY, soldiers=listed)
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        live = begun(journal, rules, scene, SIDES, agreed, began_s=0.0)
        table = PlayTable(army, lambda *_: live, live)
        table.see(Observation(scene, 0.0))
        made = LivePage(table, book_named(rules), army, Photos(SPEC, army, tmp_path), port=0)
        state(made)
        yield made, table
        made.close()


@pytest.fixture
def lgam(tmp_path):
    """A page of L.G.A.M. in red's moves: a mortar, a truck with a man beside it, a book."""
    with a_page(tmp_path, "lgam", Scene(36.0, 24.0, LGAM_MEN, (CLIFF,))) as (page, table):
        until(page, table, "count")
        event = {"event": "initiative"}
        assert wished(page, RED, do="event", event=event, throws=[2]).error is None
        until(page, table, "move-1", "red")
        yield page, table


def until(page, table, phase, side=None):
    """The game in that phase, step by step as stories go."""
    while (now := phase_now(table.live.book, table.live.game)).name != phase or side != now.side:
        assert table.game.do(NextStep(), 1.0).error is None
    state(page)


def words_there(page, role, name, at):
    return [one["words"] for one in page._answers.man(role, name, at)["there"]]


def test_two_men_do_together_what_takes_two(lgam):
    """A man is tapped, then the truck: he may get in; nobody else's phone is offered it."""
    page, table = lgam
    assert words_there(page, "red", "R03", "R02") == ["R03 gets in"]
    assert words_there(page, "blue", "R03", "R02") == []
    assert words_there(page, "red", "R01", "R02") == [], "too far from it"

    (deed,) = page._answers.man("red", "R03", "R02")["there"]
    assert wished(page, RED, do="event", event=deed["event"]).error is None
    assert table.live.game.scene.soldier("R03") is None


def test_a_phone_fires_at_places_and_things(lgam):
    """A mortar's round and its smoke, where they may land; too near there is nothing to fire."""
    page, table = lgam
    until(page, table, "fire-4c", "red")
    here = ["R01 fires light-mortar here", "R01 fires smoke here, light-mortar"]
    assert words_there(page, "red", "R01", TablePoint(27.0, 20.0)) == here
    assert words_there(page, "red", "R01", TablePoint(10.0, 12.0)) == []
    at_book = [words.replace("here", "at book-1") for words in here]
    assert words_there(page, "red", "R01", TablePoint(29.0, 12.0)) == [*here, *at_book]
    assert words_there(page, "blue", "R01", TablePoint(27.0, 20.0)) == []


@pytest.mark.parametrize(
    ("throws", "refused"),
    [([7], None), ([8], None), ([13], "no throw of 2d6"), ([7, 7], "too much"), ([], "another")],
)
def test_dice_typed_for_a_deed_are_used_or_refused(lgam, throws, refused):
    """What was typed before a deed of the menu was pressed is its throw, never dropped."""
    page, table = lgam
    until(page, table, "fire-4c", "red")
    smoke = page._answers.man("red", "R01", TablePoint(27.0, 20.0))["there"][1]["event"]

    done = wished(page, RED, do="event", event=smoke, throws=throws)

    assert (refused is None) == (done.error is None), done.error
    if refused is None:
        assert [table.live.history.events[-1]["roll"]] == throws
        assert bool(table.live.game.laid_so_far) == (throws == [7])
    else:
        assert refused in done.error
        assert not table.live.game.laid_so_far


@pytest.mark.parametrize(
    ("throws", "refused"),
    [([4], None), ({"R01": [5]}, None), ([4, 4], "too much"), ([7], "1 to 6")],
)
def test_dice_typed_for_a_fight_are_used_or_refused(tmp_path, throws, refused):
    """A list as they fell, which is what a phone types, or each man's as stories have them."""
    men = (MEN[0], replace(MEN[1], x=14.0), MEN[2])
    with a_page(tmp_path, "omniwar", Scene(36.0, 24.0, men), scale=4) as (page, table):
        done = wished(page, RED, do="fight", attackers=["R01"], defender="B01", throws=throws)

        assert (refused or "") in (done.error or "")
        assert (refused is None) == (done.error is None)
        fallen = [loss.id for loss in table.live.game.losses]
        assert fallen == (["B01"] if throws == [4] else [])


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


def test_who_watches_keeps_an_enemy_under_covering_fire(lgam):
    """His own phone tells it, in the enemy's moves; a side without overwatch may not."""
    page, table = lgam
    fire = {"event": "declared", "soldier": "R01", "state": {"covering_fire": True}}
    assert "R01 is red's" in wished(page, BLUE, do="event", event=fire).error
    watch = {"event": "state", "soldier": "B01", "state": {"overwatch": True}}
    assert wished(page, BLUE, do="event", event=watch).error is None
    state(page)

    offered = page._answers.man("blue", "B01", "R01")["there"]
    (deed,) = (one for one in offered if "covering fire" in one["words"])
    assert wished(page, BLUE, do="event", event=deed["event"]).error is None
    assert table.live.game.soldier("R01").state["covering_fire"] is True
    dig = {"event": "declared", "soldier": "R01", "state": {"entrenching": True}}
    assert "R01 is red's" in wished(page, BLUE, do="event", event=dig).error


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


def test_a_phone_is_told_which_numbers_are_owed(lgam):
    """For the next step, for a shot and for a deed: how many, of which dice, who for what."""
    page, table = lgam
    assert state(page)["owed"] == ""
    until(page, table, "fire-4c", "red")
    smoke = page._answers.man("red", "R01", TablePoint(27.0, 20.0))["there"][1]
    assert smoke["owed"].startswith("1 number: 2d6 for R01, light-mortar at (27, 20) (")
    assert page._answers.shot("red", "R01", "B01", "light-mortar")["owed"] == {}, "he is hidden"
    until(page, table, "count")

    assert state(page)["owed"] == "1 number: 1d6 for red, initiative (3-)"


def test_a_phone_is_told_the_number_of_a_shot(page):
    """With what it needs, beside the button that fires it; outside the fire there is none."""
    for told in ({}, {}, {}, {"shoot": "1 number: 1d6 for R01, rifle at B01 (3+)"}):
        state(page)
        assert page._answers.shot("red", "R01", "B01", "rifle")["owed"] == told
        wished(page, RED, do="next")


@pytest.mark.parametrize("count", [2, 5, 12])
def test_recruits_who_are_tied_owe_a_number_each(tmp_path, count):
    """However many they are: one throw of percentile dice each, not more."""
    men = [replace(MEN[0], id=f"R{i:02}", x=5.0, y=1.0 + 1.5 * i) for i in range(count)]
    with a_page(tmp_path, "combat", Scene(36.0, 24.0, (*men, MEN[2]))) as (page, table):
        until(page, table, "fire")
        for man in men:
            assert wished(page, RED, do="shoot", shooter=man.id, target="B02").error is None
        owed = state(page)["owed"]
        assert owed.startswith(f"{count} numbers: 1d100 for R00, who fires first; 1d100 for R01")

        assert wished(page, RED, do="next", throws=[*range(1, count + 1)]).error is None


def test_a_rocket_is_fired_at_the_part_that_is_tapped(tmp_path):
    """Of a long wall that part goes, on the phone of who fires it; too far beside it none."""
    men = (replace(MEN[0], weapons=("bazooka",)), replace(MEN[1], x=20.0), MEN[2])
    wall = Thing("wall-1", "wall", shapely.box(17.0, 4.0, 17.3, 16.0), 0.5)
    with a_page(tmp_path, "omog-advanced", Scene(36.0, 24.0, men, (wall,))) as (page, table):
        until(page, table, "fire")
        part = "R01 fires bazooka at this part of wall-1"
        assert part not in words_there(page, "red", "R01", TablePoint(15.0, 8.0))
        there = page._answers.man("red", "R01", TablePoint(16.6, 8.0))["there"]
        (deed,) = (one for one in there if one["words"] == part)

        assert wished(page, RED, do="event", event=deed["event"], throws=[4]).error is None
        (hole,) = (change.hole for change in table.live.game.changes)
        assert hole.bounds[1] == pytest.approx(7.0)
        assert hole.bounds[3] == pytest.approx(9.0)


def test_a_line_of_fire_is_called_toward_a_place(tmp_path):
    """Whatever way the gunner looks, seen or not."""
    men = (replace(MEN[0], weapons=("machine-gun",)), replace(MEN[0], id="R02", y=11.5), *MEN[1:])
    with a_page(tmp_path, "omog-advanced", Scene(36.0, 24.0, men)) as (page, table):
        until(page, table, "fire")
        there = page._answers.man("red", "R01", TablePoint(10.0, 2.0))["there"]
        (deed,) = (one for one in there if "line of fire toward here" in one["words"])

        assert wished(page, RED, do="event", event=deed["event"]).error is None
        assert table.live.game.soldier("R01").state["line_of_fire"] == pytest.approx(-90.0 % 360)


def test_of_four_who_touch_an_enemy_three_fight_him(tmp_path):
    """Four are too many; the three who may are offered together."""
    around = ((9.0, 10.0), (11.0, 10.0), (10.0, 9.0), (10.0, 11.0))
    reds = [replace(MEN[0], id=f"R{i}", x=x, y=y) for i, (x, y) in enumerate(around)]
    scene = Scene(36.0, 24.0, (*reds, replace(MEN[1], x=10.0, y=10.0), MEN[2]))
    with a_page(tmp_path, "omog-advanced", scene) as (page, table):
        until(page, table, "hand-to-hand")
        assert "R2, R0, R1 fight him together" in words_there(page, "red", "R2", "B01")


def two_phones(tmp_path, *weapons):
    """Two sides, each with two men of every weapon and a phone, when fire begins; and presses."""
    men = [
        Soldier(
            f"{side[0].upper()}{i}{half}",
            side,
            3.0 + 17.0 * (side == "blue"),
            4.0 * i + 2.0 * half,
            (weapon,),
            facing=180.0 * (side == "blue"),
        )
        for side in SIDES
        for i, weapon in enumerate(weapons, start=1)
        for half in (0, 1)
    ]
    return a_page(tmp_path, "lgam", Scene(36.0, 24.0, tuple(men)))


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
