"""Killed, told to stop, no room, no right to write, two at once, clocks that jump: nothing lost."""

import json
import os
import random
import signal
import time

import pytest

from spotter.game.journal import read_journal
from tests.spotter.plain_desk import DESK_AT_FIRST, write_pictures, write_setup
from tests.spotter.running import NO_SIGNALS, PATIENCE_S, ended_on_full_disk, running, script_ended

QUICK_KILLS, MANY_KILLS = 3, 50
CONFIRMED = "moves"  # what the program says of a move once its line is on the disk


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """R01 is set a little farther in every picture, to and fro: an event each."""
    folder = tmp_path_factory.mktemp("pictures")
    write_setup(folder)
    steps = [4.0, 4.6, 5.2, 5.8, 5.2, 4.6]
    write_pictures(folder, [DESK_AT_FIRST.moved("R01", x, 4.0) for x in steps * 2])
    return folder


def play(folder, game, *more):
    """The arguments of a game over these pictures."""
    files = ["--table", folder / "table.toml", "--army", folder / "army.toml"]
    how = ["--rules", "omog-advanced", "--pace", "0", "--no-window"]
    return ["play", *files, *how, "--camera", folder, "--game", game, *more]


def lines_of(game):
    return read_journal(game / "journal.jsonl")


def killed_again_and_again(pictures, game, kills):
    """Kill the program at random moments; each time it goes on, and what it confirmed is there."""
    chance = random.Random(kills)
    before = []
    for kill in range(kills):
        with running(*play(pictures, game, "--resume")) as program:
            if kill:
                events = sum(1 if "event" in line else -1 for line in before[1:])
                program.wait_for(f"the game goes on after {events} events")
            program.wait_for(CONFIRMED)
            time.sleep(chance.uniform(0.0, 0.6))
            program.process.kill()
            program.process.wait()
            program._reader.join(PATIENCE_S)
            confirmed = sum(CONFIRMED in line for _, line in program.lines)
        after = lines_of(game)
        assert after[: len(before)] == before
        assert len(after) - len(before) >= confirmed
        before = after


def test_killed_at_random_moments_no_confirmed_event_is_lost(pictures, tmp_path):
    """Kill -9 a few times: the game goes on each time with every event it had confirmed."""
    killed_again_and_again(pictures, tmp_path / "game", QUICK_KILLS)


@pytest.mark.slow
def test_killed_fifty_times(pictures, tmp_path):
    """Kill -9 fifty times: still nothing that was confirmed is lost."""
    killed_again_and_again(pictures, tmp_path / "game", MANY_KILLS)


@NO_SIGNALS
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_ends_clean(pictures, tmp_path, number):
    """Ctrl+C or a logout: one line, no traceback, and the journal is whole."""
    with running(*play(pictures, tmp_path / "game")) as program:
        program.wait_for(CONFIRMED)
        program.process.send_signal(number)
        code = program.end()

    assert code == 130
    assert program.said.endswith("spotter: stopped")
    assert "Traceback" not in program.said
    for line in (tmp_path / "game/journal.jsonl").read_text().splitlines():
        json.loads(line)


def test_a_second_program_on_the_same_game_is_told(pictures, tmp_path):
    """One game, one program: the second ends with a sentence, the first plays on."""
    with running(*play(pictures, tmp_path / "game", "--pace", "60")) as first:
        first.wait_for("first to move, red")
        with running(*play(pictures, tmp_path / "game", "--resume")) as second:
            assert second.end() == 2
        assert "another spotter plays this game; close it first" in second.said
        assert first.process.poll() is None


def test_a_full_disk_is_said_and_the_game_stays_up(pictures, tmp_path):
    """What does not fit is said; the program ends in peace and what was confirmed is kept."""
    pytest.importorskip("resource")
    game = tmp_path / "game"
    room = 2600  # the beginning and a few moves
    done = ended_on_full_disk(room, *play(pictures, game))

    assert done.returncode == 0, done.stderr
    assert "what was confirmed so far is safe" in done.stdout
    assert "Traceback" not in done.stderr
    confirmed = sum(CONFIRMED in line for line in done.stdout.splitlines())
    assert len(lines_of(game)) == 1 + confirmed
    assert confirmed >= 1


def test_a_recording_that_finds_no_room_does_not_stop_the_game(pictures, tmp_path):
    """Pictures that cannot be written are said; the journal, which still fits, goes on."""
    pytest.importorskip("resource")
    arguments = play(pictures, tmp_path / "game", "--record", tmp_path / "rec")
    done = ended_on_full_disk(20_000, *arguments)

    assert done.returncode == 0, done.stderr
    assert "cannot be written" in done.stdout
    assert len(lines_of(tmp_path / "rec")) == 12
    assert not list((tmp_path / "rec").glob("*.part"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may write anywhere")
def test_a_folder_that_may_not_be_written(pictures, tmp_path):
    """Said in one line before the camera starts."""
    tmp_path.chmod(0o500)
    with running(*play(pictures, tmp_path / "game")) as program:
        assert program.end() == 2
    assert "cannot be written" in program.said


def test_a_damaged_last_line_is_put_aside_and_the_game_goes_on(pictures, tmp_path):
    """Half a line at the journal's end is said and kept aside; the game resumes before it."""
    game = tmp_path / "game"
    with running(*play(pictures, game)) as program:
        program.wait_for(CONFIRMED)
    whole = lines_of(game)
    with (game / "journal.jsonl").open("ab") as file:
        file.write(b'{"event":{"event":"mov')

    with running(*play(pictures, game, "--resume")) as program:
        program.wait_for("the last line was cut off; it is kept in journal.jsonl.damaged")
        program.wait_for(f"the game goes on after {len(whole) - 1} events")


JUMPING_CLOCK = """
import sys, time
real, jumps = time.time, iter(range(10**9))
time.time = lambda: real() + (-1) ** next(jumps) * 86400 * 365
from spotter.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_clock_that_jumps_a_year_changes_nothing(pictures, tmp_path):
    """Daylight saving, a set clock, a flat battery: the game's own clock never jumps."""
    done = script_ended(JUMPING_CLOCK, *play(pictures, tmp_path / "game"))

    assert done.returncode == 0, done.stderr
    assert "seconds left" not in done.stdout
    assert "time is up" not in done.stdout
    assert len(lines_of(tmp_path / "game")) == 12
