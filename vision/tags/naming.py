"""Guesses become named tags: fit what all tags share, pick the likeliest man, fit his, judge."""

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.equal_numbers import run_starts
from vision.surface.flat_table import Singles
from vision.tags.fit import PLACES, FittedTags, fitted_tags, normal, shared_say, slid_guesses
from vision.tags.guess import TagGuesses, sampled
from vision.tags.judge import Verdicts, verdicts
from vision.tags.patterns import ACROSS
from vision.tags.templates import TagKit
from vision.tags.twins import ways_to_twins

_SHARED_ROUNDS, _OWN_ROUNDS = 3, 4
# Soldiers' tags strain at 1.0 to 1.4, in clear pictures less; foreign tags in clear ones at 2.
_MOST_STRAIN = 1.4
_OUT_OF_REACH = 0.4
# Strangers' tags go 0.07 further on the way to a near-twin than these allow, or more; of the
# soldiers' half-hidden ones that are sure else, one in a hundred goes too far.
_MOST_WAY, _MOST_WAY_SMALL, _TOGETHER = 0.4, 0.2, 0.35
_SMALL_PX_PER_MODULE = 0.95
_CLEAR_WAY = 0.1  # roughly; near-twins' tags go 0.3 even where modules are small
_OWN_FIT = 0.8  # so well no near-twin fits
_LEAST_TAGNESS = 0.45  # clutter that looks like somebody's data reaches 0.33
_LEAST_ROUGH_TAGNESS = (
    0.28  # before a man's own look is fitted; of 3700 tags none has less than 0.29
)
_LEAST_LIKENESS = 0.36  # of a man found by a search before his look is fitted: all have 0.43
_SAY = shared_say()
_ALL = np.ones((1, len(_SAY)), np.float32)
_NEARBY = np.array(
    [
        (right, down, turn, grown)
        for right in (-0.8, 0.0, 0.8)
        for down in (-0.8, 0.0, 0.8)
        for turn in (-4.0, 0.0, 4.0)
        for grown in (0.97, 1.01)
    ]
)  # modules, modules, degrees, times

_SPOTS = np.arange(len(_SAY)).reshape(ACROSS, ACROSS)
QUARTERS = np.array([np.rot90(_SPOTS, quarter).ravel() for quarter in range(4)])
_UNTURNED = np.argsort(QUARTERS, axis=1)  # what undoes each


@dataclass(frozen=True, eq=False)
class NamedTags:
    """Fitted guesses, their verdicts, and how well what all tags share fits each (-1 to 1).

    `alone` tells which are no near-twins' of the men they are named after.
    """

    fitted: FittedTags
    verdicts: Verdicts
    tagness: Floats
    alone: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.tagness)

    @property
    def sure(self) -> NDArray[np.bool_]:
        """Which names are beyond doubt.

        What is seen of a man's own modules misses little more than what is seen of the shared
        pattern, unless his name leads by far.
        """
        found = self.verdicts
        clear = (found.strain <= _MOST_STRAIN) | (found.lead >= _OUT_OF_REACH)
        return found.sure & clear & self.alone & (self.tagness >= _LEAST_TAGNESS)


def named_tags(
    kit: TagKit, guesses: TagGuesses, group: NDArray[np.intp]
) -> tuple[NamedTags, NDArray[np.intp]] | None:
    """The best guess of each group that may be a tag, fitted and judged, and those groups.

    None where no guess may be a tag.
    """
    rough = slid_guesses(kit.search.sharp, guesses, kit.shared, _SAY[None], _SHARED_ROUNDS)
    samples = sampled(kit.search.sharp, rough, PLACES)
    quarter, fits = _best_quarters(kit, samples)
    likely = group[fits > _LEAST_ROUGH_TAGNESS]
    if len(likely) == 0:
        return None
    may_be = (np.bincount(likely, minlength=int(group.max()) + 1) > 0)[group]
    group, quarter = group[may_be], quarter[may_be]
    agree = normal(_turned(samples[may_be], quarter)) @ kit.looks.normal.T
    chosen = _best_of_each(agree.max(axis=1), group)
    look = agree[chosen, : max(kit.named, 1)].argmax(axis=1)
    upright = quarter_turned(rough[may_be][chosen], quarter[chosen])
    return judged(kit, upright, look), group[chosen]


def _best_quarters(kit: TagKit, samples: Singles) -> tuple[NDArray[np.intp], Floats]:
    """The quarter turns at which what all tags share fits best, and how well it does.

    A tag has three finder patterns, and at a wrong quarter turn two of them fit.
    """
    fits = _tagness(samples, kit, _UNTURNED)
    return fits.argmax(axis=1), fits.max(axis=1)


def _turned(samples: Singles, quarter: NDArray[np.intp]) -> Singles:
    """The samples as seen from guesses turned by so many quarters."""
    return np.take_along_axis(samples, QUARTERS[quarter], axis=1)


def quarter_turned(guesses: TagGuesses, quarters: NDArray[np.intp]) -> TagGuesses:
    """The guesses turned clockwise by so many quarters."""
    return guesses.moved(
        np.zeros((len(guesses), 2)), np.asarray(90.0 * quarters, float), np.ones(len(guesses))
    )


def searched_tags(kit: TagKit, guesses: TagGuesses) -> tuple[NamedTags, NDArray[np.intp]] | None:
    """Guesses judged after a search of their neighbourhood with every man's look, and their rows.

    Where a figure hides a finder pattern, what all tags share fits best at a wrong quarter turn,
    or pulls the fit astray. Guesses like nobody's look are left out; None where all are.
    """
    near = guesses.repeated(len(_NEARBY)).moved(
        np.tile(_NEARBY[:, :2], (len(guesses), 1)),
        np.tile(_NEARBY[:, 2], len(guesses)),
        np.tile(_NEARBY[:, 3], len(guesses)),
    )
    samples = normal(sampled(kit.search.sharp, near, PLACES))
    # A quarter turn of a square grid is the same places in another order.
    looks = kit.looks.normal[: kit.named, _UNTURNED]
    agree = samples @ looks.transpose(1, 0, 2).reshape(-1, len(_SAY)).T
    by_guess = agree.reshape(len(guesses), -1)
    like = np.flatnonzero(by_guess.max(axis=1) > _LEAST_LIKENESS)
    if len(like) == 0:
        return None
    chosen, turned = np.divmod(by_guess[like].argmax(axis=1), agree.shape[1])
    chosen += like * len(_NEARBY)
    quarter, look = np.divmod(turned, kit.named)
    return judged(kit, quarter_turned(near[chosen], quarter), look), like


def judged(kit: TagKit, guesses: TagGuesses, look: NDArray[np.intp]) -> NamedTags:
    """Guesses fitted with the looks they are thought to have, and judged against all looks."""
    fitted = fitted_tags(kit.search.sharp, guesses, kit.looks[look], _ALL, _OWN_ROUNDS)
    judgement = verdicts(fitted, kit.looks.values, kit.shared, max(kit.named, 1))
    if kit.named == 0:
        nobody = judgement.fit * 0
        judgement = Verdicts(judgement.best, nobody, nobody, nobody, nobody)
    return with_twins(kit, fitted, judgement)


def with_twins(kit: TagKit, fitted: FittedTags, judgement: Verdicts) -> NamedTags:
    """Judged tags, their names weighed against near-twins of those names where that matters.

    The worse a name fits and the less it leads, the nearer its own look the picture has to be.
    """
    alone = judgement.fit >= _OWN_FIT
    most_way = _MOST_WAY_SMALL if _is_small(kit) else _MOST_WAY
    most = np.minimum(judgement.weight + judgement.fit - _TOGETHER, most_way)
    doubtful = np.flatnonzero(judgement.sure & ~alone)
    if len(doubtful):
        ways = _ways_to_twins(kit, fitted.misses[doubtful], judgement.best[doubtful])
        alone[doubtful] = ways <= most[doubtful]
    return NamedTags(fitted, judgement, tagness(fitted.samples, kit), alone)


def _ways_to_twins(kit: TagKit, misses: Singles, men: NDArray[np.intp]) -> Singles:
    texts, white = [kit.patterns.texts[man] for man in men], kit.patterns.white[men]
    blur, px_per_module = kit.search.blur, kit.search.px_per_module
    # Small modules run into each other, and their middles say little.
    clear = -inf if _is_small(kit) else _CLEAR_WAY
    return ways_to_twins(misses, texts, white, blur, px_per_module, clear=clear)


def _is_small(kit: TagKit) -> bool:
    return kit.search.px_per_module < _SMALL_PX_PER_MODULE


def _best_of_each(score: Floats, group: NDArray[np.intp]) -> NDArray[np.intp]:
    order = np.lexsort((-score, group))
    return np.asarray(order[run_starts(group[order])])


def tagness(samples: Singles, kit: TagKit) -> Floats:
    """The agreement with the shared look where that says something."""
    return _tagness(samples, kit, _UNTURNED[:1])[:, 0]


def _tagness(samples: Singles, kit: TagKit, orders: NDArray[np.intp]) -> Floats:
    """The same with the places of the shared look in each of some orders, (n, orders)."""
    look, say = kit.shared.values[0], _SAY / _SAY.sum()
    want = look - look @ say
    said, wanted = say[orders].T, (want * say)[orders].T
    squares = (samples * samples) @ said - (samples @ said) ** 2
    lengths = np.sqrt(np.maximum(squares * ((want * want) @ say), 0.0))
    return np.asarray(samples @ wanted / np.maximum(lengths, 1e-6), float)
