"""Seconds of this process, told only as ratios beside something a user knows.

Processor seconds on one thread, because both sides of a ratio must have the same means; the same
number of runs on both sides, in turns, because a computer that is busy for a while must not be so
for one side alone; the median and the worst of them, because the least is nobody's.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

import cv2

from spotter.process import all_kept, keep_memory

Result = TypeVar("Result")

RUNS = 5


@dataclass(frozen=True, slots=True)
class Took:
    """How long some runs of the same work took, in seconds."""

    runs: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return median(self.runs)

    @property
    def worst(self) -> float:
        """The longest."""
        return max(self.runs)

    def beside(self, plain: "Took") -> str:
        """The median in medians of a plain way, and the worst in brackets.

        >>> Took((1.0, 2.0, 4.0)).beside(Took((4.0, 5.0, 4.0)))
        '0.5 (1)'
        """
        return f"{self.median / plain.median:.3g} ({self.worst / plain.median:.3g})"

    def ms(self) -> str:
        """The median in milliseconds, and the worst in brackets."""
        return f"{1000 * self.median:.3g} ({1000 * self.worst:.3g})"


def first_number(told: float | str) -> float:
    """The median of what `beside` and `ms` tell."""
    return float(str(told).split()[0])


def worst_number(told: float | str) -> float:
    """The worst of it; the same where there is but one number."""
    return float(str(told).split()[-1].strip("()"))


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What the work gives, and its seconds."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def took(work: Callable[[], object], runs: int = RUNS) -> Took:
    """The seconds of some runs."""
    return Took(tuple(timed(work)[1] for _ in range(runs)))


def in_turns(works: Mapping[str, Callable[[], object]], runs: int = RUNS) -> dict[str, Took]:
    """The seconds of each work, one run of each after the other."""
    rounds = [{name: timed(work)[1] for name, work in works.items()} for _ in range(runs)]
    return {name: Took(tuple(one[name] for one in rounds)) for name in works}


def beside(
    plain: Callable[[], object], works: Mapping[str, Callable[[], object]], runs: int = RUNS
) -> dict[str, str]:
    """Each work beside the plain way, as `Took.beside` tells it."""
    found = in_turns({"": plain, **works}, runs)
    return {name: found[name].beside(found[""]) for name in works}


def together(parts: Sequence[Took]) -> Took:
    """All runs of several works as those of one."""
    return Took(tuple(run for part in parts for run in part.runs))


def on_one_thread() -> None:
    """Let OpenCV use one thread from here on, as the plain decoders do; memory as the program."""
    cv2.setNumThreads(1)
    keep_memory()
    with all_kept():  # what is imported by now
        pass
