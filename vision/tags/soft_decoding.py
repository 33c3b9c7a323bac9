"""A tag that no list names, read from its grey modules.

The blur is undone by the black-and-white pattern that would give this picture. Of all texts that
a tag can hold the likeliest is taken, or the bytes in doubt are told to the code's own correction:
version 1-H mends 8 wrong bytes of 26, or 17 doubtful ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from vision.surface.flat_table import Singles
from vision.tags.codeword_search import likely_words
from vision.tags.judge import fixed_modules
from vision.tags.patterns import ACROSS, QUIET_MODULES, Blur, blurred, softener, tag_modules
from vision.tags.qr.reed_solomon import mended
from vision.tags.qr.version1 import (
    CHECK_BYTES,
    DATA_BYTES,
    MODULES,
    Bits,
    data_order,
    format_bits,
    format_places,
    mask_bits,
    modules_of,
    text_of,
)

_ROUNDS = 20
_DOUBTFUL = (0, 8, 14)


@dataclass(frozen=True, eq=False)
class SoftText:
    """A text a tag may hold, and the modules it would then have."""

    text: str
    modules: Bits


def soft_texts(samples: Singles, blur: Blur, px_per_module: float) -> Iterator[SoftText]:
    """The texts that the grey modules of one tag allow, the likeliest first."""
    black = -_unblurred(samples, blur, px_per_module)
    mask = _mask(black)
    rows, columns = data_order().T
    bits = black[rows, columns] * np.where(mask_bits(mask), -1.0, 1.0)
    seen: set[str] = set()
    for word in chain(likely_words(bits), _words(bits)):
        text = text_of(word[:DATA_BYTES])
        if text is not None and text not in seen:
            seen.add(text)
            yield SoftText(text, modules_of(word, mask))


def _words(bits: Singles) -> Iterator[list[int]]:
    """The code words near these soft bits, more and more of the bytes in doubt given up."""
    by_byte = bits.reshape(-1, 8)
    word = np.packbits(by_byte > 0, axis=1).ravel().tolist()
    order = np.argsort(np.abs(by_byte).min(axis=1))
    for count in _DOUBTFUL:
        found = mended(word, CHECK_BYTES, order[:count].tolist())
        if found is not None:
            yield found


def _mask(black: Singles) -> int:
    """The mask whose format bits, written twice, agree best."""
    twice = sum(black[copy[:, 0], copy[:, 1]] for copy in format_places())
    fits = [float((twice * np.where(format_bits(mask), 1.0, -1.0)).sum()) for mask in range(8)]
    return int(np.argmax(fits))


def _unblurred(samples: Singles, blur: Blur, px_per_module: float) -> Singles:
    """White (+1) to black (-1) for each module, (21, 21): what would give these samples."""
    fixed = fixed_modules()
    known = np.where(fixed, 1.0 - 2.0 * tag_modules("0"), 0.0).astype(np.float32)
    seen = _evened(samples, blurred(known[None], blur, px_per_module)[0])
    white = known.copy()
    inner = slice(QUIET_MODULES, QUIET_MODULES + MODULES)
    soften = softener(blur, px_per_module)
    for _ in range(_ROUNDS):
        off = seen.reshape(ACROSS, ACROSS) - soften(white)
        white += 0.35 * off[inner, inner]
        white = np.where(fixed, known, np.minimum(np.maximum(white, -1.3), 1.3))
    return np.asarray(white, np.float32)


def _evened(samples: Singles, look: Singles) -> Singles:
    """The samples scaled so that the parts every tag has are as black and white as they should."""
    certain = np.abs(look) > 0.5
    basis = np.column_stack([look, np.ones_like(look)])[certain]
    gain, level = np.linalg.lstsq(basis, samples[certain], rcond=None)[0]
    return np.asarray((samples - level) / max(float(gain), 1.0), np.float32)
