"""Masks worked on eight at a time: what comes out is what each gives by itself."""

import cv2
import numpy as np
import pytest

from vision.surface.bit_masks import BITS, closed, opened, packed, unpacked


def masks(count, shape=(37, 53)):
    """Random masks, more of a cell's neighbours set than by chance."""
    rng = np.random.default_rng(count)
    return [cv2.blur(rng.random(shape), (3, 3)) > 0.4 + 0.03 * n for n in range(count)]


def test_each_mask_comes_back():
    """What was packed is unpacked, however many there are."""
    for count in (1, 5, BITS):
        some = masks(count)
        codes = packed(some)
        for bit, mask in enumerate(some):
            assert np.array_equal(unpacked(codes, bit) > 0, mask)


@pytest.mark.parametrize("side", [1, 3, 5, 9, 49])
@pytest.mark.parametrize(
    ("way", "plain"),
    [(closed, cv2.MORPH_CLOSE), (opened, cv2.MORPH_OPEN)],
    ids=["closed", "opened"],
)
def test_squares_of_any_width_as_opencv_does_each(way, plain, side):
    """Eight masks at once are closed and opened as each of them is, up to the grid's edges."""
    some = masks(BITS)
    codes = way(packed(some), side)
    for bit, mask in enumerate(some):
        alone = cv2.morphologyEx(mask.view(np.uint8), plain, np.ones((side, side), np.uint8))
        assert np.array_equal(unpacked(codes, bit) > 0, alone > 0)
