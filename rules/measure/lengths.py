"""Comparing lengths: the one place that knows how much slack a comparison has.

The slack goes to the side of "counts", "in", "nearer" and "allowed"; a strict limit ("closer
than", "more than") is passed only by more than the slack. All lengths are table inches.
"""

from math import hypot
from typing import Protocol

HAIR_IN = 1e-6
CONTACT_GAP_IN = 0.25  # rims this close touch, in every rulebook


class HasPlace(Protocol):
    """Anything with a place on the table."""

    @property
    def x(self) -> float: ...  # noqa: D102
    @property
    def y(self) -> float: ...  # noqa: D102


class Based(HasPlace, Protocol):
    """Anything with a round base."""

    @property
    def radius(self) -> float: ...  # noqa: D102


def within(length_in: float, limit_in: float) -> bool:
    """At most the limit.

    >>> within(6.0000005, 6.0), within(6.00001, 6.0)
    (True, False)
    """
    return length_in <= limit_in + HAIR_IN


def at_least(length_in: float, limit_in: float) -> bool:
    """The limit or more."""
    return length_in >= limit_in - HAIR_IN


def beyond(length_in: float, limit_in: float) -> bool:
    """Strictly more than the limit."""
    return length_in > limit_in + HAIR_IN


def closer(length_in: float, limit_in: float) -> bool:
    """Strictly less than the limit.

    >>> closer(4.0, 4.0), closer(3.999, 4.0)
    (False, True)
    """
    return length_in < limit_in - HAIR_IN


def apart_in(one: HasPlace, other: HasPlace) -> float:
    """The distance in plan from centre to centre."""
    return hypot(other.x - one.x, other.y - one.y)


def gap_in(one: Based, other: Based) -> float:
    """The gap between two rims, below 0 where the bases overlap."""
    return apart_in(one, other) - one.radius - other.radius


def in_contact(one: Based, other: Based) -> bool:
    """Close enough to fight hand to hand."""
    return within(gap_in(one, other), CONTACT_GAP_IN)
