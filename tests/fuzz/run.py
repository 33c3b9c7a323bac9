"""One try of a fuzz target; a failure says its seed, so that it can be run again."""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from random import Random
from types import FrameType

from tests.fuzz.registry import TARGETS

LONGEST_S = 10.0
MOST_MB = 2000
MODULES = (
    "file_targets",
    "value_targets",
    "saved_targets",
    "story_targets",
    "picture_targets",
    "code_targets",
    "command_targets",
    "folder_targets",
    "word_targets",
)

for module in MODULES:  # importing a module registers its targets
    import_module(f"tests.fuzz.{module}")


class HangError(Exception):
    """The try took too long."""


def once(name: str, seed: int) -> None:
    """One try; it must end within LONGEST_S of this process's own time, in little memory."""
    began, before_mb = time.process_time(), peak_mb()
    try:
        with _alarm():
            TARGETS[name](Random(seed))
    except Exception as problem:
        raise AssertionError(f"{name} failed with seed {seed}: {problem!r}"[:500]) from problem
    took_s = time.process_time() - began
    assert took_s < LONGEST_S, f"{name} took {took_s:.0f} s with seed {seed}"
    assert peak_mb() in (before_mb, min(peak_mb(), MOST_MB)), (
        f"{name} took {peak_mb():.0f} MB with seed {seed}"
    )


@contextmanager
def _alarm() -> Iterator[None]:
    """Ends what would never end by itself."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise HangError(f"no end after {LONGEST_S:.0f} s")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def peak_mb() -> float:
    """The most memory this process has taken so far."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
