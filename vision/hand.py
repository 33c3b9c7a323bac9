"""A hand over the table: something large that has come in over the edge."""

import cv2
import numpy as np

from vision.flat_table import Pixels, Singles
from vision.resting import PX_PER_IN, Resting

SMALLEST_SQ_IN = 2.5  # two fingertips; a man with his tag is less and does not reach the edge
_PLAINER = 1.6  # times: an outline that is seen, beside bare desk


def hand_cells(changed: Pixels, before: Resting, now: Resting) -> Pixels:
    """The cells (255) of what reaches in over the table's edge, none where no hand is there."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(changed)
    edge = set(parts[_edge(now) > 0].tolist())
    hand = np.zeros_like(changed)
    for part in range(1, count):
        large = stats[part, cv2.CC_STAT_AREA] >= SMALLEST_SQ_IN * PX_PER_IN**2
        if large and part in edge:
            cells = np.where(parts == part, np.uint8(255), np.uint8(0))
            if not _has_left(cells, before, now):
                hand |= cells
    return hand


def _has_left(cells: Pixels, before: Resting, now: Resting) -> bool:
    """Whether the outline of changed cells was seen before and is not any more.

    The table may first have been seen with a hand over it.
    """
    ring = cv2.morphologyEx(cells, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)) > 0
    was, is_now = (_steps(table)[ring].mean() for table in (before, now))
    return bool(was > _PLAINER * is_now)


def _steps(table: Resting) -> Singles:
    """How much each cell's light differs from what is around it."""
    return np.asarray(np.abs(table.light - cv2.blur(table.light, (5, 5))).max(axis=2), np.float32)


def _edge(now: Resting) -> Pixels:
    """The outermost cells that the picture reaches, two wide."""
    framed = cv2.copyMakeBorder(now.reached, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    inner = cv2.erode(framed, np.ones((5, 5), np.uint8))[1:-1, 1:-1]
    return np.asarray(cv2.subtract(now.reached, inner), np.uint8)
