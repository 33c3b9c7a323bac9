"""The games of a table: found where they lie, told how they stand, chosen by number or name."""

import os
from pathlib import Path

import pytest

from rules.game.engine import read_event
from spotter.cli import main
from spotter.game.journal import Journal
from spotter.game.kept_games import game_meant, games_in, journal_in, named_game, new_folder
from spotter.game.live_game import begun
from table.errors import UserError
from table.scene import Scene, Soldier
from tests.spotter.plain_desk import write_setup


def a_game(folder, rules="omog-advanced", events=(), at_s=1_700_000_000):
    """A journal in a folder, last written to at a time."""
    men = (
        Soldier("R01", "red", 5.0, 5.0, ("rifle",)),
        Soldier("B01", "blue", 20.0, 5.0, ("rifle",)),
    )
    with Journal(folder / "journal.jsonl", print) as journal:
        live = begun(journal, rules, Scene(36.0, 24.0, soldiers=men), ("red", "blue"), {})
        for event in events:
            live.happen(read_event(live.book, event), 1.0)
    os.utime(folder / "journal.jsonl", (at_s, at_s))


def test_games_are_listed_the_one_played_last_first(tmp_path):
    """Date, book, turn and losses of each; folders without a game are none."""
    a_game(tmp_path / "game")
    a_game(tmp_path / "evening", "lgam", ({"event": "next"},), at_s=1_700_090_000)
    (tmp_path / "faults").mkdir()
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "journal.jsonl").touch()

    games = games_in(tmp_path)

    assert [game.name for game in games] == ["evening", "game"]
    assert "2023" in games[0].about
    assert "turn 1, " in games[0].about
    assert "red lost 0, blue lost 0" in games[1].about
    assert games[0].rules == "lgam"
    assert not games[0].over


def test_a_game_in_the_tables_own_folder_counts(tmp_path):
    """Old evenings were kept wherever --game . was said."""
    a_game(tmp_path)

    assert [game.folder for game in games_in(tmp_path)] == [tmp_path]


def test_a_journal_that_cannot_be_read_is_said(tmp_path):
    """It stands in the list with what is wrong; the others are told as ever."""
    a_game(tmp_path / "game")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "journal.jsonl").write_text('{"begin": 7}\n')

    told = {game.name: game.trouble for game in games_in(tmp_path)}

    assert told["game"] is None
    assert "does not begin like a game" in told["old"]


def test_a_new_game_has_a_folder_of_its_own(tmp_path):
    """Nothing is written into a folder where a game was begun."""
    assert new_folder(tmp_path) == tmp_path / "game"
    a_game(tmp_path / "game")
    assert new_folder(tmp_path) == tmp_path / "game-2"


def test_a_game_is_named_by_its_folder_or_among_the_tables(tmp_path, monkeypatch):
    """A bare name means the table's game where there is one, else a folder here."""
    monkeypatch.chdir(tmp_path)
    a_game(tmp_path / "desk" / "game-2")
    desk = Path("desk")
    assert named_game(desk, Path("game-2")) == desk / "game-2"
    assert named_game(desk, Path("other")) == Path("other")
    assert named_game(desk, Path("desk/game-2")) == Path("desk/game-2")


def test_a_game_is_chosen_by_number_or_name(tmp_path):
    """Anything else is refused in words; new, or nothing, is a new one."""
    a_game(tmp_path / "game")
    a_game(tmp_path / "game-2", at_s=1_700_090_000)
    games = games_in(tmp_path)

    assert game_meant(games, "2").name == "game"
    assert game_meant(games, " game-2 ").name == "game-2"
    assert game_meant(games, "new") is None
    for wrong in ("3", "gmae"):
        with pytest.raises(UserError, match="no such game"):
            game_meant(games, wrong)


def test_listing_writes_nothing(tmp_path):
    """A journal that is only looked at stays byte for byte the same."""
    a_game(tmp_path / "game")
    before = (tmp_path / "game" / "journal.jsonl").read_bytes()

    games_in(tmp_path)

    assert (tmp_path / "game" / "journal.jsonl").read_bytes() == before


def test_a_table_means_its_game_played_last(tmp_path, capsys):
    """Report and replay of a table's folder tell of that one."""
    write_setup(tmp_path)
    a_game(tmp_path / "game")
    a_game(tmp_path / "game-2", "lgam", ({"event": "next"},), at_s=1_700_090_000)

    assert journal_in(tmp_path) == tmp_path / "game-2" / "journal.jsonl"
    assert journal_in(tmp_path / "game") == tmp_path / "game" / "journal.jsonl"
    assert main(["replay", str(tmp_path), "--no-window"]) == 0
    assert "turn 1: " in capsys.readouterr().out
    with pytest.raises(UserError, match="no such game"):
        journal_in(tmp_path / "nowhere")
