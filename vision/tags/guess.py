"""Guesses of where tags lie: a middle and the tag's own axes, in pixels, many at once.

The camera's pose gives the axes: at a known place, height and facing a tag's pixels are known.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_pose import CameraPose
from table.places import CameraXY, Floats, TableXY
from vision.surface.flat_table import Singles
from vision.tags.patterns import ACROSS

_STEP_IN = 0.25
_MOST_ROWS = 30000  # OpenCV counts them in 16 bits


@dataclass(frozen=True, eq=False)
class TagGuesses:
    """n guesses: `middles` (n, 2) and `axes` (n, 2, 2), pixels per module.

    The columns of an axes matrix are one module to the tag's right and one down its face.
    """

    middles: CameraXY
    axes: Floats

    def __len__(self) -> int:
        return len(self.middles)

    def __getitem__(self, which: NDArray[np.intp] | NDArray[np.bool_] | slice) -> "TagGuesses":
        return TagGuesses(CameraXY(self.middles[which]), self.axes[which])

    def moved(self, modules: Floats, turn_deg: Floats, grown: Floats) -> "TagGuesses":
        """Each guess shifted along its own axes, turned clockwise and made larger."""
        middles = self.middles + (self.axes @ modules[..., None])[..., 0]
        axes = self.axes @ turns(turn_deg) * np.asarray(grown)[:, None, None]
        return TagGuesses(CameraXY(middles), axes)

    def repeated(self, times: int) -> "TagGuesses":
        """Each guess that often, one after the other."""
        return self[np.repeat(np.arange(len(self)), times)]

    @property
    def quads(self) -> Floats:
        """The corners of the white paper, clockwise from the tag's top left, (n, 4, 2)."""
        half = ACROSS / 2
        corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        return np.asarray(self.middles[:, None] + corners @ self.axes.transpose(0, 2, 1), float)


def guesses_from_corners(corners: Floats, modules: int) -> TagGuesses:
    """Guesses from squares that many modules wide, clockwise from their top left, (n, 4, 2)."""
    top_left, top_right, bottom_right, bottom_left = np.moveaxis(corners, 1, 0)
    right = (top_right - top_left + bottom_right - bottom_left) / (2 * modules)
    down = (bottom_left - top_left + bottom_right - top_right) / (2 * modules)
    return TagGuesses(CameraXY(corners.mean(axis=1)), np.stack([right, down], axis=-1))


def squared_up(guesses: TagGuesses, pose: CameraPose, height_in: float) -> TagGuesses:
    """The guesses as squares lying on the level at this height: a decoder's corners are rough."""
    if len(guesses) == 0:
        return guesses
    places = pose.table_from_camera(guesses.middles, height_in)
    level = pixels_per_inch_axes(pose, places, height_in)
    on_table = np.linalg.inv(level) @ guesses.axes
    # Of a matrix near a turn times a growth, the turn and the growth.
    along = on_table[:, 0, 0] + on_table[:, 1, 1]
    across = on_table[:, 1, 0] - on_table[:, 0, 1]
    squares = np.stack([np.stack([along, -across], -1), np.stack([across, along], -1)], -2) / 2
    return TagGuesses(guesses.middles, level @ squares)


def turns(degrees: Floats) -> Floats:
    """Matrices that turn clockwise, y pointing down, (n, 2, 2)."""
    angle = np.radians(degrees)
    turned = np.empty((*np.shape(angle), 2, 2))
    turned[..., 0, 0] = turned[..., 1, 1] = np.cos(angle)
    turned[..., 1, 0] = np.sin(angle)
    turned[..., 0, 1] = -turned[..., 1, 0]
    return turned


def pixels_per_inch_axes(pose: CameraPose, xy: TableXY, height_in: float | Floats) -> Floats:
    """How pixels change with table x and y at these places, (n, 2, 2)."""
    steps = np.array([(_STEP_IN, 0), (-_STEP_IN, 0), (0, _STEP_IN), (0, -_STEP_IN)])
    places = (np.asarray(xy)[:, None] + steps).reshape(-1, 2)
    heights = np.repeat(np.broadcast_to(np.asarray(height_in, float), len(xy)), 4)
    right, left, down, up = np.moveaxis(
        pose.camera_from_table(TableXY(places), heights).reshape(-1, 4, 2), 1, 0
    )
    return np.stack([right - left, down - up], axis=-1) / (2 * _STEP_IN)


def grid(modules: int) -> Floats:
    """The middles of modules round a tag's middle, row by row: (modules ** 2, 2)."""
    line = np.arange(modules) - (modules - 1) / 2
    across, down = np.meshgrid(line, line)
    return np.column_stack([across.ravel(), down.ravel()])


def sampled(picture: Singles, guesses: TagGuesses, at_modules: Floats) -> Singles:
    """The picture's values at these places of each tag's own frame, (n, k)."""
    if len(guesses) == 0:
        return np.zeros((0, len(at_modules)), np.float32)
    # All axes one below the other make one product of the whole.
    axes = guesses.axes.astype(np.float32).reshape(-1, 2)
    spots = (axes @ at_modules.T.astype(np.float32)).reshape(len(guesses), 2, -1)
    spots += guesses.middles[:, :, None].astype(np.float32)
    parts = [
        cv2.remap(
            picture,
            spots[i : i + _MOST_ROWS, 0],
            spots[i : i + _MOST_ROWS, 1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for i in range(0, len(spots), _MOST_ROWS)
    ]
    return np.asarray(parts[0] if len(parts) == 1 else np.concatenate(parts), np.float32)
