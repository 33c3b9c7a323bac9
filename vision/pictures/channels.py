"""Pictures with a fourth channel that tells nothing: OpenCV samples four faster than three."""

from typing import cast

import cv2

from table.picture import Picture


def three_channels(four: Picture) -> Picture:
    """Blue, green and red alone."""
    return cast("Picture", cv2.cvtColor(four, cv2.COLOR_BGRA2BGR))


def four_channels(three: Picture) -> Picture:
    """Blue, green, red and a fourth channel that tells nothing."""
    return cast("Picture", cv2.cvtColor(three, cv2.COLOR_BGR2BGRA))
