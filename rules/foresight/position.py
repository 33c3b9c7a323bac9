"""Where a whole side would best stand: the exchange of blows that all its men's places lead to.

Each man has places to choose from, the first of them where he stands. Enemies are where they are,
or have come nearer, if they move before anybody strikes: these are the `cases` of every array.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from table.places import Floats


@dataclass(frozen=True, slots=True)
class PositionWeights:
    """How much the parts of a position count, for one strength of play.

    `danger` for an own loss beside an enemy's, `press` for every inch nearer to where he wants to
    be, `coming` for the case that enemies come nearer.
    """

    danger: float
    press: float
    coming: float = 0.5


@dataclass(frozen=True, slots=True)
class Exchange:
    """How blows fall: whether the side strikes before its enemies, and they before it.

    `joint`: whether it is counted what comrades strike, and at whom enemies rather strike.
    `still`: whether who stays where he is strikes before those who moved.
    """

    first: bool = False
    last: bool = False
    joint: bool = True
    still: bool = False


@dataclass(frozen=True, eq=False)
class Choices:
    """One man's places: chances to strike and to be struck (cases, places, enemies).

    `far_in` is how far each place is from where he wants to be.
    """

    man: str
    xy: Floats
    strikes: Floats
    dangers: Floats
    far_in: Floats

    def only(self, place: int) -> "Choices":
        """The man where he has no choice any more."""
        here = slice(place, place + 1)
        return Choices(
            self.man, self.xy[here], self.strikes[:, here], self.dangers[:, here], self.far_in[here]
        )


@dataclass(frozen=True, eq=False)
class SideChoices:
    """All men of a side with their choices, and how much each case counts (sums to 1).

    `own` and `theirs` are what a man of the side and each enemy is worth.
    """

    men: Sequence[Choices]
    cases: Floats
    weights: PositionWeights
    exchange: Exchange
    own: Sequence[float]
    theirs: Floats

    def values(self, number: int, picked: Sequence[int]) -> Floats:
        """What each place of one man is worth, his comrades where they were picked to stand."""
        man = self.men[number]
        others = self._others(number, picked)
        taken, drawn = self._taken(others), self._drawn(others)
        fresh = man.strikes * (1.0 - taken[:, None, :])
        losses = np.maximum(self.own[number] * man.dangers, drawn[:, None, :])
        if self.exchange.first:
            losses = losses * (1.0 - taken[:, None, :]) * (1.0 - _best_alone(fresh))
        elif self.exchange.still:
            losses[:, :1] *= 1.0 - _best_alone(fresh)[:, :1]
        lost = (losses - drawn[:, None, :] * (1.0 - taken[:, None, :] * self.exchange.first)).sum(2)
        gain = (fresh * self.theirs).max(axis=2, initial=0.0)
        if self.exchange.last:
            gain = gain * (1.0 - np.clip(lost, 0.0, 1.0))
        worth = self.cases @ (gain - self.weights.danger * lost)
        total: Floats = worth - self.weights.press * man.far_in
        return total

    def total(self, picked: Sequence[int]) -> float:
        """What all places together are worth."""
        worth = 0.0
        for number, place in enumerate(picked):
            before = replace(self, men=self.men[: number + 1])
            worth += float(before.values(number, picked[: number + 1])[place])
        return worth

    def _others(self, number: int, picked: Sequence[int]) -> list[tuple[int, int]]:
        """All others with their places."""
        return [one for one in enumerate(picked) if one[0] != number and self.exchange.joint]

    def _taken(self, others: Sequence[tuple[int, int]]) -> Floats:
        """How surely others fell each enemy (cases, enemies), each striking where it tells most."""
        missed = np.ones((len(self.cases), len(self.theirs)))
        rows = np.arange(len(missed))
        for number, place in others if len(self.theirs) else ():
            strikes = self.men[number].strikes[:, place]
            target = (strikes * missed * self.theirs).argmax(axis=1)
            missed[rows, target] *= 1.0 - strikes[rows, target]
        return 1.0 - missed

    def _drawn(self, others: Sequence[tuple[int, int]]) -> Floats:
        """What each enemy takes of the others at best (cases, enemies): he strikes one man."""
        best = np.zeros((len(self.cases), len(self.theirs)))
        for number, place in others:
            best = np.maximum(best, self.own[number] * self.men[number].dangers[:, place])
        return best


def _best_alone(strikes: Floats) -> Floats:
    """Strikes at each man's best target; 0 at all others."""
    if not strikes.shape[2]:
        return strikes
    alone = np.zeros_like(strikes)
    target = strikes.argmax(axis=2)[..., None]
    np.put_along_axis(alone, target, np.take_along_axis(strikes, target, axis=2), axis=2)
    return alone


def best_places(side: SideChoices, rounds: int = 4) -> list[int]:
    """Everybody's place: the best for each while the others keep theirs, from several starts."""
    starts = [[0] * len(side.men), [_boldest(man) for man in side.men]]
    found = [_settled(side, start, rounds) for start in starts]
    return max(found, key=side.total) if side.exchange.joint else found[0]


def _boldest(man: Choices) -> int:
    """Where he strikes best whatever it costs."""
    return int(man.strikes.max(axis=2, initial=0.0).sum(axis=0).argmax())


def _settled(side: SideChoices, start: Sequence[int], rounds: int) -> list[int]:
    picked = list(start)
    for _ in range(rounds):
        before = list(picked)
        for number in range(len(side.men)):
            picked[number] = int(side.values(number, picked).argmax())
        if picked == before:
            break
    return picked
