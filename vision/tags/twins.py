"""Near-twins: the tags whose texts differ from a man's name in one letter.

One letter turns over some seventy of a tag's 208 modules of data, all over it. Between a man's
look and a near-twin's the picture says how far it is on the way from the one to the other: for
his own tag not far, for the near-twin's all the way. Any other tag is about half-way to some of
them, for it has half of their modules by chance.
"""

from functools import lru_cache
from math import inf

import numpy as np
from numpy.typing import NDArray

from vision.tags.codeword_search import text_frame
from vision.tags.patterns import ACROSS, QUIET_MODULES, Blur, Samples, softener
from vision.tags.qr.version1 import data_order, letters
from vision.tags.qr.writing import text_bits

_NAMES_LETTERS = 36  # digits and capitals come first
_LIKELY = 24  # near-twins that are looked at closely
_SIDE = 5  # of a block, in modules
_USUAL = 8  # the place of a tag's usual miss among those of its 25 blocks in order
_MISFIT = 0.5
_IN_BLOCK = np.kron(np.eye(ACROSS // _SIDE), np.full(_SIDE, 1 / _SIDE)).astype(np.float32)


def way_to_twin(  # noqa: PLR0913 - the last is named at every call
    misses: Samples,
    text: str,
    white: Samples,
    blur: Blur,
    px_per_module: float,
    *,
    clear: float = -inf,
) -> float:
    """How far a tag's picture is on the way from a man's look to the likeliest of his near-twins'.

    `misses` are those of the man's look, `white` are his modules. Blocks that are like neither
    of the two are hidden, and say little. A rough way shorter than `clear` is the answer.
    """
    rough = _rough_ways(misses, text, white)
    if rough.max() < clear:
        return float(rough.max())
    turned = _turned_modules(text, white, np.argsort(-rough)[:_LIKELY])
    apart = softener(blur, px_per_module)(1.0 + turned).reshape(len(turned), -1) - 1.0
    missed, both, other = (_by_block(v) for v in (misses[None] ** 2, misses * apart, apart**2))
    least = np.minimum(missed, missed + 2 * both + other)
    excess = np.maximum(least - np.partition(missed[0], _USUAL)[_USUAL], 0.0) / _MISFIT
    say = 1.0 / (1.0 + excess * excess)
    ways = -(say * both).sum(axis=1) / np.maximum((say * other).sum(axis=1), 1e-6)
    return float(ways.max())


def _rough_ways(misses: Samples, text: str, white: Samples) -> Samples:
    """How far it is to each near-twin by the middles of the modules in which he differs."""
    rows, columns = data_order().T
    off = misses.reshape(ACROSS, ACROSS)[rows + QUIET_MODULES, columns + QUIET_MODULES]
    bits = _turned_bits(text)
    return np.asarray(bits @ (white[rows, columns] * off) / (-2.0 * bits.sum(axis=1)), np.float32)


def _turned_modules(text: str, white: Samples, twins: NDArray[np.intp]) -> Samples:
    """By how much the man's modules differ from each of some near-twins', (n, 21, 21)."""
    rows, columns = data_order().T
    turned = np.zeros((len(twins), *white.shape), np.float32)
    turned[:, rows, columns] = 2.0 * white[rows, columns] * _turned_bits(text)[twins]
    return turned


def _by_block(values: Samples) -> Samples:
    """The mean of each block, (n, 625) in, (n, 25) out."""
    blocks = _IN_BLOCK @ values.reshape(-1, ACROSS, ACROSS) @ _IN_BLOCK.T
    return np.asarray(blocks.reshape(len(values), -1), np.float32)


@lru_cache(maxsize=256)
def _turned_bits(text: str) -> Samples:
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
