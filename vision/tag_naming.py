"""Guesses become named tags: fit what all tags share, pick the likeliest man, fit his, judge."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.tag_fit import FittedTags, fitted_tags, shared_say
from vision.tag_guess import TagGuesses
from vision.tag_judge import Verdicts, verdicts
from vision.tag_kit import TagKit
from vision.tag_patterns import Samples

_SHARED_ROUNDS, _OWN_ROUNDS = 3, 4
_SAY = shared_say()
_ALL = np.ones((1, len(_SAY)), np.float32)


@dataclass(frozen=True, eq=False)
class NamedTags:
    """Fitted guesses, their verdicts, and how well what all tags share fits each (-1 to 1)."""

    fitted: FittedTags
    verdicts: Verdicts
    tagness: Floats

    def __len__(self) -> int:
        return len(self.tagness)


def named_tags(kit: TagKit, guesses: TagGuesses, group: NDArray[np.intp]) -> NamedTags:
    """The best guess of each group, fitted and judged."""
    rough = fitted_tags(kit.search.sharp, guesses, kit.shared, _SAY[None], _SHARED_ROUNDS)
    agree = _normal(rough.samples) @ _normal(kit.looks.values).T
    chosen = _best_of_each(agree.max(axis=1), group)
    look = agree[chosen, : max(kit.named, 1)].argmax(axis=1)
    return judged(kit, rough.guesses[chosen], look)


def judged(kit: TagKit, guesses: TagGuesses, look: NDArray[np.intp]) -> NamedTags:
    """Guesses fitted with the looks they are thought to have, and judged against all looks."""
    fitted = fitted_tags(kit.search.sharp, guesses, kit.looks[look], _ALL, _OWN_ROUNDS)
    judgement = verdicts(fitted, kit.looks.values, kit.shared, max(kit.named, 1))
    if kit.named == 0:
        judgement = Verdicts(judgement.best, judgement.fit * 0, judgement.lead * 0)
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
