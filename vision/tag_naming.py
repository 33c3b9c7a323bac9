"""Guesses become named tags: fit what all tags share, pick the likeliest man, fit his, judge."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.tag_fit import PLACES, FittedTags, fitted_tags, shared_say
from vision.tag_guess import TagGuesses, sampled
from vision.tag_judge import Verdicts, verdicts
from vision.tag_kit import TagKit
from vision.tag_patterns import ACROSS, Samples

_SHARED_ROUNDS, _OWN_ROUNDS = 3, 4
_FAR_AHEAD = 0.27
# Soldiers' tags strain at 1.0 to 1.3. Foreign tags, some of which share five modules of six with
# a man's, lead by up to 0.33 and strain at 1.3 and more, in clear pictures at 2.
_NO_STRAIN, _STRAIN_SLOPE, _MOST_STRAIN = 1.25, 0.6, 1.35
_OUT_OF_REACH = 0.4
_LEAST_TAGNESS = 0.45  # clutter that looks like somebody's data reaches 0.33
_CLEAR_FIT, _CLEAR_TAGNESS, _CLEAR_SLOPE = 0.3, 0.6, 1.2
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
QUARTERS = [np.rot90(_SPOTS, quarter).ravel() for quarter in range(4)]


@dataclass(frozen=True, eq=False)
class NamedTags:
    """Fitted guesses, their verdicts, and how well what all tags share fits each (-1 to 1)."""

    fitted: FittedTags
    verdicts: Verdicts
    tagness: Floats

    def __len__(self) -> int:
        return len(self.tagness)

    @property
    def sure(self) -> NDArray[np.bool_]:
        """Which names are beyond doubt.

        Where all that tags share is seen clearly a man's own pattern must be too: a foreign tag
        of nearly his name fits well, but not as well as that. Half hidden it may fit less if it
        leads far and what is seen of it misses no more than what is seen of the shared pattern.
        """
        found = self.verdicts
        clear = found.fit >= _CLEAR_FIT + _CLEAR_SLOPE * (self.tagness - _CLEAR_TAGNESS)
        ahead = found.weight - _FAR_AHEAD
        clear |= (ahead >= 0) & (found.strain <= _NO_STRAIN + _STRAIN_SLOPE * ahead)
        clear &= (found.strain <= _MOST_STRAIN) | (found.lead >= _OUT_OF_REACH)
        return found.sure & clear & (self.tagness >= _LEAST_TAGNESS)


def named_tags(kit: TagKit, guesses: TagGuesses, group: NDArray[np.intp]) -> NamedTags:
    """The best guess of each group, fitted and judged."""
    rough = fitted_tags(kit.search.sharp, guesses, kit.shared, _SAY[None], _SHARED_ROUNDS)
    upright, samples = _righted(kit, rough)
    agree = _normal(samples) @ _normal(kit.looks.values).T
    chosen = _best_of_each(agree.max(axis=1), group)
    look = agree[chosen, : max(kit.named, 1)].argmax(axis=1)
    return judged(kit, upright[chosen], look)


def _righted(kit: TagKit, rough: FittedTags) -> tuple[TagGuesses, Samples]:
    """The guesses turned by the quarters at which what all tags share fits best, and their samples.

    A tag has three finder patterns, and at a wrong quarter turn two of them fit.
    """
    views = np.stack([rough.samples[:, order] for order in QUARTERS], axis=1)
    fits = tagness(views.reshape(-1, len(_SAY)), kit).reshape(-1, len(QUARTERS))
    quarter = fits.argmax(axis=1)
    return quarter_turned(rough.guesses, quarter), views[np.arange(len(rough)), quarter]


def quarter_turned(guesses: TagGuesses, quarters: NDArray[np.intp]) -> TagGuesses:
    """The guesses turned clockwise by so many quarters."""
    return guesses.moved(
        np.zeros((len(guesses), 2)), np.asarray(90.0 * quarters, float), np.ones(len(guesses))
    )


def searched_tags(kit: TagKit, guesses: TagGuesses) -> NamedTags:
    """Guesses judged after a search of their neighbourhood with every man's look.

    Where a figure hides a finder pattern, what all tags share fits best at a wrong quarter turn,
    or pulls the fit astray.
    """
    near = guesses.repeated(len(_NEARBY)).moved(
        np.tile(_NEARBY[:, :2], (len(guesses), 1)),
        np.tile(_NEARBY[:, 2], len(guesses)),
        np.tile(_NEARBY[:, 3], len(guesses)),
    )
    samples = _normal(sampled(kit.search.sharp, near, PLACES))
    # A quarter turn of a square grid is the same places in another order.
    looks = _normal(kit.looks.values[: kit.named])
    agree = np.stack([samples[:, order] @ looks.T for order in QUARTERS], axis=1)
    group = np.repeat(np.arange(len(guesses)), len(_NEARBY))
    chosen = _best_of_each(agree.max(axis=(1, 2)), group)
    quarter, look = np.divmod(agree[chosen].reshape(len(chosen), -1).argmax(axis=1), len(looks))
    return judged(kit, quarter_turned(near[chosen], quarter), look)


def judged(kit: TagKit, guesses: TagGuesses, look: NDArray[np.intp]) -> NamedTags:
    """Guesses fitted with the looks they are thought to have, and judged against all looks."""
    fitted = fitted_tags(kit.search.sharp, guesses, kit.looks[look], _ALL, _OWN_ROUNDS)
    judgement = verdicts(fitted, kit.looks.values, kit.shared, max(kit.named, 1))
    if kit.named == 0:
        nobody = judgement.fit * 0
        judgement = Verdicts(judgement.best, nobody, nobody, nobody, nobody)
    return NamedTags(fitted, judgement, tagness(fitted.samples, kit))


def _best_of_each(score: Floats, group: NDArray[np.intp]) -> NDArray[np.intp]:
    order = np.lexsort((-score, group))
    _, first = np.unique(group[order], return_index=True)
    return order[first]


def _normal(values: Samples) -> Samples:
    values = values - values.mean(axis=-1, keepdims=True)
    lengths = np.linalg.norm(values, axis=-1, keepdims=True)
    return np.asarray(values / np.maximum(lengths, 1e-6), np.float32)


def tagness(samples: Samples, kit: TagKit) -> Floats:
    """The agreement with the shared look where that says something."""
    look = kit.shared.values[0]
    say = _SAY / _SAY.sum()
    off = samples - (samples @ say)[:, None]
    want = look - look @ say
    both = (off * want) @ say
    lengths = np.sqrt((off * off) @ say * ((want * want) @ say))
    return np.asarray(both / np.maximum(lengths, 1e-6), float)
