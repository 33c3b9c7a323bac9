"""What the demo leaves the player with."""

import io
import shlex
import sys

import pytest

from spotter.cli import main
from spotter.commands.demo import next_commands
from tests.spotter.running import ROOT


def test_it_names_three_commands(monkeypatch):
    """No fewer and no more, each of this program."""
    monkeypatch.chdir(ROOT)

    assert len(next_commands()) == 3
    assert all(line.startswith("  spotter ") for line in next_commands())


@pytest.mark.parametrize("number", range(3))
def test_each_of_them_works_as_it_stands(number, monkeypatch, tmp_path, capsys):
    """What is shown can be typed, in whatever folder it was shown."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    words = shlex.split(next_commands()[number])[1:]

    assert main([*words, "--no-window"] if words[0] == "setup" else words) == 0
    told = capsys.readouterr().out
    assert ["hits on", "weapons", "camera"][number] in told
