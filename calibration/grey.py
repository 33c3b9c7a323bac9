"""How light each pixel is."""

import cv2
import numpy as np

from table.picture import Grey, Picture


def grey_of(picture: Picture) -> Grey:
    """The picture without its colours; one that has none is that already."""
    if picture.ndim == 2:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
