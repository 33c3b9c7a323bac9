"""What ground is to a mover of COMBAT: the row of his rate there, how far he gets, what bars him.

A mover is a man on foot, a vehicle or a boat; each says what footing a set of things gives him.
"""

from dataclasses import dataclass
from typing import Protocol

from rules.measure.cover import is_chest_high
from rules.measure.field import Field
from rules.measure.ground import Ground, GroundOf

WATER = frozenset({"deep-water", "shallow-water"})


@dataclass(frozen=True, slots=True)
class Footing:
    """The row of a rate, how many table inches a turn goes at it, and the row that forbids it.

    Ground that may not be entered still has a rate, so that a path over it has a length in moves.
    """

    rule: str
    limit_in: float
    barred_by: str | None = None


class Mover(Protocol):
    """Whoever moves."""

    def footing(self, over: frozenset[int]) -> Footing:
        """What the inside of these things, by number, is to him."""


def ground_of(mover: Mover) -> GroundOf:
    """The same for `reach`."""

    def ground(over: frozenset[int]) -> Ground:
        here = mover.footing(over)
        barred = here.barred_by is not None or here.limit_in <= 0.0
        return Ground(here.rule, None if barred else here.limit_in)

    return ground


def words_over(field: Field, over: frozenset[int]) -> frozenset[str]:
    """What these things mean; a bridge takes away the water under it."""
    words = frozenset(field.words[i] for i in over)
    return words - WATER if "bridge" in words else words


def chest_high_walls(field: Field, over: frozenset[int]) -> frozenset[int]:
    """The walls among these things that cannot be stepped over."""
    return frozenset(
        i for i in over if field.words[i] == "wall" and is_chest_high(field.thing(i).height)
    )
