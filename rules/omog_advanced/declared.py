"""What is declared of fire in OMOG Advanced, as typed values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.question import place_of, whole_number, yes_or_no
from table.places import TablePoint

MANY_TURNS = 1000


@dataclass(frozen=True, slots=True)
class FireDeclared:
    """What the players say of a shot beyond who shoots at whom.

    `peekaboo` is where the shooter began the move that surprises his target; `at` is where a
    thing is to be hit; `same_spot_shots` None leaves the count to the game.
    """

    double_ranges: bool = False
    line_of_fire: bool = False
    peekaboo: TablePoint | None = None
    at: TablePoint | None = None
    same_spot_shots: int | None = None

    @property
    def is_free(self) -> bool:
        """Whether the shot is not his one shot of the turn."""
        return self.line_of_fire or self.peekaboo is not None


def fire_declared(declare: Mapping[str, Any]) -> FireDeclared:
    """The declarations of a shot; QuestionError where one of them cannot be read."""
    spots = declare.get("same_spot_shots")
    return FireDeclared(
        double_ranges=_said(declare, "double_ranges"),
        line_of_fire=_said(declare, "line_of_fire"),
        peekaboo=_place(declare, "peekaboo"),
        at=_place(declare, "at"),
        same_spot_shots=(
            None if spots is None else whole_number(spots, "same_spot_shots", 0, MANY_TURNS)
        ),
    )


def _said(declare: Mapping[str, Any], key: str) -> bool:
    value = declare.get(key)
    return value is not None and yes_or_no(value, key)


def _place(declare: Mapping[str, Any], key: str) -> TablePoint | None:
    value = declare.get(key)
    return None if value is None else place_of(value, key)
