"""Everything that reads what a stranger wrote, registered by decorator so that none is forgotten.

Each target takes a random source, and must come to an end or raise a UserError of one line.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from table.errors import UserError

Target = Callable[[Random], None]
TARGETS: dict[str, Target] = {}
SHORT_TRIES: dict[str, int] = {}  # how often each is tried in the short run


def target(tries: int = 40) -> Callable[[Target], Target]:
    """Register what is to be fuzzed."""

    def registered(function: Target) -> Target:
        assert function.__name__ not in TARGETS, function.__name__
        TARGETS[function.__name__] = function
        SHORT_TRIES[function.__name__] = tries
        return function

    return registered


def tried(action: Callable[[], object]) -> None:
    """Do it; a UserError must be one clear line."""
    try:
        action()
    except UserError as problem:
        refuse_muddle(str(problem))


def refuse_muddle(sentence: str) -> None:
    """Fail on a complaint that is not one short line of printable words."""
    assert sentence.strip(), "an empty complaint"
    assert "\n" not in sentence, sentence
    assert len(sentence) < 1000, sentence[:200]


def tried_file(data: bytes, read: Callable[[Path], object], name: str) -> None:
    """Read a file of that name and content."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        tried(lambda: read(path))
