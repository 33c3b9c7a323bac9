"""How sharp a picture is where it matters: the width of steps from black to white."""

import cv2
import numpy as np
from numpy.typing import NDArray

from table.picture import Grey
from table.places import Floats


def edge_width_px(grey: Grey, corners: Floats) -> float:
    """The median width of the edges that meet at these corners; about 2.5 in a sharp picture."""
    soft = cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32)
    widths = [
        _width_px(soft[max(0, y - 6) : y + 7, max(0, x - 6) : x + 7])
        for x, y in np.asarray(corners).round().astype(int)
        if 1 < x < grey.shape[1] - 2 and 1 < y < grey.shape[0] - 2
    ]
    return float(np.median(widths)) if widths else 0.0


def _width_px(patch: NDArray[np.float32]) -> float:
    across, down = cv2.Scharr(patch, cv2.CV_32F, 1, 0), cv2.Scharr(patch, cv2.CV_32F, 0, 1)
    steepest = float(cv2.magnitude(across, down).max()) / 32
    return float(np.ptp(patch)) / max(steepest, 0.5)
