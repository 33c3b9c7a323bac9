"""The log says by which rules: of every throw, attack and move, and of what was overruled."""

import json
from dataclasses import replace
from math import dist

import pytest

from overlay.window.hud import Hud
from rules.book.shelf import NAMES
from rules.game.engine import read_event
from spotter.belief.belief import Belief
from spotter.cli import main
from spotter.game.deeds import LetStand
from spotter.game.journal import Journal, read_journal
from spotter.game.live_game import begun
from spotter.game.log import event_words
from spotter.game.table_game import TableGame
from spotter.live.battle_hud import army_of, battle_hud
from spotter.live.game_desk import with_desk
from spotter.report.battle import battle_of
from spotter.report.page import phase_sections
from spotter.report.telling import Telling
from table.observation import Observation
from tests.rules.game.random_play import played
from tests.spotter.report.a_game import EVENTS, SCENE

DONE = {"fired", "fought", "attacked", "moved"}
WENT = "R02 goes 9.0 in; overruled: further than one move goes: 9 in, 4 in at most (OA-MOVE-11)"
HIT = "R<1> throws 6 and hits B01, needs 3+ (OA-SHOOT-11)"


@pytest.mark.parametrize("name", NAMES)
def test_every_throw_attack_and_move_names_its_rules(name):
    """In random games of each book, but for who only turns on the spot."""
    for seed in range(2):
        for moment in battle_of(played(name, seed, 60).pages.lines, name).moments:
            path = moment.event.get("path") or [[0, 0]]
            stays = moment.word == "moved" and dist(path[0], path[-1]) == 0.0
            if moment.thrown or (moment.word in DONE and not moment.overruled and not stays):
                assert moment.reasons, moment.event


@pytest.fixture
def evening(tmp_path):
    """R02 went 9 inches and the players let it stand; then R<1> hit B01."""
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        live = begun(journal, "omog-advanced", SCENE, ("red", "blue"), {}, began_s=0.0)
        table = TableGame(live, Belief(SCENE))
        man = replace(live.game.soldier("R02"), x=1.0)
        table.see(Observation(SCENE.with_soldiers(man), 1.0))
        assert table.do(LetStand("R02"), 2.0).error is None
        for event in ({"event": "next"}, {"event": "next"}, EVENTS[4]):
            live.happen(read_event(live.book, event), 3.0)
        yield live


@pytest.fixture
def battle(evening, tmp_path):
    """The same evening, told by its journal."""
    assert evening.events == 4
    return battle_of(read_journal(tmp_path / "journal.jsonl"), "journal.jsonl")


def test_the_window_tells_them(evening, battle):
    """What stands against the rules is marked in its log, what does not is not."""
    log = with_desk(Hud(), army_of(battle), evening, evening.game.scene, ()).log

    assert [(line.words, line.tone) for line in log if line.number in {1, 4}] == [
        (WENT, "bad"),
        (HIT, "plain"),
    ]


def test_the_replay_tells_them(battle):
    """As the window did."""
    log = battle_hud(Telling(battle, at=4), army_of(battle), has_pictures=False).log

    assert [(line.words, line.tone) for line in log if line.number in {1, 4}] == [
        (WENT, "bad"),
        (HIT, "plain"),
    ]


def test_the_terminal_tells_them(battle, tmp_path, capsys):
    """In words, and as JSON."""
    assert battle.last is not None
    assert main(["replay", str(tmp_path), "--json"]) == 0
    moved, *_, fired = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert (moved["overruled"], moved["rules"]) == (True, [])
    assert (fired["overruled"], fired["rules"]) == (False, ["OA-SHOOT-11"])


def test_the_report_tells_them(battle):
    """With what each rule says and adds; one line is marked as overruled."""
    html = "".join(phase_sections(battle))

    assert html.count("<li class=overruled>") == 1
    assert f"<li class=overruled>{WENT}" in html
    assert "the rifle&#x27;s number at this range: 3 (OA-SHOOT-11)" in html


def test_a_way_round_is_not_overruled():
    """In older journals such a move says why it stood, and no rule was against it."""
    event = {"event": "moved", "soldier": "R01", "path": [[0, 0], [3, 4]]}

    assert event_words({**event, "overruled": "went round"}, ()) == event_words(event, ())
    assert event_words({**event, "overruled": "by the players"}, ()).endswith(
        "overruled: by the players"
    )


def test_who_stands_where_he_may_not_is_named():
    """Whoever was set down against the rules, in whichever event."""
    entry = {"id": "B07", "x": 1.0, "y": 1.0}

    assert event_words({"event": "seen", "soldiers": [entry], "overruled": "too late"}, ()) == (
        "B07 stands; overruled: too late"
    )
    assert event_words({"event": "seen", "soldiers": [entry]}, ()) == ""
