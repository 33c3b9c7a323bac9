"""A tag's pose made exact: guesses slide, turn and grow until the picture fits the pattern.

Lucas and Kanade's image alignment (1981), with reweighted least squares. The picture at a guess is
the pattern a little displaced: pattern, slopes and light are fitted together by least squares,
places that do not fit (a figure's arm, glare) losing their say.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.flat_table import Singles
from vision.tags.guess import TagGuesses, grid, sampled
from vision.tags.patterns import ACROSS, QUIET_MODULES, Blur, TagPatterns, values_and_slopes
from vision.tags.qr.version1 import MODULES

_LONGEST_STEP_MODULES = 0.6
_STEP_MODULES = np.array([1.0, 1.0, 10.0, 10.0])  # what a step's parts shift a tag's edge by
_STRAY = 0.7  # of the contrast: what misses by more is something else
_FIRM = np.eye(8, dtype=np.float32) * 1e-3  # a blank patch has no answer
_SHARED_DATA_SAY = 0.05  # modules that differ from tag to tag say little of the shared pattern
PLACES = grid(ACROSS)


@dataclass(frozen=True, eq=False)
class TagLooks:
    """What tags look like in one picture, at their modules' middles.

    `basis` is (n, 8, 625): the pattern; even light and its slopes right and down; and how the
    picture changes where the tag is shifted right, shifted down, turned or grown.
    """

    basis: Singles

    @cached_property
    def values(self) -> Singles:
        """The patterns alone, (n, 625)."""
        return np.ascontiguousarray(self.basis[:, 0])

    @cached_property
    def products(self) -> Singles:
        """Each part of the first look's basis times each, (625, 64)."""
        parts = self.basis[0]
        return np.ascontiguousarray((parts[:, None] * parts).reshape(-1, parts.shape[1]).T)

    @cached_property
    def normal(self) -> Singles:
        """The patterns with a mean of 0 and a length of 1."""
        return normal(self.values)

    def __getitem__(self, which: NDArray[np.intp]) -> "TagLooks":
        return TagLooks(self.basis[which])


def tag_looks(white: Singles, blur: Blur, px_per_module: float) -> TagLooks:
    """The looks of these patterns."""
    slopes = values_and_slopes(white, blur, px_per_module)
    values, right, down = (part.reshape(len(white), -1) for part in slopes)
    u, v = PLACES.T.astype(np.float32)
    light = [
        np.broadcast_to(part, right.shape) for part in (np.ones_like(u), u / ACROSS, v / ACROSS)
    ]
    moving = [right, down, u * down - v * right, u * right + v * down]
    return TagLooks(np.stack([values, *light, *moving], axis=1).astype(np.float32))


def normal(values: Singles) -> Singles:
    """Each row less its mean, at a length of 1."""
    values = values - values.mean(axis=-1, keepdims=True)
    lengths = np.sqrt(np.einsum("ij,ij->i", values, values))
    return np.asarray(values / np.maximum(lengths, 1e-6)[:, None], np.float32)


def shared_look(patterns: TagPatterns, blur: Blur, px_per_module: float) -> TagLooks:
    """The look of what all tags share."""
    return tag_looks(patterns.mean[None], blur, px_per_module)


def shared_say() -> Singles:
    """How much each place says about the shared pattern, (625,)."""
    say = np.full((ACROSS, ACROSS), _SHARED_DATA_SAY, np.float32)
    say[:, [0, 1, -2, -1]] = say[[0, 1, -2, -1]] = 0.3
    far, near = QUIET_MODULES + MODULES, QUIET_MODULES
    for rows, columns in ((near, near), (near, far - 8), (far - 8, near)):
        say[rows : rows + 8, columns : columns + 8] = 1.0
    say[near + 6, near:far] = say[near:far, near + 6] = 1.0
    return say.ravel()


@dataclass(frozen=True, eq=False)
class FittedTags:
    """Guesses after fitting: the picture's values there, and how far they miss the look."""

    guesses: TagGuesses
    samples: Singles
    misses: Singles  # in units of the tag's contrast
    spread: Floats  # the standard error of each middle, in modules

    def __len__(self) -> int:
        return len(self.guesses)


def fitted_tags(
    picture: Singles, guesses: TagGuesses, looks: TagLooks, say: Singles, rounds: int
) -> FittedTags:
    """Each guess moved to where its look fits; `looks` and `say` go row by row with them."""
    guesses, believed = _slid(picture, guesses, looks, say, rounds)
    samples = sampled(picture, guesses, PLACES)
    last = _step(samples, looks, believed)
    return FittedTags(guesses, samples, last.misses, _spread(last, believed))


def slid_guesses(
    picture: Singles, guesses: TagGuesses, looks: TagLooks, say: Singles, rounds: int
) -> TagGuesses:
    """The guesses that fitting would end with, without what it tells about them."""
    return _slid(picture, guesses, looks, say, rounds)[0]


def _slid(
    picture: Singles, guesses: TagGuesses, looks: TagLooks, say: Singles, rounds: int
) -> tuple[TagGuesses, Singles]:
    """The guesses moved to where their looks fit, and how far each place is believed."""
    believed = np.broadcast_to(say, (len(guesses), ACROSS * ACROSS))
    for _ in range(rounds):
        step = _step(sampled(picture, guesses, PLACES), looks, believed)
        believed = say / (1.0 + (step.misses / _STRAY) ** 2)
        guesses = guesses.moved(-step.shift, -np.degrees(step.turned), 1.0 / (1.0 + step.grown))
    return guesses, believed


@dataclass(frozen=True, eq=False)
class _Step:
    """How far guesses are off: modules along their axes, radians, a share of their size."""

    shift: Floats
    turned: Floats
    grown: Floats
    misses: Singles
    square: Singles  # the square side of the normal equations


def _step(samples: Singles, looks: TagLooks, say: Singles) -> _Step:
    square, right = _equations(samples, looks, say)
    square += _FIRM
    parts = np.linalg.solve(square, right[..., None])[..., 0]
    gain = np.maximum(parts[:, :1], 1.0)
    one_for_all = len(looks.basis) == 1
    plain = (
        parts[:, :4] @ looks.basis[0, :4]
        if one_for_all
        else (parts[:, None, :4] @ looks.basis[:, :4])[:, 0]
    )
    misses = np.subtract(samples, plain, out=plain)
    misses /= gain
    step = _shortened(parts[:, 4:].astype(float) / gain)
    return _Step(step[:, :2], step[:, 2], step[:, 3], misses, square)


def _equations(samples: Singles, looks: TagLooks, say: Singles) -> tuple[Singles, Singles]:
    """The normal equations of each tag: their square side, (n, 8, 8), and the other, (n, 8)."""
    basis = looks.basis
    if len(basis) == 1:
        # With one look for all tags one product makes the equations of them all.
        square = np.asarray(say @ looks.products, np.float32).reshape(-1, 8, 8)
        return square, np.asarray((say * samples) @ basis[0].T, np.float32)
    said = basis * say[:, None, :]
    right = (said @ samples[..., None])[..., 0]
    return np.asarray(said @ basis.transpose(0, 2, 1), np.float32), np.asarray(right, np.float32)


def _shortened(step: Floats) -> Floats:
    longest = np.abs(step * _STEP_MODULES).max(axis=1, keepdims=True)
    return np.asarray(
        step * np.minimum(1.0, _LONGEST_STEP_MODULES / np.maximum(longest, 1e-9)), float
    )


def _spread(step: _Step, say: Singles) -> Floats:
    usual = (step.misses * step.misses * say).sum(axis=1) / np.maximum(say.sum(axis=1), 1e-6)
    inverse = np.linalg.inv(step.square)
    both = (inverse[:, 4, 4] + inverse[:, 5, 5]) / 2
    return np.asarray(np.sqrt(np.maximum(usual * both, 0.0)), float)
