"""One man against another at many places: how far, how high and how well seen, all pairs at once.

Rows are the first one's places, columns the second one's; each fact is the one that a single
question would be told.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from dataclasses import field as kept_field
from functools import cached_property

import numpy as np

from rules.measure.exposures import distances_in, exposures, too_deep
from rules.measure.field import Field
from rules.measure.ragged import Flags
from rules.measure.sight import SightRule
from rules.measure.stands import Stands
from table.places import Floats


@dataclass(frozen=True, eq=False)
class Meetings:
    """The places of two men.

    Where several men meet at the same places, `among` are all their meetings and `part` the rows
    and columns of these two: what takes time is then worked out for all of them together.
    """

    first: Stands
    second: Stands
    among: "Meetings | None" = None
    part: tuple[slice, slice] = (slice(None), slice(None))
    seen: dict[SightRule, Floats] = kept_field(default_factory=dict)  # exposures asked for so far
    kept: dict[Hashable, Flags] = kept_field(default_factory=dict)  # facts asked for so far

    @property
    def field(self) -> Field:
        """Where they meet."""
        return self.first.field

    @property
    def shape(self) -> tuple[int, int]:
        """How many places each has."""
        return len(self.first), len(self.second)

    def distance_in(self) -> Floats:
        """From centre to centre."""
        return distances_in(self.first, self.second)

    def exposure(self, rule: SightRule) -> Floats:
        """How much the first sees of the second."""
        if rule not in self.seen:
            self.seen[rule] = (
                exposures(rule, self.first, self.second)
                if self.among is None
                else self.among.exposure(rule)[self.part]
            )
        return self.seen[rule]

    def together(self, key: Hashable, facts: Callable[["Meetings"], Flags]) -> Flags:
        """Facts of every pair (the last two axes), kept under a key that tells them from others."""
        if self.among is not None:
            return self.among.together(key, facts)[(..., *self.part)]
        if key not in self.kept:
            self.kept[key] = facts(self)
        return self.kept[key]

    def too_deep(self, rule: SightRule) -> Flags:
        """Whether the second is too deep in something to be seen."""
        return too_deep(rule, self.first, self.second)

    def rise_in(self) -> Floats:
        """How much higher the first stands."""
        return np.asarray(self.first.elevation_in[:, None] - self.second.elevation_in)

    @cached_property
    def back(self) -> "Meetings":
        """The same as the second has it: rows are his places."""
        among = None if self.among is None else self.among.back
        return Meetings(self.second, self.first, among, self.part[::-1])

    def row(self, number: int) -> "Meetings":
        """Those of one of the first men."""
        return self.some(slice(number, number + 1), slice(None))

    def column(self, number: int) -> "Meetings":
        """Those of one of the second men."""
        return self.some(slice(None), slice(number, number + 1))

    def some(self, rows: slice, columns: slice) -> "Meetings":
        """Those of some of the first with some of the second; these are nobody's part."""
        assert self.among is None
        return Meetings(self.first.take(rows), self.second.take(columns), self, (rows, columns))
