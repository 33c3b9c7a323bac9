"""What light the projector throws on each place of the table, for those who look at the table.

A picture taken while the projector shines differs from one without it just there. Vision may
leave the lit places out, subtract the light, or ask for a blank picture and look again.
"""

from dataclasses import dataclass

import numpy as np
import pygame
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from overlay.paint_projector import Warp
from table.places import Floats

LIGHT_PX_PER_IN = 10.0
_LIT = 24  # a place darker than this is taken for unlit


@dataclass(frozen=True, eq=False)
class LightPlan:
    """The light on the table since a moment: (rows, columns, red green blue) per tenth of an inch.

    `since_s` is the clock's time at which it was shown.
    """

    rgb: NDArray[np.uint8]
    since_s: float

    @property
    def dark(self) -> bool:
        """Whether no light falls on the table at all."""
        return not bool((self.rgb > _LIT).any())

    @property
    def lit(self) -> NDArray[np.bool_]:
        """Which places are lit."""
        return np.asarray((self.rgb > _LIT).any(axis=2))

    def lit_share(self, shape: BaseGeometry) -> float:
        """How much of a shape on the table is lit, 0 to 1."""
        rows, columns = self.rgb.shape[:2]
        y, x = np.mgrid[0:rows, 0:columns]
        at_x, at_y = (x + 0.5) / LIGHT_PX_PER_IN, (y + 0.5) / LIGHT_PX_PER_IN
        inside = shapely.contains_xy(shape, at_x, at_y)
        return float(self.lit[inside].mean()) if inside.any() else 0.0


def light_plan(
    projected: pygame.Surface,
    projector_from_table: Warp,
    table_wh_in: tuple[float, float],
    since_s: float,
) -> LightPlan:
    """The light that a projected picture throws on the table."""
    columns, rows = (max(1, round(side * LIGHT_PX_PER_IN)) for side in table_wh_in)
    y, x = np.mgrid[0:rows, 0:columns]
    places = np.column_stack([x.ravel() + 0.5, y.ravel() + 0.5]) / LIGHT_PX_PER_IN
    pixels = np.floor(projector_from_table.many(places)).astype(int)
    # Lines are thinner than the plan's cells, so each cell takes the brightest of its pixels.
    picture = _brightest(pygame.surfarray.array3d(projected), _reach_px(projector_from_table))
    return LightPlan(_looked_up(picture, pixels).reshape(rows, columns, 3), since_s)


def _reach_px(projector_from_table: Warp) -> int:
    """Half a cell's width in projector pixels, at the table's origin."""
    one, other = projector_from_table.many(np.array([(1.0, 1.0), (1.0 + 1 / LIGHT_PX_PER_IN, 1.0)]))
    return int(np.ceil(np.hypot(*(other - one)) / 2))


def _brightest(picture: NDArray[np.uint8], reach_px: int) -> NDArray[np.uint8]:
    """Each pixel as bright as the brightest within reach."""
    for axis in (0, 1):
        shifted = [np.roll(picture, k, axis) for k in range(-reach_px, reach_px + 1)]
        picture = np.maximum.reduce(shifted)
    return picture


def _looked_up(picture: NDArray[np.uint8], pixels: Floats) -> NDArray[np.uint8]:
    """The picture's colours at some pixels, black outside it."""
    width, height = picture.shape[:2]
    x, y = pixels[:, 0], pixels[:, 1]
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    found = np.zeros((len(pixels), 3), np.uint8)
    found[inside] = picture[x[inside], y[inside]]
    return found
