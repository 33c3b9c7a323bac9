"""A camera on the network that shows a plain desk and fails on command."""

from typing import Literal

import cv2
import numpy as np

from tests.spotter.picture_stream import PictureStream, jpeg, served
from tests.spotter.plain_desk import Desk, picture_of

Fault = Literal["frozen", "black", "small", "stalled", "gone"]
QUALITY = 90


class _Camera(PictureStream):
    """Set its `desk` and its `fault`; its `url` is what to play with."""

    pause_s = 1 / 8
    shown = 0
    last: bytes | None = None

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._fault: Fault | None = None

    @property
    def fault(self) -> Fault | None:
        """What is wrong with it just now."""
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        self._fault = fault
        self.streaming = fault != "gone"

    def next_jpeg(self, _: int) -> bytes | None:
        if self.fault == "stalled":
            return None
        if self.fault != "frozen" or self.last is None:
            self.last = jpeg(self._picture(), QUALITY)
        return self.last

    def _picture(self) -> np.ndarray:
        self.shown += 1
        picture = picture_of(self.desk, self.shown)
        if self.fault == "black":
            return np.zeros_like(picture)
        if self.fault == "small":
            return cv2.resize(picture, (640, 480), interpolation=cv2.INTER_AREA)
        return picture


def faulty_camera(desk: Desk):
    """The camera."""
    return served(_Camera(desk))
