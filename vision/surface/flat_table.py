"""The table seen straight from above: a picture in, a picture of the table's surface out.

Everything that stands higher than the surface is pushed away from the camera's foot, and
grows, but keeps its shape: a rim is still a circle, a book's cover still a rectangle. One
flat picture therefore serves things of every height. Inches measured on it are "seen"
inches: where the line of sight ends on the surface.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_pose import CameraPose
from table.places import CameraXY, CellXY, SeenXY, TableXY
from vision.pictures.channels import four_channels, three_channels
from vision.pictures.smaller_picture import smaller_picture

Pixels = NDArray[np.uint8]
Singles = NDArray[np.float32]
Mask = NDArray[np.bool_]

_COARSE = 32  # the lens bends so gently that every 32nd place tells the ones between
_BAND = 6  # rows of such squares at a time


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

    def cells_from_seen(self, seen: SeenXY) -> CellXY:
        """The cells of places as seen on the surface."""
        return CellXY((np.asarray(seen, float) + self.margin_in) * self.px_per_in - 0.5)

    def seen_from_cells(self, cells: CellXY) -> SeenXY:
        """Inches on the surface, under these cells."""
        return SeenXY((np.asarray(cells, float) + 0.5) / self.px_per_in - self.margin_in)

    def seen_from_table(self, xy: TableXY, height_in: float) -> SeenXY:
        """Where the sight line through points at that height meets the surface."""
        foot = np.array(self.eye[:2])
        return SeenXY(foot + (np.asarray(xy, float) - foot) * self.spread(height_in))

    def table_from_seen(self, seen: SeenXY, height_in: float) -> TableXY:
        """Where points are that are seen there, if they are at that height."""
        foot = np.array(self.eye[:2])
        return TableXY(foot + (np.asarray(seen, float) - foot) / self.spread(height_in))

    def shrunk(self, factor: int) -> "FlatTable":
        """The same ground in cells that many times as wide."""
        return FlatTable(self.width, self.height, self.eye, self.px_per_in / factor, self.margin_in)


def seen_from_camera(pose: CameraPose, pixels: CameraXY) -> SeenXY:
    """Where the lines of sight through these pixels end on the surface."""
    return SeenXY(pose.table_from_camera(pixels, 0.0))


def camera_from_seen(pose: CameraPose, seen: SeenXY) -> CameraXY:
    """The pixels that show these places of the surface."""
    return pose.camera_from_table(TableXY(seen), 0.0)


def flat_table(pose: CameraPose, width: float, height: float, px_per_in: float) -> FlatTable:
    """The grid over a table of that size, seen by that camera."""
    return FlatTable(width, height, pose.eye, px_per_in)


def flat_picture(picture: Pixels, pose: CameraPose, flat: FlatTable) -> Pixels:
    """The picture on the grid; cells that it does not reach are like the nearest it does."""
    return three_channels(flat_four_channels(picture, pose, flat))


def flat_four_channels(picture: Pixels, pose: CameraPose, flat: FlatTable) -> Pixels:
    """The picture on the grid: blue, green, red and a fourth channel that tells nothing.

    OpenCV samples four channels in half the time of three.
    """
    knots, shrink = _knots(pose, flat), pixels_to_a_cell(pose, flat)
    if shrink > 1:
        picture, knots = _shrunk(picture, knots, shrink)
    columns, rows = flat.size_wh
    seen = np.empty((rows, columns, 4), np.uint8)
    for band in _bands(knots, flat):
        # What a slanted row crosses comes faster one piece after another than pixel by pixel.
        corner, end = _around(band.knots, picture.shape[1::-1])
        part = picture[corner[1] : end[1], corner[0] : end[0]]
        cv2.remap(  # type: ignore[call-overload]  # a two-channel map needs no second one
            part if shrink > 1 else four_channels(part),
            band.between(band.knots - corner.astype(np.float32)),
            None,
            cv2.INTER_LINEAR,
            seen[band.rows],
            cv2.BORDER_REPLICATE,
        )
    return seen


def _shrunk(picture: Pixels, camera_xy: Singles, shrink: int) -> tuple[Pixels, Singles]:
    """The part of a picture that has some pixels, that many times smaller; and the pixels there.

    It has four channels.
    """
    # Pixels are counted at their middles.
    smaller_xy = (camera_xy + np.float32(0.5)) / np.float32(shrink) - np.float32(0.5)
    height, width = picture.shape[:2]
    corner, end = _around(smaller_xy, (width // shrink, height // shrink))
    (left, top), (right, bottom) = corner * shrink, end * shrink
    smaller = smaller_picture(picture[top:bottom, left:right], shrink)
    return smaller, smaller_xy - corner.astype(np.float32)


def _around(
    camera_xy: Singles, size_wh: tuple[int, int]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where the part of a picture begins and ends that has some pixels and what lies next to them.

    Of a picture that does not reach them it is what is nearest.
    """
    places, size = camera_xy.reshape(-1, 2), np.array(size_wh)
    low = np.clip(np.floor(places.min(axis=0)).astype(int) - 1, 0, size - 1)
    return low, np.clip(np.ceil(places.max(axis=0)).astype(int) + 2, low + 1, size)


@lru_cache(maxsize=4)
def reached_cells(pose: CameraPose, flat: FlatTable) -> Pixels:
    """The cells, 255, that the camera's picture reaches."""
    width, height = pose.lens.size_wh
    low, high = (0.0, 0.0), (width - 1.0, height - 1.0)
    reached = np.full(flat.size_wh[::-1], 255, np.uint8)
    for band in _bands(_knots(pose, flat), flat):
        # Between knots that are all in the picture lies nothing outside it.
        knots = band.knots.reshape(-1, 2)
        if (knots.min(axis=0) < low).any() or (knots.max(axis=0) > high).any():
            cv2.inRange(band.between(band.knots), low, high, reached[band.rows])
    return reached


@dataclass(frozen=True, eq=False)
class _Band:
    """Some rows of the grid, and the knots around them.

    All rows at once would be more than a processor keeps near.
    """

    rows: slice
    knots: Singles
    cut: tuple[slice, slice]  # of what lies between the knots

    def between(self, knots: Singles) -> Singles:
        """What these knots tell of every cell of the rows."""
        every = cv2.resize(knots, None, fx=_COARSE, fy=_COARSE, interpolation=cv2.INTER_LINEAR)
        return cast("Singles", every[self.cut])


def _bands(knots: Singles, flat: FlatTable) -> Iterator[_Band]:
    """The grid's rows, some at a time."""
    columns, rows = flat.size_wh
    for first in range(0, len(knots) - 1, _BAND):
        some = knots[first : first + _BAND + 1]
        # Between the middles of the first square and the last; the first knot is before the grid.
        top = (first - 1) * _COARSE + _COARSE // 2
        low, high = max(top, 0), min(top + (len(some) - 1) * _COARSE, rows)
        if low >= high:
            break
        start = low - top + _COARSE // 2
        cut = np.s_[start : start + high - low, _COARSE : _COARSE + columns]
        yield _Band(slice(low, high), some, cut)


@lru_cache(maxsize=4)
def _knots(pose: CameraPose, flat: FlatTable) -> Singles:
    """The picture's pixels for a coarse net of cells.

    Kept, because a camera that stands still asks for it each time. Knots lie in the middles of
    squares of cells, as resizing wants them; one row and column of them before the grid and one
    after it.
    """
    across, down = (
        np.arange(-1, count // _COARSE + 2) * _COARSE + (_COARSE - 1) / 2 for count in flat.size_wh
    )
    net = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    pixels = camera_from_seen(pose, flat.seen_from_cells(CellXY(net)))
    return np.asarray(pixels, np.float32).reshape(len(down), len(across), 2)


def pixels_to_a_cell(pose: CameraPose, flat: FlatTable) -> int:
    """How many of the picture's pixels make one cell, at least one."""
    middle = TableXY(np.array([[flat.width / 2, flat.height / 2]]))
    return max(1, round(float(pose.pixels_per_inch(middle, 0.0)[0]) / flat.px_per_in))
