"""Seconds of this process, told only as ratios beside something a user knows.

Processor seconds and the least of several runs, because a computer has other work too; one
thread, because both sides of a ratio must have the same means.
"""

import time
from collections.abc import Callable
from typing import TypeVar

import cv2

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


def on_one_thread() -> None:
    """Let OpenCV use one thread from here on, as the plain decoders do."""
    cv2.setNumThreads(1)
