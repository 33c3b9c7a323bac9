"""How a QR code of version 1, correction H, holds its 26 bytes: order of modules, masks, format."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

MODULES = 21
DATA_BYTES, CHECK_BYTES = 9, 17
DARK = (MODULES - 8, 8)  # a module that is always black

Bits = NDArray[np.bool_]  # True is black

_ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_LEVEL_H = 0b10
_FORMAT_DIVISOR, _FORMAT_MASK = 0b10100110111, 0b101010000010010


@cache
def data_order() -> NDArray[np.intp]:
    """The data modules' rows and columns in the order of their bits, (208, 2)."""
    taken = np.zeros((MODULES, MODULES), bool)
    taken[:9, :9] = taken[:9, -8:] = taken[-8:, :9] = True
    taken[6] = taken[:, 6] = True
    order = []
    columns = [c for c in range(MODULES - 1, 0, -2) if c > 6] + [5, 3, 1]
    for turn, right in enumerate(columns):
        rows = range(MODULES - 1, -1, -1) if turn % 2 == 0 else range(MODULES)
        order += [(r, c) for r in rows for c in (right, right - 1) if not taken[r, c]]
    return np.array(order)


@cache
def mask_bits(mask: int) -> Bits:
    """Where a mask turns data modules over, in the order of the bits, (208,)."""
    r, c = data_order().T
    rules = (
        (r + c) % 2,
        r % 2,
        c % 3,
        (r + c) % 3,
        (r // 2 + c // 3) % 2,
        (r * c) % 2 + (r * c) % 3,
        ((r * c) % 2 + (r * c) % 3) % 2,
        ((r + c) % 2 + (r * c) % 3) % 2,
    )
    return np.asarray(rules[mask] == 0)


@cache
def format_places() -> NDArray[np.intp]:
    """Rows and columns of both copies of the 15 format bits, most significant first, (2, 15, 2)."""
    last = MODULES - 1
    near = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    far = [(last - i, 8) for i in range(7)] + [(8, last - 7 + i) for i in range(8)]
    return np.array([near, far])


@cache
def format_bits(mask: int) -> Bits:
    """The 15 format bits of correction H with this mask."""
    value = (_LEVEL_H << 3) | mask
    rest = value << 10
    for shift in range(4, -1, -1):
        if rest >> (shift + 10) & 1:
            rest ^= _FORMAT_DIVISOR << shift
    word = ((value << 10) | rest) ^ _FORMAT_MASK
    return np.array([bool(word >> i & 1) for i in range(14, -1, -1)])


@cache
def bare_symbol() -> Bits:
    """The symbol with its data, format and dark module white: finder patterns and timing."""
    black = np.zeros((MODULES, MODULES), bool)
    finder = np.ones((7, 7), bool)
    finder[1:6, 1:6] = False
    finder[2:5, 2:5] = True
    black[6, 8:13:2] = black[8:13:2, 6] = True
    black[:7, :7] = black[:7, -7:] = black[-7:, :7] = finder
    return black


def modules_of(word: Sequence[int], mask: int) -> Bits:
    """The whole symbol for 26 bytes, True for black."""
    modules = bare_symbol().copy()
    bits = np.unpackbits(np.array(word, np.uint8)).astype(bool)
    rows, columns = data_order().T
    modules[rows, columns] = bits ^ mask_bits(mask)
    modules[DARK] = True
    for copy in format_places():
        modules[copy[:, 0], copy[:, 1]] = format_bits(mask)
    return modules


def letters() -> str:
    """The letters of the alphanumeric mode, each at its own number."""
    return _ALPHANUMERIC


def text_of(data: Sequence[int]) -> str | None:
    """What nine data bytes say; None where they say nothing a tag or card would."""
    bits = "".join(f"{byte:08b}" for byte in data)
    readers = {"0001": _digits, "0010": _letters, "0100": _bytes}
    reader = readers.get(bits[:4])
    text = reader(bits[4:]) if reader else None
    return text or None


def _digits(bits: str) -> str | None:
    count, bits = int(bits[:10], 2), bits[10:]
    out = ""
    while count:
        take = min(3, count)
        width = (4, 7, 10)[take - 1]
        if len(bits) < width or int(bits[:width], 2) >= 10**take:
            return None
        out += f"{int(bits[:width], 2):0{take}d}"
        bits, count = bits[width:], count - take
    return out


def _letters(bits: str) -> str | None:
    count, bits = int(bits[:9], 2), bits[9:]
    out = ""
    while count:
        take = min(2, count)
        width = (6, 11)[take - 1]
        if len(bits) < width or int(bits[:width], 2) >= 45**take:
            return None
        value = int(bits[:width], 2)
        out += (
            _ALPHANUMERIC[value]
            if take == 1
            else _ALPHANUMERIC[value // 45] + _ALPHANUMERIC[value % 45]
        )
        bits, count = bits[width:], count - take
    return out


def _bytes(bits: str) -> str | None:
    count = int(bits[:8], 2)
    if len(bits) < 8 + 8 * count:
        return None
    raw = bytes(int(bits[8 + 8 * i : 16 + 8 * i], 2) for i in range(count))
    return raw.decode("utf-8", "replace") if all(32 <= b < 127 for b in raw) else None
