"""What the books share to sort many shots into kinds: all of a kind get the same answer.

A kind is told by a row of whole numbers, one for each fact that a rule may ask for: where between
limits a distance lies, how much is seen, what stands between. Sorting too finely costs time, never
a wrong answer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.book.book import Book
from rules.book.question import Question
from rules.measure.lengths import HAIR_IN
from rules.measure.meetings import Meetings
from rules.measure.ragged import Flags, Ints
from table.directions import bearings_deg
from table.places import Floats
from table.scene import Scene, Soldier

Kinds = Sequence[Ints | Flags]


@dataclass(frozen=True, eq=False)
class TwoMenQuestion:
    """A question about two men, one of whom is moved about: the shooter's places are first."""

    book: Book
    question: Question
    meetings: Meetings
    shooter: Soldier
    target: Soldier
    shooter_moves: bool

    @property
    def scene(self) -> Scene:
        """The scene in which neither is moved."""
        return self.question.scene

    @property
    def others(self) -> tuple[Soldier, ...]:
        """Everybody else."""
        two = {self.shooter.id, self.target.id}
        return tuple(man for man in self.scene.soldiers if man.id not in two)

    def moved(self, row: int, column: int) -> Soldier:
        """The one who is moved about, as he stands at one of his places."""
        places, number = (
            (self.meetings.first, row) if self.shooter_moves else (self.meetings.second, column)
        )
        x, y = places.xy[number].tolist()
        man = self.shooter if self.shooter_moves else self.target
        return replace(man, x=x, y=y, elevation=0.0, on=None)


def between(values: Floats, limits: Iterable[float], slack: float = HAIR_IN) -> Ints:
    """Between which of the limits each value lies; what is on one, by a hair, is by itself.

    >>> between(np.array([1.0, 3.0, 5.0]), [3.0]).tolist()
    [0, 1, 2]
    """
    cuts = sorted({limit + side for limit in limits for side in (-slack, slack)})
    return np.asarray(np.searchsorted(np.array(cuts), values))


def seen(exposure: Floats, limits: Iterable[float] = ()) -> Ints:
    """Whether nothing, part or all is seen, and between which limits the part lies."""
    parts = (exposure > 0.0).astype(np.intp) + (exposure >= 1.0)
    return np.asarray(parts + 3 * between(exposure, limits))


def only_where(asked: Flags, kinds: Kinds) -> Kinds:
    """The kinds of these pairs; all the others are of one."""
    return [asked, *(fact * asked for fact in kinds)]


def company(pairing: TwoMenQuestion, men: Sequence[Soldier], limits: Sequence[float]) -> Kinds:
    """How near each of these men is to each place of the shooter."""
    if not men or not limits:
        return []
    rows = between(_to_men_in(pairing, men), limits)
    return [rows[:, number, None] for number in range(len(men))]


def any_near(pairing: TwoMenQuestion, men: Sequence[Soldier], near_in: float) -> Flags:
    """Whether one of these men is near to each place of the shooter."""
    if not men:
        return np.zeros((len(pairing.meetings.first), 1), dtype=bool)
    return np.asarray((_to_men_in(pairing, men) <= near_in + HAIR_IN).any(axis=1))[:, None]


def _to_men_in(pairing: TwoMenQuestion, men: Sequence[Soldier]) -> Floats:
    at = np.array([(man.x, man.y) for man in men])
    dx, dy = (at[:, i] - pairing.meetings.first.xy[:, i, None] for i in (0, 1))
    return np.asarray(np.sqrt(dx * dx + dy * dy))


def off_deg(pairing: TwoMenQuestion, facing_deg: float) -> Floats:
    """How far from a direction the target lies, 0 to 180."""
    here, there = pairing.meetings.first.xy[:, None], pairing.meetings.second.xy[None]
    apart = (bearings_deg(here, there) - facing_deg + 180.0) % 360.0 - 180.0
    return np.asarray(np.abs(apart))
