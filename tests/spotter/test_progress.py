"""Waiting is shown where somebody watches, and nowhere else."""

import io
import sys

from spotter.progress import progress, waited_for, waiting


class Terminal(io.StringIO):
    """A standard error that somebody watches."""

    def isatty(self):
        """It is watched."""
        return True


def watched(monkeypatch):
    """What a watcher sees from now on."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    return terminal


def test_what_is_done_is_said_and_taken_away(monkeypatch):
    """While it takes its time it is named; afterwards the line is empty again."""
    seen = watched(monkeypatch)
    with waiting("looking at photo.jpg"):
        during = seen.getvalue()

    assert during == "\rlooking at photo.jpg ..."
    assert seen.getvalue().endswith(f"\r{' ' * len('looking at photo.jpg ...')}\r")


def test_items_are_counted(monkeypatch):
    """A bar grows with each item, also where their number is not known."""
    seen = watched(monkeypatch)
    assert list(progress("ab", "photos", 2)) == ["a", "b"]
    assert list(progress("a", "pictures")) == ["a"]

    assert "] 2/2\n" in seen.getvalue()
    assert "pictures 1\n" in seen.getvalue()


def test_each_is_awaited_with_a_word(monkeypatch):
    """What comes one after the other, each late, is announced before it comes and not after."""
    seen = watched(monkeypatch)
    told = []
    for item in waited_for("ab", "looking"):
        told.append((item, seen.getvalue().count("looking ...")))
        assert seen.getvalue().endswith("\r")

    assert told == [("a", 1), ("b", 2)]


def test_nothing_where_nobody_watches(capsys):
    """A program that reads our output gets answers alone."""
    with waiting("looking"):
        assert list(progress("ab", "photos", 2)) == ["a", "b"]
        assert list(waited_for("ab", "looking")) == ["a", "b"]

    assert capsys.readouterr() == ("", "")
