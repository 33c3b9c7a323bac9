"""A picture made several times smaller, with a fourth channel that tells nothing."""

from typing import cast

import cv2
import numpy as np

from table.picture import Picture
from vision.pictures.channels import four_channels

_BAND = 24  # rows that stay near the processor
_MOST = 16  # pixels to the side of a square whose sum still fits into sixteen bits


def smaller_picture(picture: Picture, times: int) -> Picture:
    """The means of squares of so many pixels to the side: blue, green, red and a fourth channel."""
    width, height = picture.shape[1] // times, picture.shape[0] // times
    # OpenCV is quick only with squares of two.
    if times == 2 or times > _MOST:
        small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        return four_channels(cast("Picture", small))
    whole = picture[: height * times, : width * times]
    means = np.empty((height, width, 4), np.uint8)
    for top in range(0, height, _BAND):
        rows = whole[top * times : (top + _BAND) * times]
        _put_means(rows, times, means[top : top + _BAND])
    return means


def _put_means(picture: Picture, times: int, means: Picture) -> None:
    """Put the means of a few rows of squares where they belong."""
    height, width = means.shape[:2]
    four = four_channels(picture).reshape(height, times, -1)
    down = np.add.reduce(four, axis=1, dtype=np.uint16)
    # A pixel's four sums of sixteen bits are added at once, as one number of sixty-four.
    across = down.view(np.uint64).reshape(height, width, times)
    sums = across[..., 0] + across[..., 1]
    for column in range(2, times):
        sums += across[..., column]
    cv2.convertScaleAbs(sums.view(np.uint16).reshape(height, width, 4), means, 1 / times**2)
