"""Reading a soldier's `state`: each value checked, each mistake one clear sentence.

Keys that a book does not know are left alone: they may belong to another book.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.question import (
    ABSURD_IN,
    QuestionError,
    number,
    one_of,
    shown,
    whole_number,
    yes_or_no,
)
from table.scene import Soldier

MANY = 1000


@dataclass(frozen=True, slots=True)
class State:
    """What the game keeps of one soldier; a key that is absent or null has its default."""

    soldier: Soldier

    def value(self, key: str) -> Any:
        """The value as it stands in the scene, None when there is none."""
        return self.soldier.state.get(key)

    def flag(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        value = self.value(key)
        return default if value is None else yes_or_no(value, self._name(key))

    def word(self, key: str, choices: Iterable[str], default: str) -> str:
        """One of a closed set of words."""
        value = self.value(key)
        return default if value is None else one_of(value, self._name(key), choices)

    def count(self, key: str, default: int = 0) -> int:
        """A whole number from 0."""
        value = self.value(key)
        return default if value is None else whole_number(value, self._name(key), 0, MANY)

    def amount(self, key: str) -> float | None:
        """A number from 0, None when there is none."""
        value = self.value(key)
        return None if value is None else number(value, self._name(key), 0.0, ABSURD_IN)

    def words(self, key: str, choices: Iterable[str]) -> tuple[str, ...]:
        """A list of words of a closed set, () when there is none."""
        value = self.value(key)
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            raise QuestionError(f"{self._name(key)} is {shown(value)}; give a list of words")
        choices = tuple(choices)
        return tuple(
            one_of(entry, f"{self._name(key)}[{i}]", choices) for i, entry in enumerate(value)
        )

    def table(self, key: str) -> Mapping[str, Any]:
        """Named values, {} when there are none."""
        value = self.value(key)
        if value is not None and not isinstance(value, Mapping):
            raise QuestionError(f"{self._name(key)} is {shown(value)}; give an object")
        return {} if value is None else value

    def text(self, key: str) -> str | None:
        """A word of any kind, such as an id; None when there is none."""
        value = self.value(key)
        if value is not None and not isinstance(value, str):
            raise QuestionError(f"{self._name(key)} is {shown(value)}; give a name or null")
        return value

    def _name(self, key: str) -> str:
        return f"{self.soldier.id}.state.{key}"
