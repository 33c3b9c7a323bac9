"""Yes and no at the terminal, in a game without a window."""

import os
import sys
import time

import pytest

from spotter.live.typed_answers import typed_answer

PATIENCE_S = 10.0


@pytest.fixture
def keyboard(monkeypatch):
    """Types at a terminal that the program reads from."""
    pty = pytest.importorskip("pty")
    desk, program = pty.openpty()
    with os.fdopen(program) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        yield lambda words: os.write(desk, words.encode())
    os.close(desk)


def read_soon():
    """What is read once the terminal has passed it on."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        found = typed_answer()
        if found is not None:
            return found
        time.sleep(0.005)
    return None


@pytest.mark.parametrize(
    ("words", "means"), [("y\n", True), ("No\n", False), ("perhaps\nYES\n", True)]
)
def test_a_yes_or_no_is_read_once(keyboard, words, means):
    """In whatever letters; what is neither is passed over."""
    keyboard(words)

    assert read_soon() is means
    assert typed_answer() is None


def test_nothing_typed_waits_for_nobody(keyboard):
    """Nor does half a line count."""
    assert typed_answer() is None
    keyboard("y")
    assert typed_answer() is None


def test_behind_a_pipe_nothing_is_read(monkeypatch):
    """What stands in a file was not typed as an answer."""
    with open(os.devnull) as nothing:  # noqa: PTH123 - a stream as Python's own
        monkeypatch.setattr(sys, "stdin", nothing)
        assert typed_answer() is None
    monkeypatch.setattr(sys, "stdin", None)
    assert typed_answer() is None
