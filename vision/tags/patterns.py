"""What each tag of an army looks like: its modules, and its modules seen through a blur."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import erf, hypot, sqrt

import numpy as np

from vision.surface.flat_table import Singles
from vision.tags.qr.version1 import MODULES, Bits
from vision.tags.qr.writing import written_modules

QUIET_MODULES = 2  # white on every side
ACROSS = MODULES + 2 * QUIET_MODULES  # a tag's side in modules
_ENOUGH = 16  # tags to tell what all share
_PAPER = 4  # modules of white round the pattern while it is blurred
_FINE = 3  # places in a module at which slopes are measured


@lru_cache(maxsize=256)
def tag_modules(text: str) -> Bits:
    """The 21 x 21 modules of a tag, True for black."""
    return np.asarray(written_modules([text])[0])


@dataclass(frozen=True, eq=False)
class TagPatterns:
    """The tags of an army: `white` is (n, 21, 21), +1 for white and -1 for black.

    Where the army is small, or there is none, tags of nobody follow, so that what all tags share
    is not what one man's has.
    """

    texts: tuple[str, ...]
    white: Singles

    @property
    def mean(self) -> Singles:
        """What all tags share: the finder patterns stand out, the data fade."""
        return np.asarray(self.white.mean(axis=0), np.float32)


def tag_patterns(texts: Sequence[str]) -> TagPatterns:
    """The patterns of these tags."""
    nobody = [f"X{i:02d}" for i in range(max(0, _ENOUGH - len(texts)))]
    white = 1.0 - 2.0 * written_modules([*texts, *nobody])
    return TagPatterns(tuple(texts), white.astype(np.float32))


@dataclass(frozen=True, slots=True)
class Blur:
    """How a picture softens a tag, in pixels, and what sharpening was done to it after."""

    sigma_px: float
    sharpened: float  # how much of the detail was added again
    sharpened_sigma_px: float


def blurred(white: Singles, blur: Blur, px_per_module: float, per_module: int = 1) -> Singles:
    """The patterns as a picture has them, paper round them.

    (n, 21, 21) in; (n, 25 * 25) out, one value in each module's middle, or (n, 25 * k * 25 * k)
    with k values in each module.
    """
    soft = softener(blur, px_per_module, per_module)(white)
    return np.asarray(soft.reshape(len(white), -1), np.float32)


def softener(blur: Blur, px_per_module: float, per_module: int = 1) -> Callable[[Singles], Singles]:
    """What makes of modules, (..., 21, 21), the values a picture has of them and their paper."""
    parts = _parts(blur, px_per_module, per_module)
    # Side by side the blurs take two products in all.
    across = np.concatenate([line for _, line in parts]).T
    down = np.concatenate([gain * line for gain, line in parts], axis=1)

    def softened(white: Singles) -> Singles:
        rows = ((white - 1.0) @ across).reshape(*white.shape[:-1], len(parts), -1)
        below = np.swapaxes(rows, -3, -2).reshape(*white.shape[:-2], down.shape[1], -1)
        return np.asarray(1.0 + down @ below)

    return softened


def values_and_slopes(
    white: Singles, blur: Blur, px_per_module: float
) -> tuple[Singles, Singles, Singles]:
    """The values a picture has of these patterns, and their slopes right and down, (n, 25, 25)."""
    ink = white - 1.0
    values = np.ones((len(white), ACROSS, ACROSS), np.float32)
    right, down = np.zeros_like(values), np.zeros_like(values)
    for gain, line in _parts(blur, px_per_module, _FINE):
        before, middle, after = (line[i::_FINE] for i in range(_FINE))
        slope = gain * (after - before) * (_FINE / 2)
        across = ink @ middle.T
        values += gain * (middle @ across)
        right += middle @ (ink @ slope.T)
        down += slope @ across
    return values, right, down


def _parts(blur: Blur, px_per_module: float, per_module: int) -> list[tuple[float, Singles]]:
    """The blurs that together soften and sharpen: how much of each, and what it makes of a row."""
    outer = MODULES + 2 * _PAPER
    softer_px = hypot(blur.sigma_px, blur.sharpened_sigma_px)
    # White paper goes on all round: only what differs from white is to be softened.
    inner = slice(_PAPER, _PAPER + MODULES)
    gains = ((1.0 + blur.sharpened, blur.sigma_px), (-blur.sharpened, softer_px))
    return [
        (gain, _shares(outer, sigma_px / px_per_module, per_module)[:, inner])
        for gain, sigma_px in gains
    ]


@lru_cache(maxsize=64)
def _shares(modules: int, sigma_modules: float, per_module: int) -> Singles:
    """How much of each of a row's modules a Gauss blur brings to each place on it."""
    count = ACROSS * per_module
    # In half steps both are whole numbers, and few of their distances differ.
    places = 2 * np.arange(count) - (count - 1)
    edges = per_module * (2 * np.arange(modules + 1) - modules)
    far, spread = int(edges[-1] - places[0]), 2 * per_module * sigma_modules * sqrt(2)
    reached = np.array([erf(step / spread) for step in range(-far, far + 1)])
    below = reached[edges[None, :] - places[:, None] + far]
    below[:, [0, -1]] = -1.0, 1.0  # white goes on for ever
    return np.asarray(np.diff(below, axis=1) / 2, np.float32)
