"""Where a whole side would best stand: the exchange of blows that all its men's places lead to.

Each man has places to choose from, the first of them where he stands. Enemies are where they are,
or have come nearer, if they move before anybody strikes: these are the `cases` of every array.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from table.places import Floats

_ROUNDS = 4  # in which everybody may choose again


@dataclass(frozen=True, slots=True)
class PositionWeights:
    """How much the parts of a position count, for one strength of play.

    `danger` for an own loss beside an enemy's, `press` for every inch nearer to where he wants to
    be, `coming` for the case that enemies come nearer, `later` for the blows of the next turn
    beside those of this one.
    """

    danger: float
    press: float
    coming: float = 0.5
    later: float = 0.0


@dataclass(frozen=True, slots=True)
class Exchange:
    """How blows fall: in which cases the side strikes before its enemies, in which they before it.

    `joint`: whether it is counted what comrades strike, and at whom enemies rather strike.
    `still`: in which cases who stays where he is strikes before those who moved.
    """

    first: tuple[bool, ...]
    last: tuple[bool, ...]
    still: tuple[bool, ...]
    joint: bool = True


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
    """All men of a side with their choices, and how much each case counts.

    `own` and `theirs` are what a man of the side and each enemy is worth.
    """

    men: Sequence[Choices]
    cases: Floats
    weights: PositionWeights
    exchange: Exchange
    own: Sequence[float]
    theirs: Floats

    def values(self, number: int, picked: Sequence[int]) -> Floats:
        """What the side's places are worth with one man at each of his, comrades as picked."""
        man, others = self.men[number], self._others(number, picked)
        gains, taken = self._struck(others)
        fresh = man.strikes * (1.0 - taken[:, None, :])
        own_blow = _best_alone(fresh, self.theirs)
        shares = [self.own[number], *(self.own[comrade] for comrade, _ in others)]
        dangers = [man.dangers, *(self.men[c].dangers[:, at, None] for c, at in others)]
        falls = fallen(dangers, np.array(shares), self._fires(taken, own_blow))
        last = np.array(self.exchange.last)[:, None, None]
        strikes = 1.0 - falls * last  # who falls before he strikes does not
        gain = (own_blow @ self.theirs) * strikes[..., 0]
        gain += (gains[:, None] * strikes[..., 1:]).sum(axis=2)
        worth = self.cases @ (gain - self.weights.danger * (falls @ shares))
        away_in = man.far_in + sum(self.men[comrade].far_in[at] for comrade, at in others)
        total: Floats = worth - self.weights.press * away_in
        return total

    def total(self, picked: Sequence[int]) -> float:
        """What all places together are worth."""
        return float(self.values(0, picked)[picked[0]]) if self.men else 0.0

    def _others(self, number: int, picked: Sequence[int]) -> list[tuple[int, int]]:
        """All others with their places."""
        return [one for one in enumerate(picked) if one[0] != number and self.exchange.joint]

    def _struck(self, others: Sequence[tuple[int, int]]) -> tuple[Floats, Floats]:
        """What each of these takes (cases, men), and how surely enemies fall (cases, enemies).

        Each strikes where it tells most beside what the others have struck before him.
        """
        missed = np.ones((len(self.cases), len(self.theirs)))
        gains = np.zeros((len(self.cases), len(others)))
        rows = np.arange(len(missed))
        for i, (number, place) in enumerate(others) if len(self.theirs) else ():
            strikes = self.men[number].strikes[:, place]
            worth = strikes * missed * self.theirs
            target = worth.argmax(axis=1)
            gains[:, i] = worth[rows, target]
            missed[rows, target] *= 1.0 - strikes[rows, target]
        return gains, 1.0 - missed

    def _fires(self, taken: Floats, own_blow: Floats) -> Floats:
        """How surely each enemy comes to strike (cases, places, enemies)."""
        fires = np.ones(own_blow.shape)
        still, first = list(self.exchange.still), list(self.exchange.first)
        fires[still, :1] -= own_blow[still, :1]
        fires[first] = ((1.0 - taken[:, None, :]) * (1.0 - own_blow))[first]
        return fires


def fallen(dangers: Sequence[Floats], worth: Floats, fires: Floats) -> Floats:
    """How surely each man falls (cases, places, men) when the enemies share out their blows.

    `dangers` are for each man his chances to be struck (cases, places, enemies), one place where
    he has no choice. Each enemy strikes whom it tells most to strike, after all who struck before
    him: a second man in their sight costs nearly as much as the first, a tenth costs nothing.
    """
    cases, places, enemies = fires.shape
    stands = np.ones((cases, places, len(dangers)))
    rows = np.ogrid[:cases, :places]
    for enemy in range(enemies):
        chances = np.empty(stands.shape)
        for man, danger in enumerate(dangers):
            chances[..., man] = danger[..., enemy]
        chances *= fires[..., enemy, None]
        target = (chances * stands * worth).argmax(axis=2)
        stands[(*rows, target)] *= 1.0 - chances[(*rows, target)]
    return 1.0 - stands


def _best_alone(strikes: Floats, worth: Floats) -> Floats:
    """Strikes at each place's best target; 0 at all others."""
    if not strikes.shape[2]:
        return strikes
    alone = np.zeros_like(strikes)
    target = (strikes * worth).argmax(axis=2)[..., None]
    np.put_along_axis(alone, target, np.take_along_axis(strikes, target, axis=2), axis=2)
    return alone


def best_places(side: SideChoices) -> list[int]:
    """Everybody's place: the best for each while the others keep theirs, from several starts."""
    starts = [[0] * len(side.men), [_boldest(man) for man in side.men]]
    found = [_settled(side, start) for start in starts]
    return max(found, key=side.total) if side.exchange.joint else found[0]


def _boldest(man: Choices) -> int:
    """Where he strikes best whatever it costs."""
    return int(man.strikes.max(axis=2, initial=0.0).sum(axis=0).argmax())


def _settled(side: SideChoices, start: Sequence[int]) -> list[int]:
    picked = list(start)
    for _ in range(_ROUNDS):
        before = list(picked)
        for number in range(len(side.men)):
            picked[number] = int(side.values(number, picked).argmax())
        if picked == before:
            break
    return picked
