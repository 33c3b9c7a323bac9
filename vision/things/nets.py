"""Many places on the coarse grid, looked up in masks all at once."""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from table.places import Floats
from vision.surface.flat_table import FlatTable, Mask, Pixels, Singles
from vision.surface.rays import along_rays
from vision.things.boxes import Box

_MIDWAY = 1e-4  # of a cell, so that a place midway between two is the farther one's


@dataclass(frozen=True, eq=False)
class Net:
    """Places on rays, as OpenCV wants them: (rays, steps)."""

    x: Singles
    y: Singles

    def on(self, mask: Pixels) -> Mask:
        """Whether a mask holds there; off the grid it does not."""
        return self.values(mask) > 0

    def values(self, cells: Pixels) -> Pixels:
        """What the grid's cells hold there, 0 off the grid."""
        there = cv2.remap(cells, self.x, self.y, cv2.INTER_NEAREST, borderValue=0)
        return cast("Pixels", there)

    def of_rays(self, rays: slice) -> "Net":
        """Some of the rays."""
        return Net(self.x[rays], self.y[rays])


def net(flat: FlatTable, starts: Floats, ways: Floats, steps_in: Floats) -> Net:
    """The cells at these steps on rays of seen inches."""
    first = flat.cells_from_seen(starts) + _MIDWAY
    planes = along_rays(first, ways, steps_in * flat.px_per_in).transpose(2, 0, 1)
    x, y = planes.astype(np.float32)
    return Net(x, y)


def past_ends(flat: FlatTable, box: Box, across_in: Floats, steps_in: Floats) -> Net:
    """The cells at steps past a box's first end and past its last, that far from its middle line.

    The rays past the first end come first.
    """
    ways = np.repeat([-box.along, box.along], len(across_in), axis=0)
    starts = box.centre + box.half_length * ways + np.tile(across_in, 2)[:, None] * box.across
    return net(flat, starts, ways, steps_in)
