"""Why an answer is what it is: the rules that bit.

`Reason.value` is what the rule adds to the side of whoever throws: positive helps him. Rows
that set a number outright (a weapon's line, a ground's limit) carry that number.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule that changed the result, in our words; `value` is None where it is no number."""

    rule: str
    why: str
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """A rule that forbids what was asked."""

    rule: str
    why: str


def total(reasons: Iterable[Reason]) -> float:
    """The sum of what the reasons add."""
    return sum(reason.value for reason in reasons if reason.value is not None)
