"""Seconds of this process, told only as ratios beside something a user knows.

Processor seconds and the least of several runs, because a computer has other work too; one
thread, because both sides of a ratio must have the same means.
"""

import time
from collections.abc import Callable, Mapping
from typing import TypeVar

import cv2

from spotter.process import keep_memory

Result = TypeVar("Result")

RUNS = 5


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What the work gives, and its seconds."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def least_s(work: Callable[[], object], runs: int = RUNS) -> float:
    """The least seconds of several runs."""
    return min(timed(work)[1] for _ in range(runs))


def shares(
    plain: Callable[[], object], works: Mapping[str, Callable[[], object]], runs: int = RUNS
) -> dict[str, float]:
    """Each work's least seconds over the plain way's, measured in turns.

    In turns, because a computer that is busy for a while must not be so for one side alone.
    """
    least = dict.fromkeys(("", *works), float("inf"))
    for _ in range(runs):
        for name, work in {"": plain, **works}.items():
            least[name] = min(least[name], timed(work)[1])
    return {name: least[name] / least[""] for name in works}


def on_one_thread() -> None:
    """Let OpenCV use one thread from here on, as the plain decoders do; memory as the program."""
    cv2.setNumThreads(1)
    keep_memory()
