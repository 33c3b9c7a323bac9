"""The table seen straight from above: a picture in, a picture of the table's surface out.

Everything that stands higher than the surface is pushed away from the camera's foot, and
grows, but keeps its shape: a rim is still a circle, a book's cover still a rectangle. One
flat picture therefore serves things of every height. Inches measured on it are "seen"
inches: where the line of sight ends on the surface.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_pose import CameraPose
from table.places import Floats, TableXY

Pixels = NDArray[np.uint8]
Singles = NDArray[np.float32]
Mask = NDArray[np.bool_]

_COARSE = 32  # the lens bends so gently that every 32nd place tells the ones between


@dataclass(frozen=True, slots=True)
class FlatTable:
    """A grid of square cells over the play area and a margin around it.

    `eye` is the camera's centre: x, y, height in table inches.
    """

    width: float
    height: float
    eye: tuple[float, float, float]
    px_per_in: float
    margin_in: float = 2.5

    @property
    def size_wh(self) -> tuple[int, int]:
        """The grid's size in cells."""
        return (
            round((self.width + 2 * self.margin_in) * self.px_per_in),
            round((self.height + 2 * self.margin_in) * self.px_per_in),
        )

    def spread(self, height_in: float) -> float:
        """How much larger a thing at that height looks than on the surface."""
        return self.eye[2] / (self.eye[2] - height_in)

    def cells_from_seen(self, seen: Floats) -> Floats:
        """Cells, whose centres are whole numbers, of places as seen on the surface."""
        return np.asarray((np.asarray(seen, float) + self.margin_in) * self.px_per_in - 0.5)

    def seen_from_cells(self, cells: Floats) -> Floats:
        """Inches on the surface, under these cells."""
        return np.asarray((np.asarray(cells, float) + 0.5) / self.px_per_in - self.margin_in)

    def seen_from_table(self, xy: TableXY, height_in: float) -> Floats:
        """Where the sight line through points at that height meets the surface."""
        foot = np.array(self.eye[:2])
        return np.asarray(foot + (np.asarray(xy, float) - foot) * self.spread(height_in))

    def table_from_seen(self, seen: Floats, height_in: float) -> TableXY:
        """Where points are that are seen there, if they are at that height."""
        foot = np.array(self.eye[:2])
        return TableXY(foot + (np.asarray(seen, float) - foot) / self.spread(height_in))

    def shrunk(self, factor: int) -> "FlatTable":
        """The same ground in cells that many times as wide."""
        return FlatTable(self.width, self.height, self.eye, self.px_per_in / factor, self.margin_in)


def flat_table(pose: CameraPose, width: float, height: float, px_per_in: float) -> FlatTable:
    """The grid over a table of that size, seen by that camera."""
    return FlatTable(width, height, pose.eye, px_per_in)


def flat_picture(picture: Pixels, pose: CameraPose, flat: FlatTable) -> tuple[Pixels, Pixels]:
    """The picture on the grid, and which cells (255) the picture reaches."""
    take = _sampling(pose, flat, (picture.shape[1], picture.shape[0]))
    if take.size_wh != (picture.shape[1], picture.shape[0]):
        picture = cast("Pixels", cv2.resize(picture, take.size_wh, interpolation=cv2.INTER_AREA))
    # OpenCV samples four channels in half the time of three.
    four = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    seen = cv2.remap(  # type: ignore[call-overload]  # a two-channel map needs no second one
        four, take.camera_xy, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return cast("Pixels", cv2.cvtColor(seen, cv2.COLOR_BGRA2BGR)), take.reached


@dataclass(frozen=True, eq=False)
class _Sampling:
    """Where each cell is taken from in the picture made smaller."""

    size_wh: tuple[int, int]
    camera_xy: Singles
    reached: Pixels


@lru_cache(maxsize=4)
def _sampling(pose: CameraPose, flat: FlatTable, size_wh: tuple[int, int]) -> _Sampling:
    """How the grid is sampled: kept, because a camera that stands still asks for it each time."""
    shrink = _shrink(pose, flat)
    camera_xy = _camera_from_cells(pose, flat)
    if shrink > 1:
        camera_xy = (camera_xy + np.float32(0.5)) / np.float32(shrink) - np.float32(0.5)
    columns, rows = size_wh[0] // shrink, size_wh[1] // shrink
    reached = cv2.inRange(camera_xy, (0.0, 0.0), (columns - 1.0, rows - 1.0))
    reached.setflags(write=False)
    return _Sampling((columns, rows), camera_xy, cast("Pixels", reached))


def _camera_from_cells(pose: CameraPose, flat: FlatTable) -> Singles:
    """The picture's pixel for each cell, from a coarse net of them."""
    columns, rows = flat.size_wh
    # Knots lie in the middles of squares of cells, as resizing wants them; one row and column
    # of knots before the grid and one after it.
    across, down = (
        np.arange(-1, count // _COARSE + 2) * _COARSE + (_COARSE - 1) / 2
        for count in (columns, rows)
    )
    net = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    pixels = pose.camera_from_table(TableXY(flat.seen_from_cells(net)), 0.0)
    knots = np.asarray(pixels, np.float32).reshape(len(down), len(across), 2)
    every = cv2.resize(knots, None, fx=_COARSE, fy=_COARSE, interpolation=cv2.INTER_LINEAR)
    return cast("Singles", every[_COARSE : _COARSE + rows, _COARSE : _COARSE + columns])


def _shrink(pose: CameraPose, flat: FlatTable) -> int:
    """How many of the picture's pixels make one cell, at least one."""
    middle = TableXY(np.array([[flat.width / 2, flat.height / 2]]))
    return max(1, round(float(pose.pixels_per_inch(middle, 0.0)[0]) / flat.px_per_in))
