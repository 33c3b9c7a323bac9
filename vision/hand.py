"""A hand over the table: something large that has come in over the edge."""

import cv2
import numpy as np

from vision.flat_table import Pixels
from vision.resting import PX_PER_IN, Resting

SMALLEST_SQ_IN = 2.5  # two fingertips; a man with his tag is less and does not reach the edge


def hand_cells(changed: Pixels, now: Resting) -> Pixels:
    """The cells (255) of what reaches in over the table's edge, none where no hand is there."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(changed)
    edge = set(np.unique(parts[_edge(now) > 0]).tolist())
    hand = np.zeros_like(changed)
    for part in range(1, count):
        large = stats[part, cv2.CC_STAT_AREA] >= SMALLEST_SQ_IN * PX_PER_IN**2
        if large and part in edge:
            hand[parts == part] = 255
    return hand


def _edge(now: Resting) -> Pixels:
    """The outermost cells that the picture reaches, two wide."""
    framed = cv2.copyMakeBorder(now.reached, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    inner = cv2.erode(framed, np.ones((5, 5), np.uint8))[1:-1, 1:-1]
    return np.asarray(cv2.subtract(now.reached, inner), np.uint8)
