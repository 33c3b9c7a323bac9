"""Seconds of this process, told only as ratios beside something a user knows."""

import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What the work gives, and its seconds."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start
