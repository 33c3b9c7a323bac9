"""Answers kept for the next question, so many and no more."""

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


class Memory(Generic[Key, Result]):
    """Answers by what they depend on; who asks beyond `most` of them begins anew.

    A table that lies for hours under a camera is asked about ever new places. Several threads may
    use it: what one of them forgets, another that has found it still has.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[Key, Result] = {}

    def get(self, key: Key) -> Result | None:
        """What is known of that, None where it is nothing."""
        return self._known.get(key)

    def keep(self, new: Mapping[Key, Result]) -> None:
        """Know these from now on."""
        if len(self._known) + len(new) > self._most:
            self._known = {}
        self._known.update(new)
