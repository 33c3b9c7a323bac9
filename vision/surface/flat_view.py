"""One look at the table, from which its things are told: flat, in true colours.

Coarse cells carry colours and masks; the fine picture is only sampled where an outline
runs, so that the cost does not grow with the camera.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.medians import median
from table.places import CellXY, Floats, SeenXY
from vision.pictures.channels import three_channels
from vision.surface.equal_numbers import most_frequent, numbered
from vision.surface.flat_table import (
    FlatTable,
    Mask,
    Pixels,
    Singles,
    flat_four_channels,
    flat_picture,
    reached_cells,
)
from vision.surface.masks import GridMask
from vision.surface.paper_white import lab_under_white, light_field, linear_light

_COARSER = 2  # fine cells to the side of a coarse one
ROUGHER = 3  # coarse cells to the side of a square that tells desk and light, which change slowly
_BLUR_CELLS = 0.8  # by which a camera's noise is evened out, and no outline
_ENOUGH = 2000  # cells that tell by how much the light of two pictures differs
_EVENING_IN = 2.5  # over which a lamp's light hardly changes
_SAME_GAIN = 0.1  # in the logarithm of light, by which the bare desk's gain strays
_SETTLING = 3  # rounds of a median, each without what the last one showed to be outliers
_MOST_UNEVEN = 0.5  # in the logarithm of light


@dataclass(frozen=True, eq=False)
class FlatView:
    """The table, flat: fine bytes, coarse Lab colours under even white light."""

    fine: FlatTable
    coarse: FlatTable
    picture: Pixels  # fine, blue green red and a fourth that tells nothing, from `corner` on
    small: Pixels  # coarse, blue green red and the fourth
    light: Singles  # the same, linear
    white: Singles  # what white paper would give back there, on a rougher grid over the same ground
    reached: GridMask  # coarse, where the camera's picture reaches
    corner: tuple[int, int] = (0, 0)  # the fine cell that is the picture's first
    blur_cells: float = _BLUR_CELLS  # by which colours are evened out

    @cached_property
    def lab(self) -> Singles:
        """The coarse cells' colours under even white light."""
        return self.lab_of_light(self.light)

    @cached_property
    def lab4(self) -> Singles:
        """The same with a fourth channel that tells nothing."""
        return cast("Singles", cv2.cvtColor(self.lab, cv2.COLOR_BGR2BGRA))

    def lab_of_light(self, light: Singles, gain: Floats | Singles | None = None) -> Singles:
        """Colours of light on this grid, of a picture by that gain brighter than this one."""
        white = self.white if gain is None else np.asarray(self.white * gain, np.float32)
        lab = lab_under_white(light, white)
        if not self.blur_cells:
            return lab
        return cast("Singles", cv2.GaussianBlur(lab, (0, 0), self.blur_cells, lab))

    def pixels_from_seen(self, seen: SeenXY) -> CellXY:
        """Places in the fine picture."""
        return CellXY(self.fine.cells_from_seen(seen) - self.corner)

    def rough(self) -> "FlatView":
        """The view with colours of squares of coarse cells, which are even by themselves."""
        return replace(self, light=_rough_light(self.light), blur_cells=0.0)


def view_table(
    picture: Pixels, pose: CameraPose, fine: FlatTable, papers: Sequence[SeenXY]
) -> FlatView:
    """The table flat and in true colours; `papers` are white papers' corners."""
    coarse = fine.shrunk(_COARSER)
    flat = flat_four_channels(picture, pose, fine)
    small = cast("Pixels", cv2.resize(flat, coarse.size_wh, interpolation=cv2.INTER_AREA))
    light = linear_light(three_channels(small))
    white = light_field(light, coarse, list(coarse.cells_from_seen(SeenXY(np.array(papers)))))
    reached = GridMask(coarse, reached_cells(pose, coarse))
    return FlatView(fine, coarse, flat, small, light, white, reached)


@dataclass(frozen=True, eq=False)
class EmptyTable:
    """The empty table's light on a view's grid; by how much brighter the view's picture is.

    The two pictures differ in exposure and white balance.
    """

    light: Singles
    gain: Singles

    def lab(self, view: FlatView) -> Singles:
        """Its colours as the view's light would show them."""
        return view.lab_of_light(self.light, 1 / self.gain)

    def rough(self) -> "EmptyTable":
        """The same on squares of coarse cells."""
        return replace(self, light=_rough_light(self.light))


def empty_table(picture: Pixels, pose: CameraPose, view: FlatView, usable: Mask) -> EmptyTable:
    """The empty table in a picture of it; `usable` are the cells that tell the gain."""
    light = linear_light(flat_picture(picture, pose, view.coarse))
    # The pictures differ alike everywhere: few cells tell as much as all.
    cells = np.flatnonzero(usable)
    few = cells[:: max(1, len(cells) // _ENOUGH)]
    now, then = (
        np.log(np.maximum(some.reshape(-1, 3).take(few, axis=0), 1e-3))
        for some in (view.light, light)
    )
    return EmptyTable(light, np.exp(_commonest((now - then).T.copy())))


def _rough_light(light: Singles) -> Singles:
    """The mean light of squares of cells."""
    rows, columns = (count // ROUGHER for count in light.shape[:2])
    whole = light[: rows * ROUGHER, : columns * ROUGHER]
    return cast("Singles", cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA))


def rough_mask(mask: Mask) -> Mask:
    """What a mask holds in the middles of squares of cells."""
    rows, columns = (count // ROUGHER for count in mask.shape)
    first = ROUGHER // 2
    return mask[first::ROUGHER, first::ROUGHER][:rows, :columns]


def _commonest(ratios: Singles) -> Singles:
    """The ratio, in three rows, around which most lie.

    Bare desk has one, though things hide most of it.
    """
    if not ratios.size:
        return np.zeros(3, np.float32)
    steps = np.rint((ratios - ratios.min(axis=1, keepdims=True)) / _SAME_GAIN).astype(np.int64)
    middle: Singles = ratios[:, most_frequent(numbered(steps))]
    for _ in range(_SETTLING):
        off = np.abs(ratios - middle[:, None]) < 2 * _SAME_GAIN
        middle = median(ratios.compress(off[0] & off[1] & off[2], axis=1), axis=1)
    return middle


def evened_by_desk(view: FlatView, rough: FlatView, desk: Mask) -> FlatView:
    """The view with a lamp's bright spot evened out too, told by the bare desk around.

    Papers are few; a desk is nearly one colour from end to end, so what is left of a slow
    change over its cells is light.
    """
    even = cv2.divide(rough.light, cv2.resize(view.white, rough.light.shape[1::-1]))
    light, bare = _halved(cast("Singles", even)), _halved(desk.astype(np.float32))
    bare = np.where(bare > 0.95, np.float32(1), np.float32(0))
    white = cast("Singles", cv2.resize(view.white, light.shape[1::-1]))
    logs = np.log(np.maximum(light, 1e-3))
    there = logs[bare > 0].T.copy()  # each channel together in memory, as sorting likes it
    middle = median(there, axis=1) if there.size else np.zeros(3, np.float32)
    off = np.minimum(np.maximum(logs - middle, -_MOST_UNEVEN), _MOST_UNEVEN) * bare[..., None]
    sigma = _EVENING_IN * view.coarse.px_per_in / (2 * ROUGHER)
    weight = cv2.GaussianBlur(bare, (0, 0), sigma)[..., None] + np.float32(0.05)
    uneven = np.exp(cv2.GaussianBlur(off, (0, 0), sigma) / weight)
    white = np.asarray(white * uneven, np.float32)
    return replace(view, white=white)


def _halved(cells: Singles) -> Singles:
    """The means of squares of two cells to the side."""
    return cast("Singles", cv2.resize(cells, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
