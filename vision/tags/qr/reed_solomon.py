"""Reed-Solomon correction as QR codes use it: wrong bytes mended, doubtful ones known as such.

Bytes are numbers of the field with 256 elements, made with x^8 + x^4 + x^3 + x^2 + 1; check
bytes are the remainder that makes the word vanish at the powers 0, 1, 2, ... of 2.
Polynomials are lists of coefficients, the lowest power first.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

_POWERS = [1]
for _ in range(254):
    _next = _POWERS[-1] << 1
    _POWERS.append(_next ^ 0x11D if _next > 255 else _next)
_POWERS *= 2
_LOGS = {value: i for i, value in enumerate(_POWERS[:255])}
_POWER_ARRAY = np.array(_POWERS[:255])
_LOG_ARRAY = np.array([_LOGS.get(value, 0) for value in range(256)])


def _times(a: int, b: int) -> int:
    return _POWERS[_LOGS[a] + _LOGS[b]] if a and b else 0


def _over(a: int, b: int) -> int:
    return _POWERS[_LOGS[a] - _LOGS[b] + 255] if a else 0


def _product(p: Sequence[int], q: Sequence[int]) -> list[int]:
    out = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            out[i + j] ^= _times(a, b)
    return out


def _values(p: Sequence[int], exponents: NDArray[np.intp]) -> NDArray[np.intp]:
    """The polynomial at these powers of 2, all at once."""
    coefficients = np.array(p)
    there = np.flatnonzero(coefficients)
    powers = _LOG_ARRAY[coefficients[there]][None, :] + exponents[:, None] * there[None, :]
    return np.asarray(np.bitwise_xor.reduce(_POWER_ARRAY[powers % 255], axis=1))


def check_bytes(data: NDArray[np.uint8], checks: int) -> NDArray[np.uint8]:
    """The check bytes of many words at once, (n, bytes) in, (n, checks) out."""
    units = [_unit_checks(place, data.shape[1], checks) for place in range(data.shape[1])]
    logs = _LOG_ARRAY[data][:, :, None] + _LOG_ARRAY[np.array(units)]
    parts = np.where(data[:, :, None] > 0, _POWER_ARRAY[logs % 255], 0)
    return np.asarray(np.bitwise_xor.reduce(parts, axis=1), np.uint8)


@cache
def _divisor(checks: int) -> list[int]:
    """The polynomial that vanishes at the first powers of 2."""
    divisor = [1]
    for i in range(checks):
        divisor = _product(divisor, [_POWERS[i], 1])
    return divisor


@cache
def _unit_checks(place: int, length: int, checks: int) -> list[int]:
    """The check bytes of a word that is 1 at one place; none of them is zero."""
    divisor = _divisor(checks)
    rest = [int(i == place) for i in range(length)] + [0] * checks
    for i in range(length):
        leading = rest[i]
        for j, coefficient in enumerate(reversed(divisor)):
            rest[i + j] ^= _times(leading, coefficient)
    return rest[length:]


def mended(word: Sequence[int], checks: int, doubtful: Sequence[int]) -> list[int] | None:
    """The nearest code word, None where too many bytes are wrong.

    `doubtful` are places to be taken as lost: two of them cost as much as one wrong byte.
    """
    backwards = list(reversed(word))
    roots = np.arange(checks)
    syndromes = _values(backwards, roots).tolist()
    if not any(syndromes):
        return list(word)
    lost = [1]
    for place in doubtful:
        lost = _product(lost, [1, _POWERS[len(word) - 1 - place]])
    locator = _locator(syndromes, lost, len(doubtful))
    at_places = _values(locator, 255 - np.arange(len(word)))
    places = np.flatnonzero(at_places == 0).tolist()
    if len(places) != len(locator) - 1:
        return None
    evaluator = _product(syndromes, locator)[:checks]
    for i in places:
        backwards[i] ^= _magnitude(evaluator, locator, i)
    if _values(backwards, roots).any():
        return None
    return list(reversed(backwards))


def _locator(syndromes: Sequence[int], lost: list[int], count: int) -> list[int]:
    """The polynomial whose roots are the wrong places (Berlekamp and Massey), from the lost on."""
    here, before, length = list(lost), list(lost), count
    for step in range(count, len(syndromes)):
        before = [0, *before]
        off = 0
        for i, coefficient in enumerate(here):
            if i <= step:
                off ^= _times(coefficient, syndromes[step - i])
        if not off:
            continue
        changed = _sum(here, [_times(off, b) for b in before])
        if 2 * length <= step + count:
            before = [_over(h, off) for h in here]
            length = step + 1 + count - length
        here = changed
    while len(here) > 1 and here[-1] == 0:
        here.pop()
    return here


def _sum(p: Sequence[int], q: Sequence[int]) -> list[int]:
    size = max(len(p), len(q))
    padded = ([*r, *[0] * (size - len(r))] for r in (p, q))
    return [a ^ b for a, b in zip(*padded, strict=True)]


def _magnitude(evaluator: Sequence[int], locator: Sequence[int], place: int) -> int:
    """What to add to the byte at a wrong place (Forney)."""
    value = int(_values(evaluator, np.array([255 - place]))[0])
    slope = 0
    for i in range(1, len(locator), 2):
        slope ^= _times(locator[i], _POWERS[(255 - place) * (i - 1) % 255])
    return _times(_POWERS[place], _over(value, slope)) if slope else 0
