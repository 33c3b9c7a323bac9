"""What light the projector throws on each place of the table, for those who look at the table.

A picture taken while the projector shines differs from one without it just there. Vision may
leave the lit places out, subtract the light, or ask for a blank picture and look again.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray

from overlay.projector.paint_projector import Warp

LIGHT_PX_PER_IN = 10.0
_LIT = 2  # of 255, the mean light of a cell: one that is darker is taken for unlit


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


def light_plan(
    projected: pygame.Surface,
    projector_from_table: Warp,
    table_wh_in: tuple[float, float],
    since_s: float,
) -> LightPlan:
    """The light that a projected picture throws on the table."""
    times = _cell_px(projector_from_table)
    smaller = [max(1, -(-side // times)) for side in projected.get_size()]
    # Lines are thinner than the plan's cells: of what a cell holds the mean tells that it is lit.
    means = pygame.surfarray.pixels3d(pygame.transform.smoothscale(projected, smaller))
    cells = _cells(projector_from_table, table_wh_in, projected.get_size())
    return LightPlan(_looked_up(_brightest(means), cells), since_s)


@lru_cache(maxsize=4)
def _cells(
    projector_from_table: Warp, table_wh_in: tuple[float, float], size_wh: tuple[int, int]
) -> NDArray[np.intp]:
    """Which pixel of the smaller picture each cell of the table lies in, -1 where in none."""
    columns, rows = (max(1, round(side * LIGHT_PX_PER_IN)) for side in table_wh_in)
    y, x = np.mgrid[0:rows, 0:columns]
    places = np.column_stack([x.ravel() + 0.5, y.ravel() + 0.5]) / LIGHT_PX_PER_IN
    times = _cell_px(projector_from_table)
    pixels = np.floor(projector_from_table.many(places) / times).astype(int)
    size = np.array([max(1, -(-side // times)) for side in size_wh])
    inside = ((pixels >= 0) & (pixels < size)).all(axis=1)
    number = np.where(inside, pixels[:, 0] * size[1] + pixels[:, 1], -1)
    return number.reshape(rows, columns)


@lru_cache(maxsize=4)
def _cell_px(projector_from_table: Warp) -> int:
    """A cell's width in projector pixels, at the table's origin."""
    one, other = projector_from_table.many(np.array([(1.0, 1.0), (1.0 + 1 / LIGHT_PX_PER_IN, 1.0)]))
    return max(1, int(np.hypot(*(other - one))))


def _brightest(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each pixel as bright as the brightest around it."""
    found = np.ascontiguousarray(picture)
    for after, before in (np.s_[1:, :], np.s_[:-1, :]), (np.s_[:, 1:], np.s_[:, :-1]):
        near = found.copy()
        np.maximum(near[after], found[before], out=near[after])
        np.maximum(near[before], found[after], out=near[before])
        found = near
    return found


def _looked_up(picture: NDArray[np.uint8], cells: NDArray[np.intp]) -> NDArray[np.uint8]:
    """The picture's colours in some cells, black outside it."""
    dark = np.zeros((1, 3), np.uint8)
    return np.concatenate([picture.reshape(-1, 3), dark]).take(cells, axis=0)
