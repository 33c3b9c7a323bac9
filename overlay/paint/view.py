"""Views: where a table inch falls on a device's pixels."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from overlay.marks.marks import Box
from table.bent_map import BentMap
from table.places import Floats, PlanPixel, ProjectorPixel, TablePoint
from table.plane_map import PlaneMap


@dataclass(frozen=True, eq=False)
class View:
    """A device's pixels as seen from the table.

    `px_from_table` maps (n, 2) inches to (n, 2) pixels, `table_from_px` the way back. Words
    stand upright in the picture where `upright`, else they lie on the table as the marks do.
    Where it `bends`, straight lines of the table are none in the picture.
    """

    size_wh: tuple[int, int]
    px_from_table: Callable[[Floats], Floats]
    table_from_px: Callable[[Floats], Floats]
    upright: bool = True
    bends: bool = False

    def px_per_in(self, x: float, y: float) -> float:
        """How many pixels an inch has near a place."""
        one, other = self.px_from_table(np.array([(x, y), (x + 1.0, y)]))
        return float(np.hypot(*(other - one)))

    def place_at(self, px: tuple[float, float]) -> TablePoint:
        """The table's place under a pixel."""
        ((x, y),) = self.table_from_px(np.array([px], np.float64))
        return TablePoint(float(x), float(y))


def plan_view(box: Box, px_per_in: float) -> View:
    """The plan: the table straight from above, a box of it filling the picture."""
    left, top, right, bottom = box
    wide, high = (max(1, round(side * px_per_in)) for side in (right - left, bottom - top))
    corner = np.array([left, top])
    return View(
        (wide, high),
        lambda xy: (xy - corner) * px_per_in,
        lambda px: px / px_per_in + corner,
    )


def _fitted_view(box: Box, size_wh: tuple[int, int]) -> View:
    """A plan that fits a box of the table into a window, centred."""
    left, top, right, bottom = box
    px_per_in = min(size_wh[0] / (right - left), size_wh[1] / (bottom - top))
    spare = (np.array(size_wh) - px_per_in * np.array([right - left, bottom - top])) / 2
    corner = np.array([left, top])
    return View(
        size_wh,
        lambda xy: (xy - corner) * px_per_in + spare,
        lambda px: (px - spare) / px_per_in + corner,
    )


def framed_view(box: Box, frame: Box, size_wh: tuple[int, int]) -> View:
    """A plan that fits a box of the table into a part of a window, `frame` in pixels, centred."""
    left, top, right, bottom = frame
    inner = _fitted_view(box, (max(1, round(right - left)), max(1, round(bottom - top))))
    corner = np.array([left, top])
    return View(
        size_wh,
        lambda xy: inner.px_from_table(xy) + corner,
        lambda px: inner.table_from_px(px - corner),
    )


def pixel_view(size_wh: tuple[int, int]) -> View:
    """A view in which an inch is a pixel, for what stands around the table."""
    return plan_view((0.0, 0.0, float(size_wh[0]), float(size_wh[1])), 1.0)


def mapped_view(
    px_from_table: PlaneMap[TablePoint, ProjectorPixel] | PlaneMap[TablePoint, PlanPixel],
    size_wh: tuple[int, int],
    *,
    upright: bool,
) -> View:
    """A view through a plane map, such as a projector's."""
    back = px_from_table.inverse
    bends = isinstance(px_from_table, BentMap)
    return View(size_wh, px_from_table.many, back.many, upright, bends)
