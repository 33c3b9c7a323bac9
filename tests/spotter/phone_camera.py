"""A phone as a webcam."""

import numpy as np

from tests.spotter.picture_stream import PictureStream, jpeg, served

PICTURE_WH = (320, 240)
QUALITY = 95


def numbered(number):
    """A picture whose brightness tells its number."""
    return np.full((PICTURE_WH[1], PICTURE_WH[0], 3), 40 + number % 150, np.uint8)


class _Phone(PictureStream):
    """Shows its `picture`, or what that returns; without one numbered pictures."""

    picture = None

    def next_jpeg(self, number):
        shown = self.picture() if callable(self.picture) else self.picture
        return jpeg(numbered(number) if shown is None else shown, QUALITY)


def phone_camera(port=0, picture=None):
    """The phone; `streaming` set to False ends it."""
    phone = _Phone(port)
    phone.picture = picture
    return served(phone)
