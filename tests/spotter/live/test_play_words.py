"""`spotter play` without a screen, on a folder of pictures as a player gives it."""

import json
from dataclasses import replace

import pytest

from spotter.cli import main
from spotter.game.journal import read_journal
from tests.spotter.plain_desk import DESK_AT_FIRST, write_pictures, write_setup


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The players' folder: `evening` has pictures of a game and the empty table's beside them."""
    monkeypatch.chdir(tmp_path)
    evening = tmp_path / "evening"
    evening.mkdir()
    write_setup(evening)
    write_pictures(evening, [replace(DESK_AT_FIRST, men={}), DESK_AT_FIRST])
    (evening / "frame_000.jpg").rename(evening / "empty.jpg")
    return tmp_path


def played(*words):
    """The exit code of a game in words."""
    how = ["--camera", "evening", "--pace", "0", "--no-window"]
    return main(["play", *how, *map(str, words)])


def test_the_empty_table_is_no_picture_of_the_game(folder, capsys):
    """The game begins on the first picture with men, by the files that lie beside it."""
    (folder / "table.toml").write_text("[table]\nwidth = 90.0\nheight = 90.0\n")

    assert played("--rules", "omog-advanced") == 0

    begin = read_journal(folder / "game" / "journal.jsonl")[0]
    assert len(begin["scene"]["soldiers"]) == len(DESK_AT_FIRST.men)
    assert capsys.readouterr().out == "frame_001.jpg: turn 1: first to move, red, 120 seconds\n"


def test_nobody_of_the_army_is_seen(folder, capsys):
    """With another game's army no game begins, and the tags that were read are named."""
    army = (folder / "evening" / "army.toml").read_text()
    (folder / "other.toml").write_text(army.replace("R0", "X0").replace("B0", "Y0"))

    assert played("--rules", "omog-advanced", "--army", "other.toml") == 2

    line = "the pictures show no soldier of army.toml; in no army: B01, B02, B03, R01, R02, R03"
    assert line in capsys.readouterr().err


def test_no_game_to_go_on_with(capsys):
    """Who mistypes the folder of his game is told that a new one begins."""
    assert played("--rules", "omog-advanced", "--resume", "--game", "gmae") == 0

    assert "journal.jsonl: no game is there; a new one begins" in capsys.readouterr().out


def test_a_game_goes_on_by_what_it_began_with(capsys):
    """Another rulebook or other terms named when it goes on are said to count for nothing."""
    assert played("--rules", "omog-advanced") == 0
    assert played("--rules", "lgam", "--turns", 3, "--resume") == 0

    told = capsys.readouterr().out.splitlines()
    assert "--rules: the game goes on under omog-advanced, as it began" in told
    assert "--agreed, --turns: what was agreed when the game began stays" in told


def test_play_goes_on_where_the_last_game_stopped(folder, capsys):
    """Without a flag: the game that is not over goes on, and how to begin another is said."""
    assert played("--rules", "omog-advanced") == 0
    assert played("--rules", "omog-advanced") == 0

    told = capsys.readouterr().out
    assert "it goes on (--new begins another)" in told
    assert "the game goes on after" in told
    assert not (folder / "game-2").exists()


def test_new_begins_a_game_beside_the_others(folder, capsys):
    """And so does the name of another rulebook; the list shows all."""
    assert played("--rules", "omog-advanced") == 0
    assert played("--rules", "omog-advanced", "--new") == 0
    assert played("--rules", "lgam") == 0
    assert played("--games") == 0

    assert all((folder / name / "journal.jsonl").exists() for name in ("game", "game-2", "game-3"))
    lines = capsys.readouterr().out.splitlines()[-3:]
    assert [line.split()[1] for line in lines] == ["game-3:", "game-2:", "game:"]
    assert all("turn 1" in line for line in lines)


def test_of_several_games_the_terminal_asks_which(capsys, monkeypatch):
    """The list is printed; a number, or after a mistyped name the right one, chooses."""
    assert played("--rules", "omog-advanced") == 0
    assert played("--rules", "omog-advanced", "--new") == 0
    answers = iter(["gmae", "game"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: next(answers))

    assert played() == 0

    told = capsys.readouterr().out
    assert "  1  game-2: " in told
    assert "gmae: no such game" in told
    assert "game: " in told.splitlines()[-2]


def test_a_named_game_goes_on_and_new_never_overwrites(capsys):
    """--game names a game; with --new a folder that holds one is refused."""
    assert played("--rules", "omog-advanced", "--game", "friday") == 0
    assert played("--game", "friday") == 0
    assert played("--rules", "omog-advanced", "--game", "friday", "--new") == 2

    assert "a game is there already" in capsys.readouterr().err


def test_pictures_are_kept_in_the_games_folder(folder):
    """--record alone keeps them where the journal is."""
    assert played("--rules", "omog-advanced", "--record") == 0

    kept = {path.name for path in (folder / "game").iterdir()}
    assert {"journal.jsonl", "000001.jpg", "000001.json", "army.toml"} <= kept


def test_a_lens_named_as_the_camera_is_the_lens(folder, capsys):
    """What was once the lens's only name goes on to be one, whatever else is named."""
    (folder / "camera.yaml").write_text("image_width: 3")
    how = ["--rules", "lgam", "--no-window", "--camera", "camera.yaml"]

    assert main(["play", "evening", *how]) == 2

    assert "spotter: camera.yaml: " in capsys.readouterr().err


def test_what_was_agreed_cannot_be(folder, capsys):
    """A term no game can keep ends the program in one line before it begins."""
    (folder / "agreed.json").write_text('{"turn": 6}')

    assert played("--rules", "omog-advanced", "--agreed", "agreed.json") == 2
    assert played("--rules", "lgam", "--turns", 6) == 2

    one, other = capsys.readouterr().err.splitlines()
    assert one == "spotter: agreed.json: the file has 'turn'; did you mean 'turns'?"
    assert other.startswith("spotter: --turns: lgam has no 'turns'; its terms are")


def test_what_was_bought_is_mistyped(folder, capsys):
    """What the rulebook cannot read of a man ends the program in one line before it begins."""
    (folder / "agreed.json").write_text(json.dumps({"state": {"R01": {"mods": ["teleprt"]}}}))

    assert played("--rules", "omniwar", "--agreed", "agreed.json") == 2

    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("spotter: agreed.json: state.R01: R01.state.mods[0] is teleprt; it is")
