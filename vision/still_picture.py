"""Several pictures of a table at rest as one with less noise: tags too faint in each are read."""

from dataclasses import dataclass

import cv2
import numpy as np

from table.picture import Picture
from vision.tag_patterns import Samples


@dataclass(frozen=True, eq=False)
class StillPicture:
    """The sum of pictures between which nothing moved."""

    total: Samples
    count: int

    def with_picture(self, picture: Picture) -> "StillPicture":
        """One picture more."""
        total = cv2.add(self.total, picture, dtype=cv2.CV_32F)
        return StillPicture(np.asarray(total, np.float32), self.count + 1)

    @property
    def picture(self) -> Picture:
        """The mean of them all."""
        return np.asarray(cv2.convertScaleAbs(self.total, alpha=1.0 / self.count), np.uint8)


def still_picture(picture: Picture) -> StillPicture:
    """The first of them."""
    return StillPicture(picture.astype(np.float32), 1)
