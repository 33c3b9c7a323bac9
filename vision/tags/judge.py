"""Whose tag it is: every pattern of the army against the picture, and foils beside them.

What all tags share (finder patterns, light, small shifts) is taken out first, so that only the
differences vote. Places in a patch that misfits as a whole, a figure's arm or glare, lose their
say. A name stands only if it fits and leads the next best clearly; the foils keep that lead
honest when an army is small.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.flat_table import Singles
from vision.tags.fit import PLACES, FittedTags, TagLooks
from vision.tags.patterns import ACROSS, QUIET_MODULES, TagPatterns, tag_modules
from vision.tags.qr.version1 import MODULES

# Measured on a thousand foreign tags: they lead by up to 0.18, but then stand no more than 4.5
# spreads above the crowd. A tag that is half hidden leads by little more and stands higher.
_LEAST_FIT = 0.38
_LEAST_LEAD = 0.15
_LEAST_WEIGHT = 0.19
_USUAL_HEIGHT = 4.6
_HEIGHT_WEIGHT = 0.06
_FOILS = 64
_PATCH = 7
_MISFIT = 0.35
_USUAL = 35 * ACROSS**2 // 100  # the place of a tag's usual miss among its misses in order


@dataclass(frozen=True, eq=False)
class Verdicts:
    """For each tag the best pattern's number, and what speaks for it.

    `fit` is how well it agrees with the picture (-1 to 1), `lead` how much better than the next
    best, `height` how many spreads it stands above all others, `strain` how many times as much
    the modules that are its own miss as those that all tags share.
    """

    best: NDArray[np.intp]
    fit: Floats
    lead: Floats
    height: Floats
    strain: Floats

    @property
    def weight(self) -> Floats:
        """The lead, with how far it stands out of the crowd counted in."""
        return self.lead + _HEIGHT_WEIGHT * np.clip(self.height - _USUAL_HEIGHT, -2.0, 1.0)

    @property
    def sure(self) -> NDArray[np.bool_]:
        """Which of them are beyond doubt."""
        clear = (self.lead >= _LEAST_LEAD) & (self.weight >= _LEAST_WEIGHT)
        return (self.fit >= _LEAST_FIT) & clear


def foils() -> Singles:
    """Patterns of nobody: the parts all tags have, and random data."""
    chance = np.random.default_rng(20)
    white = 1.0 - 2.0 * chance.integers(0, 2, (_FOILS, MODULES, MODULES))
    fixed = fixed_modules()
    return np.where(fixed, 1.0 - 2.0 * tag_modules("0"), white).astype(np.float32)


def fixed_modules() -> NDArray[np.bool_]:
    """The modules that are the same in every tag: finder patterns, timing, the dark one."""
    fixed = np.zeros((MODULES, MODULES), bool)
    fixed[:8, :8] = fixed[:8, -8:] = fixed[-8:, :8] = True
    fixed[6, :] = fixed[:, 6] = True
    fixed[-8, 8] = True
    return fixed


_OWN = np.pad(~fixed_modules(), QUIET_MODULES).ravel().astype(np.float32)


def with_foils(patterns: TagPatterns) -> Singles:
    """The army's patterns, then the foils."""
    return np.concatenate([patterns.white[: len(patterns.texts)], foils()])


def verdicts(tags: FittedTags, values: Singles, shared: TagLooks, named: int) -> Verdicts:
    """Judge each fitted tag by the looks' values; the first `named` have names, the others not."""
    say = _say(tags.misses)
    fits = _fits(tags, values, shared, say)
    best = fits[:, :named].argmax(axis=1)
    rows = np.arange(len(fits))
    fit = fits[rows, best]
    others = fits.copy()
    others[rows, best] = -1.0
    crowd = (fits.sum(axis=1) - fit) / (fits.shape[1] - 1)
    squares = ((fits**2).sum(axis=1) - fit**2) / (fits.shape[1] - 1) - crowd**2
    height = (fit - crowd) / np.sqrt(np.maximum(squares, 1e-6))
    return Verdicts(best, fit, fit - others.max(axis=1), height, _strain(tags.misses, say))


def _strain(misses: Singles, say: Singles) -> Floats:
    """How many times as much the modules that differ from tag to tag miss as the others do."""
    usual = [np.sqrt((misses**2 * say) @ part / (say @ part)) for part in (_OWN, 1 - _OWN)]
    return np.asarray(usual[0] / np.maximum(usual[1], 1e-3), float)


def _fits(tags: FittedTags, values: Singles, shared: TagLooks, say: Singles) -> Floats:
    """How each tag's picture agrees with each look beyond what all tags share, (n, looks).

    A weighted correlation of what is left of picture and look when the shared parts are taken
    out; the products say it without making what is left.
    """
    common = shared.basis[0]
    said = say[:, None, :] * common
    seen = say * tags.samples
    inverse = np.linalg.inv((said @ common.T).astype(float))
    seen_common = (seen @ common.T).astype(float)[:, None, :] @ inverse
    look_common = (said @ values.T).astype(float)
    both = seen @ values.T - (seen_common @ look_common)[:, 0]
    seen_left = (seen * tags.samples).sum(axis=1) - (seen_common[:, 0] * (seen @ common.T)).sum(
        axis=1
    )
    look_left = say @ (values**2).T - (look_common * (inverse @ look_common)).sum(axis=1)
    lengths = np.sqrt(np.maximum(look_left * seen_left[:, None], 1e-6))
    return np.asarray(both / lengths, float)


def _say(misses: Singles) -> Singles:
    """What each place may say: little in a patch whose misses exceed the tag's usual ones."""
    squares = (misses * misses).reshape(-1, ACROSS, ACROSS)
    patches = np.array([cv2.blur(one, (_PATCH, _PATCH)) for one in squares], np.float32)
    flat = patches.reshape(-1, len(PLACES))
    usual = np.partition(flat, _USUAL, axis=1)[:, _USUAL, None]
    excess = np.maximum(flat - usual, 0) / _MISFIT
    return np.asarray(1.0 / (1.0 + excess * excess), np.float32)
