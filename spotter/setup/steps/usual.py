"""What most players take at a step, so that one question can offer it for several steps."""

from collections.abc import Callable
from dataclasses import dataclass

from spotter.setup.table_setup import TableSetup


@dataclass(frozen=True, slots=True)
class Usual:
    """What stands there or most players take, in words, and taking it without a question."""

    words: Callable[[TableSetup], str]
    take: Callable[[TableSetup], None]
    at_once: bool = True  # whether it can be changed before anything is printed
