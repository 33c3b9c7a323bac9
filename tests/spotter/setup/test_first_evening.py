"""From nothing to the first ruling on one's own desk: the keys and the minutes it takes."""

import json
import re
import shutil
import subprocess

import pytest

from spotter.cli import main
from spotter.setup.steps.order import STEPS
from tests.spotter.running import module_ended
from tests.spotter.setup.first_evening import (
    DESKS,
    HANDS_S,
    PRESS_S,
    READ_S,
    WAIT_S,
    Hands,
    rendered,
)
from tests.spotter.setup.typed import set_up

COMMAND = "spotter setup"
MOST_PRESSES, MOST_MINUTES = 25, 10
PATIENCE = 60  # questions that a player answers before he walks away


@pytest.fixture(scope="module")
def shots(tmp_path_factory):
    """What the webcam sees on the way, over a desk in whose things the guesses are right."""
    folder = tmp_path_factory.mktemp("evening") / "shots"
    rendered(folder, DESKS[1])
    return folder


def minutes(presses):
    """The player's time: his hands, his eyes, his keys, and waiting for the program."""
    return (sum(HANDS_S.values()) + READ_S * len(STEPS) + PRESS_S * presses + WAIT_S) / 60


class Typing:
    """What the player types at each question of the terminal's way, as he reads it."""

    def __init__(self, hands, capsys):
        self._hands, self._capsys, self.told = hands, capsys, ""

    def lines(self):
        """A line for each question, for as long as his patience lasts."""
        return [self._line] * PATIENCE

    def _line(self):
        said = self._capsys.readouterr().out
        self.told += said
        question = said.splitlines()[-1]
        self._hands.before(question)
        if "another guess" in question:
            offered = re.split(r"\s+\d+ (?=\w)", said)
            return self._hands.correction([one for one in offered if " (or " in one])
        return "later" if question.strip().startswith("ready") else ""


def evening(monkeypatch, capsys, home, shots):
    """A whole evening at the terminal: the keys that were pressed, and what was said.

    The option --camera stands for the webcam that a player plugs in and does not type.
    """
    webcam = home / "webcam"
    webcam.mkdir(parents=True)
    monkeypatch.chdir(home)
    typing = Typing(Hands(webcam, shots), capsys)
    code, player = set_up(monkeypatch, None, webcam, typing.lines())
    typing.told += capsys.readouterr().out
    assert code == 0, typing.told
    return len(COMMAND) + 1 + player.presses - len("later\n"), typing.told


def test_in_the_terminal(tmp_path, shots, monkeypatch, capsys):
    """At most 25 keys, the command included, and ten minutes; then all commands know the table."""
    presses, told = evening(monkeypatch, capsys, tmp_path, shots)

    assert "10 of 10 men and 2 things are seen" in told
    assert "hits on" in told.split("first ruling")[-1]
    assert "OA-SHOOT-" in told.split("first ruling")[-1]
    assert presses <= MOST_PRESSES, told
    assert minutes(presses) <= MOST_MINUTES
    assert main(["ask", "mytable", "R01 sees B01"]) == 0
    assert main(["look", "mytable"]) == 0
    assert main(["play", "mytable", "--no-window", "--pace", "0"]) == 0
    assert "turn 1: " in capsys.readouterr().out


@pytest.mark.slow
def test_on_most_desks(tmp_path, monkeypatch, capsys):
    """Whichever desk it is: on eight of ten that nobody chose, both things and in 25 keys."""
    good = []
    for seed in DESKS:
        rendered(tmp_path / f"shots-{seed}", seed)
        home, shots = tmp_path / f"desk-{seed}", tmp_path / f"shots-{seed}"
        presses, told = evening(monkeypatch, capsys, home, shots)
        good.append(presses <= MOST_PRESSES and " men and 2 things are seen" in told)

    assert sum(good) >= 8, dict(zip(DESKS, good, strict=True))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="no virtual screen (Xvfb) here")
def test_in_a_real_window(tmp_path, shots, monkeypatch):
    """The same under a virtual screen, with the keys that a player presses in the window."""
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        monkeypatch.setenv("DISPLAY", f":{screen.stdout.readline().strip()}")
        monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
        words = (tmp_path / "webcam", shots)
        done = module_ended("tests.spotter.setup.first_evening", *words, cwd=tmp_path)
    finally:
        screen.kill()
        screen.wait()
        screen.stdout.close()

    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    presses = len(COMMAND) + 1 + told["presses"] - len("2\n")
    assert any("hits on" in line for line in told["told"])
    assert presses <= MOST_PRESSES
    assert minutes(presses) <= MOST_MINUTES
