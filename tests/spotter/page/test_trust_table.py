"""Every door of the page against everybody who may not pass: refused, and nothing has changed."""

import json

import pytest

from spotter.game import story_steps
from spotter.page.app import page_app
from tests.spotter.page.game_on_socket import GameOnSocket
from tests.spotter.page.two_sides import SIDES

OPEN = {"/", "/page.js", "/page.css"}  # the page itself, the same for everybody

# Every wish there is, told of blue's men wherever it names anybody.
WISHES = {
    "next": {"do": "next"},
    "undo": {"do": "undo"},
    "overrule": {"do": "overrule", "soldier": "B01"},
    "shoot": {"do": "shoot", "shooter": "B01", "target": "R01"},
    "fight": {"do": "fight", "attackers": ["B01"], "defender": "R01"},
    "off": {"do": "off", "soldier": "B01"},
    "set": {"do": "set", "soldier": "B01", "state": {"elite": True}},
    "set a thing": {"do": "set", "thing": "mug", "as": "woods"},
    "event": {"do": "event", "event": {"event": "off", "soldier": "B01"}},
    "plan": {"do": "plan", "soldier": "B01", "place": [12.0, 12.0]},
    "carry": {"do": "carry"},
    "answer": {"do": "answer", "question": 1, "answer": "yes"},
    "send away": {"do": "send away", "badge": "00000000"},
}
OF_HIS_MEN = ("shoot", "fight", "off", "set", "event", "plan")
OF_BOTH = ("undo", "overrule", "set a thing")

# Who is nobody here: what he sends with a request, and what he is told.
STRANGERS = {
    "no key": ({}, {401}),
    "a guessed key": ({"X-Spotter-Key": "A" * 22}, {401}),
    "the join code for a key": ({"X-Spotter-Key": "code"}, {401}),
    "a key that was withdrawn": ({"X-Spotter-Key": "withdrawn"}, {401}),
    "another origin": ({"X-Spotter-Key": "red", "Origin": "http://elsewhere.example"}, {403}),
    "the same host's other door": ({"X-Spotter-Key": "red", "Origin": "http://127.0.0.1"}, {403}),
    "no origin at all": ({"X-Spotter-Key": "red", "Origin": "null"}, {403}),
    "another site": ({"X-Spotter-Key": "red", "Sec-Fetch-Site": "cross-site"}, {403}),
    "a sister site": ({"X-Spotter-Key": "red", "Sec-Fetch-Site": "same-site"}, {403}),
    "another name for this computer": ({"X-Spotter-Key": "red", "Host": "evil.example"}, {421}),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with GameOnSocket(tmp_path_factory.mktemp("game")).played() as made:
        yield made


def doors():
    """Every path that there is, and how it is asked."""
    routes = page_app(None).routes
    found = {(min(one.methods - {"HEAD"}), one.path) for one in routes}
    return sorted(found - {("GET", path) for path in OPEN})


def attempts():
    """Who tries which door; to join nobody needs a key, but the code."""
    return [
        pytest.param(door, stranger, id=f"{door[1]}: {stranger}")
        for door in doors()
        for stranger, (_, statuses) in STRANGERS.items()
        if not (door[1] == "/join" and statuses == {401})
    ]


def test_every_wish_there_is_stands_in_the_table():
    """A new one is held against everybody too."""
    words = {wish["do"] for wish in WISHES.values()}

    assert words >= set(story_steps._DEEDS) | {"event", "plan", "carry", "answer", "send away"}


@pytest.mark.parametrize(("door", "stranger"), attempts())
def test_no_stranger_passes_any_door(served, door, stranger):
    """He is told that it is not for him, and nothing of the game."""
    method, path = door
    headers, statuses = STRANGERS[stranger]
    before = served.kept()
    joins = {"code": served.keys["code"], "role": "red", "name": "x"}
    body = {"/join": joins, "/do": {"do": "next"}}.get(path)

    status, said = served.asked(method, path, headers, body)

    assert status in statuses, said
    assert set(json.loads(said)) == {"error"}
    assert "R01" not in said
    assert served.kept() == before


@pytest.mark.parametrize("stranger", STRANGERS)
@pytest.mark.parametrize("wish", WISHES)
def test_no_stranger_has_a_wish(served, wish, stranger):
    """Whatever he asks for, the key and where it comes from decide."""
    headers, statuses = STRANGERS[stranger]
    before = served.kept()

    status, said = served.asked("POST", "/do", headers, WISHES[wish])

    assert status in statuses, said
    assert served.kept() == before


@pytest.mark.parametrize("wish", WISHES)
def test_who_watches_has_no_wish(served, wish):
    """Nor sends photos, whatever his phone shows."""
    before = served.kept()

    status, said = served.asked("POST", "/do", {"X-Spotter-Key": "watch"}, WISHES[wish])

    assert (status, "watches" in said) == (403, True)
    for use in ("look", "teach", "camera"):
        assert served.asked("POST", f"/photo?as={use}", {"X-Spotter-Key": "watch"})[0] == 403
    assert served.kept() == before


@pytest.mark.parametrize("wish", OF_HIS_MEN)
def test_a_side_has_no_wish_about_the_others_men(served, wish):
    """In whatever words it is told."""
    before = served.kept()

    status, said = served.asked("POST", "/do", {"X-Spotter-Key": "red"}, WISHES[wish])

    assert (status, "commands its own men" in said) == (409, True), said
    assert served.kept() == before


@pytest.mark.parametrize("wish", OF_BOTH)
def test_what_concerns_both_waits_for_the_others_yes(served, wish):
    """One side alone changes nothing of it."""
    before = served.kept()["journal.jsonl"]
    red = {"X-Spotter-Key": "red"}

    status, said = served.asked("POST", "/do", red, WISHES[wish])

    assert (status, "waiting for" in said) == (200, True), said
    assert served.kept()["journal.jsonl"] == before
    asked = json.loads(served.asked("GET", "/game.json", red)[1])["question"]
    taken_back = {"do": "answer", "question": asked["id"], "answer": "no"}
    assert served.asked("POST", "/do", red, taken_back)[0] == 200


def test_an_old_code_lets_nobody_in(tmp_path):
    """A new code makes every key that was given out for the old one worthless."""
    with GameOnSocket(tmp_path).played() as served:
        served.page.keys.renew()
        old = {"code": served.keys["code"], "role": "red", "name": "x"}

        assert served.asked("POST", "/join", None, old)[0] == 403
        for role in (*SIDES, "watch"):
            assert served.asked("GET", "/game.json", {"X-Spotter-Key": role})[0] == 401
