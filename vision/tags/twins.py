"""Near-twins: the tags whose texts differ from a man's name in one letter.

One letter turns over some seventy of a tag's 208 modules of data, all over it. Between a man's
look and a near-twin's the picture says how far it is on the way from the one to the other: for
his own tag not far, for the near-twin's all the way. Any other tag is about half-way to some of
them, for it has half of their modules by chance.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import inf

import numpy as np
from numpy.typing import NDArray

from vision.surface.flat_table import Singles
from vision.tags.codeword_search import text_frame
from vision.tags.patterns import ACROSS, QUIET_MODULES, Blur, softener
from vision.tags.qr.version1 import data_order, letters
from vision.tags.qr.writing import text_bits

_NAMES_LETTERS = 36  # digits and capitals come first
_LIKELY = 24  # near-twins that are looked at closely
_SIDE = 5  # of a block, in modules
_USUAL = 8  # the place of a tag's usual miss among those of its 25 blocks in order
_MISFIT = 0.5
_LINE = np.kron(np.eye(ACROSS // _SIDE), np.full((_SIDE, 1), 1 / _SIDE))
_IN_BLOCK = np.kron(_LINE, _LINE).astype(np.float32)  # the mean of each block


def ways_to_twins(  # noqa: PLR0913 - the last is named at every call
    misses: Singles,
    texts: Sequence[str],
    white: Singles,
    blur: Blur,
    px_per_module: float,
    *,
    clear: float = -inf,
) -> Singles:
    """How far each tag is on the way from a man's look to the likeliest of his near-twins', (n,).

    `misses` are those of the men's looks, (n, 625), `white` are their modules, (n, 21, 21). Blocks
    that are like neither of the two are hidden, and say little. A rough way shorter than `clear`
    is the answer.
    """
    rough = _rough_ways(misses, texts, white)
    ways = np.array([some.max() for some in rough], np.float32)
    close = [i for i, way in enumerate(ways) if way >= clear]
    if close:
        turned = np.stack([_turned_modules(texts[i], white[i], rough[i]) for i in close])
        apart = softener(blur, px_per_module)(1.0 + turned).reshape(*turned.shape[:2], -1) - 1.0
        ways[close] = _ways(misses[close], apart)
    return ways


def _ways(misses: Singles, apart: Singles) -> Singles:
    """The longest way of each tag to looks that are so far apart from its man's, (n, k, 625)."""
    missed, both, other = (
        _by_block(v) for v in ((misses**2)[:, None], misses[:, None] * apart, apart**2)
    )
    least = np.minimum(missed, missed + 2 * both + other)
    usual = np.partition(missed, _USUAL, axis=-1)[..., _USUAL, None]
    excess = np.maximum(least - usual, 0.0) / _MISFIT
    say = 1.0 / (1.0 + excess * excess)
    ways = -(say * both).sum(axis=-1) / np.maximum((say * other).sum(axis=-1), 1e-6)
    return np.asarray(ways.max(axis=1), np.float32)


def _rough_ways(misses: Singles, texts: Sequence[str], white: Singles) -> list[Singles]:
    """How far it is to each near-twin by the middles of the modules in which he differs."""
    rows, columns = data_order().T
    off = misses.reshape(-1, ACROSS, ACROSS)[:, rows + QUIET_MODULES, columns + QUIET_MODULES]
    off = off * white[:, rows, columns]
    return [_turned_shares(text) @ one for text, one in zip(texts, off, strict=True)]


def _turned_modules(text: str, white: Singles, rough: Singles) -> Singles:
    """By how much the man's modules differ from each likely near-twin's, (_LIKELY, 21, 21)."""
    rows, columns = data_order().T
    # Where there are too few near-twins the likeliest are taken twice.
    twins = np.resize(np.argsort(-rough), _LIKELY)
    turned = np.zeros((_LIKELY, *white.shape), np.float32)
    turned[:, rows, columns] = 2.0 * white[rows, columns] * _turned_bits(text)[twins]
    return turned


def _by_block(values: Singles) -> Singles:
    """The mean of each block, (..., 625) in, (..., 25) out."""
    return np.asarray(values @ _IN_BLOCK, np.float32)


@lru_cache(maxsize=256)
def _turned_shares(text: str) -> Singles:
    """What each turned bit counts on the rough way to each near-twin."""
    bits = _turned_bits(text)
    return np.asarray(bits / (-2.0 * bits.sum(axis=1, keepdims=True)), np.float32)


@lru_cache(maxsize=256)
def _turned_bits(text: str) -> Singles:
    """Which bits of a text's word each near-twin turns over, (n, 208), 1 or 0.

    The mask is thought to stay: with another one half of all modules differ.
    """
    changes, head = _changes(text), 14 if text.isdigit() else 13
    bits = text_bits(text)
    free = len(bits) - head
    changed = ((changes[:, None] >> np.arange(free)[::-1]) & 1).astype(np.float32)
    turned = changed @ text_frame(bits[:head], free).turned
    return np.asarray(turned.astype(np.uint8) & 1, np.float32)


def _changes(text: str) -> NDArray[np.int64]:
    """How the bits of a text's letters, as one number, change with one of the letters."""
    radix, size, widths, used = (
        (10, 3, (4, 7, 10), 10) if text.isdigit() else (45, 2, (6, 11), _NAMES_LETTERS)
    )
    changes, shift = list[NDArray[np.int64]](), 0
    numbers = np.array([letters().index(letter) for letter in text])
    for start in range(0, len(text), size)[::-1]:
        group = numbers[start : start + size]
        worth = radix ** np.arange(len(group))[::-1]
        steps = (np.arange(used) - group[:, None]) * worth[:, None]
        value = int(group @ worth)
        changes.append((((value + steps[steps != 0]) ^ value) << shift).astype(np.int64))
        shift += widths[len(group) - 1]
    return np.concatenate(changes)
