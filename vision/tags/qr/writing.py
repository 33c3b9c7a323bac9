"""The modules of tags, many at once: bytes, check bytes, and the mask the standard would choose.

A maker of QR codes takes the mask with the least penalty; to know the pattern of a printed tag
its choice has to be made again in the same way (ISO/IEC 18004, 7.8.3, before format bits).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.tags.qr.reed_solomon import check_bytes
from vision.tags.qr.version1 import (
    CHECK_BYTES,
    DARK,
    DATA_BYTES,
    MODULES,
    Bits,
    bare_symbol,
    data_order,
    format_bits,
    format_places,
    letters,
    mask_bits,
)

_MASKS = 8
_RATIO = 0b1011101  # the finder pattern's 1 : 1 : 3 : 1 : 1
_FINDER = 7  # modules
_SAME_BLOCK, _LIKE_FINDER, _UNEVEN = 3, 40, 10  # points


def written_modules(texts: Sequence[str]) -> Bits:
    """The symbols of these texts, version 1-H, (n, 21, 21), True for black."""
    data = np.array([data_bytes(text) for text in texts], np.uint8)
    words = np.concatenate([data, check_bytes(data, CHECK_BYTES)], axis=1)
    symbols = _masked(words)
    best = _penalties(symbols).argmin(axis=1)
    written = symbols[np.arange(len(texts)), best]
    written[:, DARK[0], DARK[1]] = True
    formats = np.array([format_bits(mask) for mask in range(_MASKS)])
    for copy in format_places():
        written[:, copy[:, 0], copy[:, 1]] = formats[best]
    return np.asarray(written, bool)


def data_bytes(text: str) -> list[int]:
    """The nine bytes of a text of digits, or of letters and digits."""
    return filled_bytes(text_bits(text))


def text_bits(text: str) -> str:
    """What kind of text it is, how long, and its letters, as zeros and ones."""
    return _digit_bits(text) if text.isdigit() else _letter_bits(text)


def filled_bytes(bits: str) -> list[int]:
    """The nine bytes that begin with these bits, filled up as the standard says."""
    room = 8 * DATA_BYTES
    assert len(bits) <= room, bits
    bits += "0" * min(4, room - len(bits))
    if len(bits) < room:
        # The maker of our sheets fills up to the next byte, a whole one where none is begun.
        bits += "0" * (8 - len(bits) % 8)
    data = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)]
    return data + [(0xEC, 0x11)[i % 2] for i in range(DATA_BYTES - len(data))]


def _digit_bits(text: str) -> str:
    parts = [text[i : i + 3] for i in range(0, len(text), 3)]
    return f"0001{len(text):010b}" + "".join(f"{int(p):0{(4, 7, 10)[len(p) - 1]}b}" for p in parts)


def _letter_bits(text: str) -> str:
    values = [letters().index(letter) for letter in text]
    pairs = [values[i : i + 2] for i in range(0, len(values), 2)]
    return f"0010{len(text):09b}" + "".join(
        f"{p[0] * 45 + p[1]:011b}" if len(p) == 2 else f"{p[0]:06b}" for p in pairs
    )


def _masked(words: NDArray[np.uint8]) -> Bits:
    """Each word under each mask, format and dark module still light, (n, 8, 21, 21)."""
    bits = np.unpackbits(words, axis=1).astype(bool)
    rows, columns = data_order().T
    symbols = np.tile(bare_symbol(), (len(words), _MASKS, 1, 1))
    masks = np.array([mask_bits(mask) for mask in range(_MASKS)])
    symbols[:, :, rows, columns] = bits[:, None, :] ^ masks
    return symbols


def _penalties(black: Bits) -> NDArray[np.int64]:
    """The penalty of each symbol, (..., 21, 21) in; lines are worked on as numbers of 21 bits."""
    weights = 1 << np.arange(MODULES)[::-1]
    rows, columns = black @ weights, np.swapaxes(black, -1, -2) @ weights
    lines = np.concatenate([rows, columns], axis=-1)
    runs = _run_points(lines).sum(axis=-1)
    blocks = _blocks(rows).sum(axis=-1)
    finders = _finder_count(lines).sum(axis=-1)
    uneven = (np.abs(black.mean(axis=(-1, -2)) * 100 - 50) // 5).astype(int)
    return np.asarray(
        runs + _SAME_BLOCK * blocks + _LIKE_FINDER * finders + _UNEVEN * uneven, np.int64
    )


def _same_as_next(lines: NDArray[np.int64]) -> NDArray[np.int64]:
    """Bit i tells whether module i from the right is like the one on its left."""
    return ~(lines ^ (lines >> 1)) & ((1 << (MODULES - 1)) - 1)


def _run_points(lines: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each run of five or more of one colour its length less two."""
    same = _same_as_next(lines)
    five = same & (same >> 1) & (same >> 2) & (same >> 3)
    runs = np.bitwise_count(five & ~(five >> 1)).astype(np.int64)
    return np.asarray(np.bitwise_count(five) + 2 * runs, np.int64)


def _blocks(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many squares of four modules of one colour lie in each two rows."""
    same = _same_as_next(rows)
    upper, lower = rows[..., :-1], rows[..., 1:]
    alike = same[..., :-1] & same[..., 1:] & ~(upper ^ lower)
    return np.asarray(np.bitwise_count(alike), np.int64)


def _finder_count(lines: NDArray[np.int64]) -> NDArray[np.int64]:
    """How often a line looks like a finder pattern with four light modules at one side."""
    starts = range(MODULES - _FINDER + 1)
    like = np.any([(lines >> right) & 0x7F == _RATIO for right in starts], axis=0)
    count = np.zeros_like(lines)
    count[like] = _light_sided(lines[like])
    return count


def _light_sided(lines: NDArray[np.int64]) -> NDArray[np.int64]:
    """The count for lines, (n,), that look like a finder pattern somewhere."""
    count = np.zeros_like(lines)
    free = np.zeros_like(lines)  # from where on the next may begin
    for i in range(MODULES - _FINDER + 1):
        right = MODULES - _FINDER - i  # modules to the right of it
        here = ((lines >> right) & 0x7F == _RATIO) & (free <= i)
        before = (lines >> (right + _FINDER)) & 0xF
        after = (lines >> max(right - 4, 0)) & ((1 << min(right, 4)) - 1)
        counted = here & ((before == 0) | (after == 0))
        count += counted
        free = np.where(counted, i + _FINDER, np.where(here, i + 4, free))
    return count
