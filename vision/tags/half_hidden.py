"""Tags of which about half shows: tried at all places a finder pattern in view allows.

A thing's edge across a tag is stronger than the tag's own pattern and pulls every fit towards it.
So a tag is weighed in blocks, and the blocks that agree least have no say in place or name.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.surface.flat_table import Singles
from vision.tags.finder_patterns import CORNERS, Finders, finder_fits
from vision.tags.fit import PLACES, fitted_tags
from vision.tags.guess import TagGuesses, sampled
from vision.tags.judge import verdicts
from vision.tags.naming import QUARTERS, NamedTags, quarter_turned, with_twins
from vision.tags.patterns import ACROSS
from vision.tags.templates import TagKit

_STARTS = np.array(
    [(turn, right, down) for turn in (-5.0, -2.5, 0.0, 2.5, 5.0) for right, down in CORNERS]
)  # degrees, modules, modules
_SIDE = 5  # of a block, in modules
_IN_VIEW = 15  # of the 25 blocks: those that agree best
_FLAT = 0.1  # of a tag's spread: a block that varies by less says little
_ROUNDS = 5
# Of ten thousand finder patterns of foreign tags, half hidden ones among them, and of clutter one
# led by 0.09 in the blocks, and by 0.24 in all. Of the soldiers' half lead by 0.12 and 0.36.
_LEAST_BLOCKS_LEAD = 0.08
_LEAST_FIT, _LEAST_LEAD, _LEAST_TAGNESS, _MOST_STRAIN = 0.45, 0.25, 0.3, 1.4
_LEAST_AGREEMENT, _LEAST_FINDER_FIT, _USUAL_FINDER_FIT = 0.45, 0.5, 0.65

_ROWS = np.arange(ACROSS**2).reshape(ACROSS // _SIDE, _SIDE, -1, _SIDE)
_BLOCKS = _ROWS.transpose(0, 2, 1, 3).reshape(-1, _SIDE**2)


@dataclass(frozen=True, eq=False)
class HalfTags:
    """Half-hidden tags fitted and judged, how far the blocks in view lead, and bare places."""

    named: NamedTags
    blocks_lead: Singles
    places: TagGuesses  # of tags of which two finder patterns show, named or not

    @property
    def sure(self) -> NDArray[np.bool_]:
        """Which names are beyond doubt."""
        found = self.named.verdicts
        clear = (found.fit >= _LEAST_FIT) & (found.lead >= _LEAST_LEAD) & self.named.alone
        clear &= (found.strain <= _MOST_STRAIN) & (self.named.tagness >= _LEAST_TAGNESS)
        return np.asarray(clear & (self.blocks_lead >= _LEAST_BLOCKS_LEAD))


@dataclass(frozen=True, eq=False)
class _Choice:
    """For each finder pattern the likeliest tag it belongs to."""

    guesses: TagGuesses
    look: NDArray[np.intp]
    blocks: Singles  # how well each block agrees, (n, 25)
    agreement: Singles

    def __getitem__(self, which: NDArray[np.bool_]) -> "_Choice":
        return _Choice(
            self.guesses[which], self.look[which], self.blocks[which], self.agreement[which]
        )


def half_hidden_tags(kit: TagKit, finders: Finders, men: NDArray[np.intp]) -> HalfTags:
    """The likeliest of these men for each finder pattern that may be a tag's, judged."""
    choice = _chosen(kit, finders, men)
    choice = choice[choice.agreement > _LEAST_AGREEMENT]
    places = choice.guesses[_shows_two_finders(kit, choice.guesses)]
    looks, say = kit.looks[choice.look], _say(choice.blocks)
    fitted = fitted_tags(kit.search.sharp, choice.guesses, looks, say, _ROUNDS)
    judgement = verdicts(fitted, kit.looks.values, kit.shared, kit.named)
    named = with_twins(kit, fitted, judgement)
    return HalfTags(named, _blocks_lead(kit, named, choice.look), places)


def _blocks_lead(kit: TagKit, named: NamedTags, look: NDArray[np.intp]) -> Singles:
    """By how much the blocks in view agree better with these looks than with any other."""
    samples = named.fitted.samples
    looks = _blocks(kit.looks.values, np.full(len(kit.looks.values), _FLAT, np.float32))
    seen = _blocks(samples, _FLAT * samples.var(axis=1))
    agree = _in_view(_agreements(seen, looks))
    rows = np.arange(len(look))
    own = agree[rows, look]
    agree[rows, look] = -1.0
    # Nobody leads where all places together say another name than the blocks in view.
    return np.where(named.verdicts.best == look, own - agree.max(axis=1), np.float32(-1.0))


def _shows_two_finders(kit: TagKit, guesses: TagGuesses) -> NDArray[np.bool_]:
    """Which guesses have finder patterns at two corners at least."""
    count = len(guesses) * len(CORNERS)
    corners = guesses.repeated(len(CORNERS)).moved(
        np.tile(CORNERS, (len(guesses), 1)), np.zeros(count), np.ones(count)
    )
    fits = finder_fits(kit.search.sharp, corners, kit.finders[0]).reshape(-1, len(CORNERS))
    two = np.sort(fits, axis=1)[:, -2:]
    return np.asarray((two[:, 0] > _LEAST_FINDER_FIT) & (two.mean(axis=1) > _USUAL_FINDER_FIT))


def _starts(finders: Finders) -> TagGuesses:
    """Where the tags may lie of which these are finder patterns, each in as many places."""
    many = finders.guesses.repeated(len(_STARTS))
    starts = np.tile(_STARTS, (len(finders), 1))
    ones = np.ones(len(many))
    turned = many.moved(np.zeros((len(many), 2)), starts[:, 0], ones)
    return turned.moved(starts[:, 1:], 0 * ones, ones)


def _chosen(kit: TagKit, finders: Finders, men: NDArray[np.intp]) -> _Choice:
    starts = _starts(finders)
    samples = sampled(kit.search.sharp, starts, PLACES)
    flat = _FLAT * samples.var(axis=1)
    looks = _blocks(kit.looks.values[men], np.full(len(men), _FLAT, np.float32))
    views = np.stack([samples[:, order] for order in QUARTERS], axis=1).reshape(-1, ACROSS**2)
    seen = _blocks(views, np.repeat(flat, len(QUARTERS)))
    scores = _rough_agreement(seen, looks).reshape(len(finders), -1)
    chosen = scores.argmax(axis=1) + np.arange(len(finders)) * scores.shape[1]
    view, look = np.divmod(chosen, len(men))
    start, quarter = np.divmod(view, len(QUARTERS))
    blocks = (seen[:, view] * looks[:, look]).sum(axis=2).T
    return _Choice(quarter_turned(starts[start], quarter), men[look], blocks, _in_view(blocks))


def _rough_agreement(seen: Singles, looks: Singles) -> Singles:
    """How well the blocks agree that agree at all, (n, looks)."""
    agree = np.zeros((seen.shape[1], looks.shape[1]), np.float32)
    for one, look in zip(seen, looks, strict=True):
        part = one @ look.T
        agree += np.maximum(part, 0.0, out=part)
    return agree


def _in_view(blocks: Singles) -> Singles:
    """The mean agreement of the blocks that agree best."""
    best = np.partition(blocks, -_IN_VIEW, axis=-1)[..., -_IN_VIEW:]
    return np.asarray(best.mean(axis=-1), np.float32)


def _blocks(values: Singles, flat: Singles) -> Singles:
    """The values block by block, (25, n, 25), each normal where it is not flat."""
    parts = values[:, _BLOCKS]
    parts = parts - parts.mean(axis=2, keepdims=True)
    lengths = (parts * parts).sum(axis=2, keepdims=True) + _SIDE**2 * flat[:, None, None]
    return np.asarray((parts / np.sqrt(np.maximum(lengths, 1e-6))).transpose(1, 0, 2), np.float32)


def _agreements(seen: Singles, looks: Singles) -> Singles:
    """How well each block of each picture agrees with each look, (n, looks, 25)."""
    return np.asarray((seen @ looks.transpose(0, 2, 1)).transpose(1, 2, 0), np.float32)


def _say(blocks: Singles) -> Singles:
    """What each place may say: as much as the blocks round about agree."""
    wide = np.zeros((len(blocks), ACROSS**2), np.float32)
    wide[:, _BLOCKS] = np.maximum(blocks, 0.0)[..., None] ** 2
    soft = [cv2.blur(one.reshape(ACROSS, ACROSS), (_SIDE, _SIDE)).ravel() for one in wide]
    return np.asarray(soft, np.float32).reshape(wide.shape)
