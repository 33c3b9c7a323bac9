"""The one exception that is a sentence for the player."""

from collections.abc import Callable, Iterable
from typing import Any


class UserError(Exception):
    """One line: where, what is wrong, what to do; only `spotter.cli.main` prints it."""


def listed(words: Iterable[str], order: Callable[[str], Any] | None = None) -> str:
    """Words sorted and comma-separated, shortened when there are many."""
    words = sorted(words, key=order)
    if not words:
        return "none"
    return ", ".join(words[:20]) + (f" and {len(words) - 20} more" if len(words) > 20 else "")
