"""A live picture straight from above, made once for all who look at it: tracking and window.

Tracking alone needs half the detail that a window shows, in a third of the time.
"""

from dataclasses import dataclass, replace
from typing import cast

import cv2

from calibration.camera_pose import CameraPose
from table.picture import Picture
from vision.pictures.channels import three_channels
from vision.surface.flat_table import FlatTable, Pixels, flat_four_channels

TRACKED_PX_PER_IN = 16.0  # a module of a tag one inch wide is three quarters of a cell
SHOWN_PX_PER_IN = 32.0  # a 36 in table fills a laptop's screen
MARGIN_IN = 1.0  # around the play area: who stands on its edge is seen whole


@dataclass(frozen=True, eq=False)
class FromAbove:
    """The table with a margin around it, as a camera at `pose` sees it in a picture."""

    picture: Picture
    pose: CameraPose
    grid: FlatTable
    pixels: Pixels  # blue, green, red and a fourth that tells nothing

    @property
    def shown(self) -> bool:
        """Whether it has the detail that a window shows."""
        return self.grid.px_per_in == SHOWN_PX_PER_IN

    def tracked(self) -> Pixels:
        """The same ground in the cells that tracking looks at."""
        grid = replace(self.grid, px_per_in=TRACKED_PX_PER_IN)
        small = cv2.resize(self.pixels, grid.size_wh, interpolation=cv2.INTER_AREA)
        return three_channels(cast("Pixels", small))

    def play_area(self) -> Picture:
        """The table without its margin."""
        edge = round(self.grid.margin_in * self.grid.px_per_in)
        return three_channels(self.pixels[edge:-edge, edge:-edge])


def from_above(
    picture: Picture, pose: CameraPose, width: float, height: float, *, shown: bool
) -> FromAbove:
    """A picture of a table of that size, straight from above; in full detail where it is shown."""
    px_per_in = SHOWN_PX_PER_IN if shown else TRACKED_PX_PER_IN
    grid = FlatTable(width, height, pose.eye, px_per_in, MARGIN_IN)
    return FromAbove(picture, pose, grid, flat_four_channels(picture, pose, grid))
