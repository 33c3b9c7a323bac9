"""The real program with a camera that fails: said in time, the game stays up and goes on."""

import json
import time

import pytest

from tests.spotter.faulty_camera import faulty_camera
from tests.spotter.plain_desk import DESK_AT_FIRST, write_setup
from tests.spotter.running import running

NOTICED_S = 2.0
BUSY_S = 1.5  # what a machine that runs other tests too may add


def play_arguments(folder, source, *more):
    """A new game without a window."""
    files = ["--table", folder / "table.toml", "--army", folder / "army.toml"]
    rules = ["--rules", "omog-advanced", "--game", folder / "game", "--no-window"]
    return ["play", *files, *rules, "--camera", source, *more]


# A stream changes its size only when it is opened anew; each fault is followed by a good camera.
FAULTS = [
    [("black", "is black")],
    [("frozen", "repeats its last picture")],
    [("stalled", "is gone")],
    [("gone", "is gone"), ("small", "have 640 x 480"), ("gone", "is gone")],
]


def test_faults_are_said_in_time_and_the_game_goes_on(tmp_path):
    """Black, frozen, stalled, gone, other size: said within two seconds, then a move is ruled."""
    write_setup(tmp_path)
    desk = DESK_AT_FIRST
    with faulty_camera(desk) as camera, running(*play_arguments(tmp_path, camera.url)) as program:
        program.wait_for("first to move, red")
        for number, faults in enumerate(FAULTS, start=1):
            for fault, words in faults:
                assert _said_after_s(program, camera, fault, words) < NOTICED_S + BUSY_S, fault
            since = len(program.lines)
            camera.fault = None
            program.wait_for("sees the table again", since)
            desk = desk.moved("R01", 4.0 + 0.5 * number, 4.0)
            camera.desk = desk
            program.wait_for("R01 moves", since)
        assert program.process.poll() is None
    written = [json.loads(line) for line in (tmp_path / "game/journal.jsonl").open()]
    moves = [line["event"] for line in written[1:] if line["event"]["event"] == "moved"]
    assert len(moves) == len(FAULTS)
    assert moves[-1]["path"][-1] == pytest.approx([6.0, 4.0], abs=0.1)


def _said_after_s(program, camera, fault, words) -> float:
    """Seconds from the fault, for a camera found anew from its first picture, to the words."""
    since = len(program.lines)
    began_s, camera.opened_s = time.monotonic(), None
    camera.fault = fault
    said_s = program.wait_for(words, since)
    return said_s - (camera.opened_s or began_s)
