"""Masks worked on eight at a time, each of them one bit of every byte.

What each of eight masks has within a square about each cell is one and the same `or` of bytes;
a square so many cells wide takes two logarithms of that many of them.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import cast

import cv2
import numpy as np

from vision.surface.flat_table import Mask, Pixels

BITS = 8
_ALL = 255  # every bit


def packed(masks: Sequence[Mask]) -> Pixels:
    """Up to eight masks as the bits of one byte for each cell."""
    bits = (mask.view(np.uint8) * np.uint8(1 << bit) for bit, mask in enumerate(masks))
    return reduce(_either, bits)


def unpacked(codes: Pixels, bit: int) -> Pixels:
    """One of the masks; it is no 0 where the mask holds."""
    return np.bitwise_and(codes, np.uint8(1 << bit))


def closed(codes: Pixels, side: int) -> Pixels:
    """The masks with gaps filled that are narrower than a square of so many cells, an odd number.

    Beyond the grid there is nothing to fill from, and nothing that stays open.
    """
    return _narrowed(_widened(codes, side), side)


def opened(codes: Pixels, side: int) -> Pixels:
    """The masks without what is narrower than a square of so many cells, an odd number."""
    return _widened(_narrowed(codes, side), side)


def _widened(codes: Pixels, side: int) -> Pixels:
    return _swept(codes, side, _either, 0)


def _narrowed(codes: Pixels, side: int) -> Pixels:
    return _swept(codes, side, _both, _ALL)


def _either(one: Pixels, other: Pixels) -> Pixels:
    return cast("Pixels", cv2.bitwise_or(one, other))


def _both(one: Pixels, other: Pixels) -> Pixels:
    return cast("Pixels", cv2.bitwise_and(one, other))


def _swept(
    codes: Pixels, side: int, taken: Callable[[Pixels, Pixels], Pixels], beyond: int
) -> Pixels:
    """What is taken of all bytes within a square about each cell."""
    codes = np.pad(codes, side // 2, constant_values=beyond)
    # A window twice as wide is two windows side by side.
    width = 1
    while width < side:
        step = min(width, side - width)
        codes = taken(codes[step:], codes[:-step])
        codes = taken(codes[:, step:], codes[:, :-step])
        width += step
    return codes
