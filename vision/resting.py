"""The table at rest, remembered small: what has changed since, whatever the light did.

Cells an eighth of an inch wide are enough to see a man, a tag or a hand come and go, and few
enough to compare at every picture.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_pose import CameraPose
from table.picture import Picture
from vision.flat_table import FlatTable, Pixels, Singles, flat_picture

PX_PER_IN = 8.0
MARGIN_IN = 1.0
_CHANGED = 0.16  # of the light that comes from a cell, beyond what the whole table's did
_FAINT = 0.5  # of that, where it hangs on cells that have changed for sure
_DARKEST = 6.0  # of 255: below that the camera sees its own noise


@dataclass(frozen=True, eq=False)
class Resting:
    """A small flat picture of the table, in log light."""

    grid: FlatTable
    light: Singles  # (rows, columns, 3)
    reached: Pixels  # 255 where the camera's picture reaches


def resting(picture: Picture, pose: CameraPose, width: float, height: float) -> Resting:
    """The table as this picture shows it."""
    grid = FlatTable(width, height, pose.eye, PX_PER_IN, MARGIN_IN)
    flat, reached = flat_picture(picture, pose, grid)
    smooth = cv2.GaussianBlur(flat, (0, 0), 0.8).astype(np.float32)
    return Resting(grid, np.log(smooth + np.float32(_DARKEST)), reached)


def changed_cells(before: Resting, now: Resting) -> Pixels:
    """The cells (255) that show something else than before.

    A lamp turned up or a cloud is the same factor nearly everywhere: the difference is taken
    beyond its median, and beyond its slow drift over the table. A shadow darkens all three
    colours alike and needs to be deep to count.
    """
    difference = now.light - before.light
    difference -= np.median(difference[::4, ::4].reshape(-1, 3), axis=0)
    brightness = difference.mean(axis=2)
    colour = np.abs(difference - brightness[..., None]).max(axis=2)
    amount = np.maximum(np.abs(brightness) / 2.5, colour / 0.6) / _CHANGED
    amount[(before.reached == 0) | (now.reached == 0)] = 0.0
    return _grown(_opened(amount > 1.0), _opened(amount > _FAINT))


def _opened(cells: NDArray[np.bool_]) -> Pixels:
    """The cells that are part of a patch at least three wide."""
    mask = np.where(cells, 255, 0).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _grown(sure: Pixels, faint: Pixels) -> Pixels:
    """The sure cells and the faint ones that hang on them: a brown hand on a brown desk."""
    _, parts = cv2.connectedComponents(cv2.bitwise_or(sure, faint))
    with_sure = np.unique(parts[sure > 0])
    return np.where((parts > 0) & np.isin(parts, with_sure), 255, 0).astype(np.uint8)


def lit_cells(lit: NDArray[np.bool_], width: float, height: float) -> Pixels:
    """The resting table's cells (255) that are lit, from a map of the play area of any size."""
    size_wh = round(width * PX_PER_IN), round(height * PX_PER_IN)
    cells = cv2.resize(np.where(lit, 255, 0).astype(np.uint8), size_wh)
    edge = round(MARGIN_IN * PX_PER_IN)
    framed = cv2.copyMakeBorder(cells, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=0)
    # Light spills: a camera sees its glow a little beside where it falls.
    return np.asarray(cv2.dilate(framed, np.ones((5, 5), np.uint8)), np.uint8)
