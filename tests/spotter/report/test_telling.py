"""A battle told again: every wish of a viewer takes the telling where it should."""

import json

import pytest

from spotter.cli import main
from spotter.report.battle import battle_of
from spotter.report.telling import SPEEDS, Telling, played_on, wished
from spotter.report.told_lines import battle_lines
from tests.spotter.report.a_game import EVENTS, write_game


@pytest.fixture
def game(tmp_path):
    """A game's folder."""
    write_game(tmp_path / "game")
    return tmp_path / "game"


@pytest.fixture
def telling(game):
    lines = [json.loads(line) for line in (game / "journal.jsonl").read_text().splitlines()]
    return Telling(battle_of(lines, "journal"))


def after(telling, *keys):
    for key in keys:
        telling = wished(telling, key)
    return telling


def test_forwards_and_backwards_meet_the_same_moments(telling):
    """Right to the end and left to the beginning pass the same stops."""
    there, back = [telling.at], []
    while not telling.is_over:
        telling = wished(telling, "right")
        there.append(telling.at)
    back = [telling.at]
    while telling.at:
        telling = wished(telling, "left")
        back.append(telling.at)

    assert there == back[::-1]
    assert there == [0, *range(1, len(telling.battle.moments) + 1)]
    assert wished(telling, "left").at == 0


def test_phases_turns_and_a_typed_turn(telling):
    """Each goes to where its part of the game begins."""
    shots = next(n for n, e in enumerate(EVENTS) if e["event"] == "fired")
    assert after(telling, "down", "down").at == shots
    assert after(telling, "down", "right", "up").at == after(telling, "down").at
    last = after(telling, "end")
    turn = last.game.turn
    assert turn == 2
    begins = after(telling, "2", "return")
    assert begins.game.turn == 2
    assert after(begins, "left").game.turn == 1
    assert after(telling, "pagedown").at == begins.at
    assert after(last, "pageup").at == begins.at
    assert after(begins, "pageup").at == 0
    assert after(telling, "9", "9", "return").at == last.at


def test_playing_goes_on_by_itself_and_stops_at_the_end(telling):
    """Space plays, a step by hand stops, and at the end Space begins again."""
    playing = after(telling, "space")
    assert playing.playing
    assert not after(playing, "right").playing
    while playing.playing:
        playing = played_on(playing)
    assert playing.is_over
    again = after(playing, "space")
    assert (again.at, again.playing) == (0, True)


def test_any_speed(telling):
    """Plus and minus go through the speeds and stay at their ends."""
    fast = after(telling, *"+" * 20)
    slow = after(telling, *"-" * 20)
    assert (slow.speed, telling.speed, fast.speed) == (SPEEDS[0], 1.0, SPEEDS[-1])


def test_a_battle_in_words_and_as_json(game, telling, capsys):
    """Without a screen the battle is told in lines, with every die; --json one event a line."""
    assert main(["replay", str(game), "--no-window"]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[:-1] == list(battle_lines(telling.battle))
    assert "turn 1: " in told
    assert "[6]" in told
    assert "R02 goes 2.0 in" in told

    assert main(["replay", str(game), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["event"]["event"] for line in lines] == [
        moment.word for moment in telling.battle.moments
    ]
    hit = next(line for line in lines if line["fallen"])
    assert (hit["dice"][0], hit["fallen"]) == (6, ["B01"])
    assert main(["replay", str(game / "journal.jsonl"), "--json"]) == 0


def test_a_journal_that_tells_nothing_is_said(tmp_path, capsys):
    """One line, exit 2."""
    (tmp_path / "journal.jsonl").write_text('{"begin": 3}\n')

    assert main(["replay", str(tmp_path), "--no-window"]) == 2

    problem = capsys.readouterr().err
    assert "does not begin like a game" in problem
    assert problem.count("\n") == 1
