"""A picture made several times smaller."""

import cv2
import numpy as np
import pytest

from vision.pictures.smaller_picture import smaller_picture


@pytest.mark.parametrize("times", [2, 3, 5, 20])
def test_means_of_squares(times):
    """Each pixel is the mean of a square; what is left over at the far edges is cut off."""
    picture = np.random.default_rng(1).integers(0, 256, (4 * times, 90 * times, 3), np.uint8)
    ragged = np.pad(picture, ((0, 0), (0, times - 1), (0, 0))) if 2 < times < 16 else picture
    means = cv2.resize(picture, (90, 4), interpolation=cv2.INTER_AREA)
    assert np.array_equal(smaller_picture(ragged, times)[..., :3], means)


def test_white_stays_white():
    """The brightest squares that are summed do not run over."""
    assert (smaller_picture(np.full((32, 32, 3), 255, np.uint8), 16) == 255).all()
