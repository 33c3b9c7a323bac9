"""A camera on the network that shows a plain desk and goes black on command."""

import numpy as np

from tests.spotter.picture_stream import PictureStream, jpeg, served
from tests.spotter.plain_desk import Desk, picture_of

QUALITY = 90


class _Camera(PictureStream):
    """Set its `desk` and whether it is `black`; its `url` is what to play with."""

    pause_s = 1 / 8
    black = False
    shown = 0

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def next_jpeg(self, _: int) -> bytes:
        self.shown += 1
        picture = picture_of(self.desk, self.shown)
        return jpeg(np.zeros_like(picture) if self.black else picture, QUALITY)


def faulty_camera(desk: Desk):
    """The camera."""
    return served(_Camera(desk))
