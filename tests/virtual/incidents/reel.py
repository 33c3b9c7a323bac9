"""Pictures of an incident one after the other, each with what is true of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from table.picture import Picture
from table.places import TablePoint
from tests.virtual.incidents.stage import Man, Stage, noisy


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true: where each man stands (None in a hand or off), who is not in plain view.

    `twice` are ids that lie there twice; `things` is false while things may be covered or moved.
    """

    places: Mapping[str, TablePoint | None]
    hidden: frozenset[str] = frozenset()
    twice: frozenset[str] = frozenset()
    things: bool = True

    def with_man(self, man: str, place: TablePoint | None) -> "Truth":
        """The same with a man somewhere else."""
        return replace(self, places={**self.places, man: place})


@dataclass(frozen=True, eq=False)
class Shot:
    """How one picture is taken, when, and what is true then; `hand` while one is in it."""

    take: Callable[[], Picture]
    at_s: float
    truth: Truth
    hand: bool = False


def truth_of(stage: Stage) -> Truth:
    """What is true of the table at rest."""
    hidden = frozenset(man.id for man in stage.men.values() if not man.is_plain)
    return Truth({man.id: man.place for man in stage.men.values()}, hidden)


@dataclass(slots=True)
class Reel:
    """The camera's clock and noise while an incident is told."""

    stage: Stage
    rng: np.random.Generator
    truth: Truth
    step_s: float = 0.0  # the stage's own, unless it is told otherwise
    at_s: float = 0.0
    shots: list[Shot] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.step_s = self.step_s or self.stage.step_s

    def show(self, picture: Picture, seconds: float, *, hand: bool = False) -> None:
        """The same for some time."""
        self.play(lambda _: picture, seconds, hand=hand)

    def play(
        self, picture_at: Callable[[float], Picture], seconds: float, *, hand: bool = False
    ) -> None:
        """What changes in some time, from 0 to 1."""
        count = max(1, round(seconds / self.step_s))
        for i in range(count):
            share, seed = i / max(count - 1, 1), int(self.rng.integers(1 << 30))
            take = partial(_taken, picture_at, share, seed)
            self.shots.append(Shot(take, self.at_s, self.truth, hand))
            self.at_s += self.step_s

    def rest(self, seconds: float = 1.0) -> None:
        """The table as it was."""
        self.show(self.stage.picture, seconds)

    def cover(self, *men: Man) -> None:
        """These men are in plain view no more."""
        self.truth = replace(self.truth, hidden=self.truth.hidden | {man.id for man in men})

    def cover_all(self) -> None:
        """Nobody and nothing is surely in plain view."""
        self.truth = replace(self.truth, hidden=frozenset(self.stage.men), things=False)

    def uncover(self) -> None:
        """What is true of the table at rest is true again."""
        self.truth = truth_of(self.stage)


def _taken(picture_at: Callable[[float], Picture], share: float, seed: int) -> Picture:
    """One picture with its own noise; all of an incident at once would fill the memory."""
    return noisy(picture_at(share), np.random.default_rng(seed))
