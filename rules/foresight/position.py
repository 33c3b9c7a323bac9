"""Where a whole side would best stand: the exchange of blows that all its men's places lead to.

Each man has places to choose from, the first of them where he stands. Enemies are where they are,
or have come nearer, if they move before anybody strikes: these are the `cases` of every array.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

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


@dataclass(frozen=True, eq=False)
class Choices:
    """One man's places: chances to strike and to be struck (cases, places, enemies).

    `ahead` is the chance that his blow falls before an enemy's and can forestall it, `behind` that
    the enemy's does; both are 0 where blows fall at once. `far_in` is how far each place is from
    where he wants to be.
    """

    man: str
    xy: Floats
    strikes: Floats
    dangers: Floats
    ahead: Floats
    behind: Floats
    far_in: Floats

    def only(self, place: int) -> "Choices":
        """The man where he has no choice any more."""
        here = slice(place, place + 1)
        return replace(
            self,
            xy=self.xy[here],
            strikes=self.strikes[:, here],
            dangers=self.dangers[:, here],
            ahead=self.ahead[:, here],
            behind=self.behind[:, here],
            far_in=self.far_in[here],
        )


@dataclass(frozen=True, eq=False)
class SideChoices:
    """All men of a side with their choices, and how much each case counts.

    `own` and `theirs` are what a man of the side and each enemy is worth; `joint`, whether it is
    counted what comrades strike, and at whom enemies rather strike.
    """

    men: Sequence[Choices]
    cases: Floats
    weights: PositionWeights
    own: Sequence[float]
    theirs: Floats
    joint: bool = True

    def values(self, number: int, picked: Sequence[int]) -> Floats:
        """What the side's places are worth with one man at each of his, comrades as picked."""
        man, others = self.men[number], self._others(number, picked)
        struck = self._struck(others)
        fresh = man.strikes * (1.0 - struck.taken[:, None, :])
        own_blow = _best_alone(fresh, self.theirs)
        forestalls = np.where(own_blow > 0.0, man.strikes, 0.0) * man.ahead
        fires = (1.0 - struck.forestalled[:, None, :]) * (1.0 - forestalls)
        there = [man, *(self.men[comrade].only(at) for comrade, at in others)]
        shares = np.array([self.own[number], *(self.own[comrade] for comrade, _ in others)])
        falls, silenced = fallen(
            _of_all([one.dangers for one in there]) * fires[:, :, None, :],
            _of_all([one.behind for one in there]),
            shares,
        )
        strikes = 1.0 - silenced  # who falls before he strikes does not
        gain = (own_blow @ self.theirs) * strikes[..., 0]
        gain += (struck.gains[:, None] * strikes[..., 1:]).sum(axis=2)
        worth = self.cases @ (gain - self.weights.danger * (falls @ shares))
        away_in = man.far_in + sum(self.men[comrade].far_in[at] for comrade, at in others)
        total: Floats = worth - self.weights.press * away_in
        return total

    def total(self, picked: Sequence[int]) -> float:
        """What all places together are worth."""
        return float(self.values(0, picked)[picked[0]]) if self.men else 0.0

    def _others(self, number: int, picked: Sequence[int]) -> list[tuple[int, int]]:
        """All others with their places."""
        return [one for one in enumerate(picked) if one[0] != number and self.joint]

    def _struck(self, others: Sequence[tuple[int, int]]) -> "_Struck":
        """What these strike: each where it tells most beside what others have struck before him."""
        missed = np.ones((len(self.cases), len(self.theirs)))
        left = np.ones(missed.shape)
        gains = np.zeros((len(self.cases), len(others)))
        rows = np.arange(len(missed))
        for i, (number, place) in enumerate(others) if len(self.theirs) else ():
            man = self.men[number]
            strikes = man.strikes[:, place]
            worth = strikes * missed * self.theirs
            target = worth.argmax(axis=1)
            gains[:, i] = worth[rows, target]
            missed[rows, target] *= 1.0 - strikes[rows, target]
            left[rows, target] *= 1.0 - (strikes * man.ahead[:, place])[rows, target]
        return _Struck(gains, 1.0 - missed, 1.0 - left)


@dataclass(frozen=True, eq=False)
class _Struck:
    """What each man takes (cases, men), how surely each enemy falls (cases, enemies) to them.

    `forestalled` is how surely he does before he has struck.
    """

    gains: Floats
    taken: Floats
    forestalled: Floats


def _of_all(arrays: Sequence[Floats]) -> Floats:
    """Men's arrays as one (cases, places, men, enemies); who has no choice is everywhere alike."""
    cases, places, enemies = arrays[0].shape
    found = np.empty((cases, places, len(arrays), enemies))
    for man, array in enumerate(arrays):
        found[:, :, man] = array
    return found


def fallen(chances: Floats, behind: Floats, worth: Floats) -> tuple[Floats, Floats]:
    """How surely each man falls when enemies share out their blows, and falls before his own.

    `chances` are those of each enemy to come to a blow and to strike the man, `behind` those that
    it would come before his (cases, places, men, enemies). Each enemy strikes whom it tells most
    to strike, after all who struck before him: a second man in their sight costs nearly as much as
    the first, a tenth costs nothing.
    """
    stands, strikes = np.ones(chances.shape[:3]), np.ones(chances.shape[:3])
    rows = np.ogrid[: chances.shape[0], : chances.shape[1]]
    for enemy in range(chances.shape[3]):
        target = (chances[..., enemy] * stands * worth).argmax(axis=2)
        man = (*rows, target)
        blow = chances[(*man, enemy)]
        stands[man] *= 1.0 - blow
        strikes[man] *= 1.0 - blow * behind[(*man, enemy)]
    return 1.0 - stands, 1.0 - strikes


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
    return max(found, key=side.total) if side.joint else found[0]


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
