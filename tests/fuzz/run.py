"""Run fuzz targets for a while; a failure says its seed, so that it can be run again."""

import time
from random import Random

from tests.fuzz.targets import TARGETS

LONGEST_S = 10.0


def once(name: str, seed: int) -> None:
    """One try; it must end within LONGEST_S."""
    began = time.monotonic()
    try:
        TARGETS[name](Random(seed))
    except Exception as problem:
        raise AssertionError(f"{name} failed with seed {seed}: {problem!r}") from problem
    took_s = time.monotonic() - began
    assert took_s < LONGEST_S, f"{name} took {took_s:.0f} s with seed {seed}"
