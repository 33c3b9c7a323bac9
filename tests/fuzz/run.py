"""Run fuzz targets for a while; a failure says its seed, so that it can be run again."""

import time
from importlib import import_module
from random import Random

from tests.fuzz.registry import TARGETS

LONGEST_S = 10.0
MODULES = ("file_targets", "saved_targets", "picture_targets", "code_targets", "command_targets")

for module in MODULES:  # importing a module registers its targets
    import_module(f"tests.fuzz.{module}")


def once(name: str, seed: int) -> None:
    """One try; it must end within LONGEST_S of this process's own time."""
    began = time.process_time()
    try:
        TARGETS[name](Random(seed))
    except Exception as problem:
        raise AssertionError(f"{name} failed with seed {seed}: {problem!r}") from problem
    took_s = time.process_time() - began
    assert took_s < LONGEST_S, f"{name} took {took_s:.0f} s with seed {seed}"
