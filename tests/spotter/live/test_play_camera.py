"""The real program with a camera that fails: it is said, the game stays up and goes on."""

import json

import pytest

from tests.spotter.faulty_camera import faulty_camera
from tests.spotter.plain_desk import DESK_AT_FIRST, write_setup
from tests.spotter.running import running


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


def test_faults_are_said_and_the_game_goes_on(tmp_path):
    """Black, frozen, stalled, gone, other size: each is said, then a move is ruled.

    How soon, by the camera's own time, is held by the tests of its health.
    """
    write_setup(tmp_path)
    desk = DESK_AT_FIRST
    with faulty_camera(desk) as camera, running(*play_arguments(tmp_path, camera.url)) as program:
        program.wait_for("first to move, red")
        for number, faults in enumerate(FAULTS, start=1):
            for fault, words in faults:
                since = len(program.lines)
                camera.fault = fault
                program.wait_for(words, since)
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
