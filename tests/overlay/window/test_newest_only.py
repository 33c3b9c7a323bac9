"""The worker for the newest wish: nothing waits, nothing old wins, nothing is made twice."""

from threading import Event

import pytest

from overlay.window.newest_only import NewestOnly

PATIENCE_S = 60.0  # only how long a failure takes


@pytest.fixture
def worker():
    made = NewestOnly()
    yield made
    made.close()


def test_steps_come_one_after_the_other(worker):
    """What is quick is there while the rest is still made."""
    first, go = Event(), Event()

    def quick():
        first.set()
        return "quick"

    def whole():
        assert go.wait(PATIENCE_S)
        return "whole"

    assert worker.want("a", quick, whole) is None
    assert first.wait(PATIENCE_S)
    while worker.want("a", quick, whole) is None:
        pass
    assert worker.want("a", quick, whole) == "quick"
    go.set()
    assert worker.waited_for("a", quick, whole) == "whole"


def test_an_overtaken_wish_is_dropped_between_its_steps(worker):
    """A newer wish is made before the rest of an older one, which is never made."""
    begun, go, late = Event(), Event(), []

    def slow():
        begun.set()
        assert go.wait(PATIENCE_S)
        return "slow"

    worker.want("old", slow, lambda: late.append("old") or "old")
    assert begun.wait(PATIENCE_S)
    worker.want("new", lambda: "new")
    go.set()

    assert worker.waited_for("new", lambda: "new") == "new"
    assert late == []


def test_the_same_wish_is_made_once(worker):
    """Who asks again with every picture makes nothing anew."""
    count = []
    for _ in range(5):
        worker.waited_for("a", lambda: count.append(1) or "a")

    assert len(count) == 1


def test_what_breaks_is_raised_where_it_is_wanted(worker):
    """A rulebook that stumbles is heard of, and the worker goes on."""

    def broken():
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        worker.waited_for("a", broken)
    assert worker.waited_for("b", lambda: "b") == "b"
