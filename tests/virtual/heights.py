"""The height map of everything on the desk, for the shadows it throws."""

import cv2
import numpy as np

from table.places import Floats
from tests.virtual.desk import DeskLook
from tests.virtual.light import DOTS_PER_INCH, HeightMap, Map
from tests.virtual.paint import Sheet, Solid
from tests.virtual.solids import Ball, Box, TurnedWall, frame_along


def height_map(look: DeskLook, parts: list[Sheet | Solid]) -> HeightMap:
    """How high the parts stand above the desk, and a hand's width around it."""
    origin = (look.left - 3.0, look.top - 3.0)
    w = int((look.right - look.left + 6.0) * DOTS_PER_INCH)
    h = int((look.bottom - look.top + 6.0) * DOTS_PER_INCH)
    heights = np.zeros((h, w), np.float32)
    for part in parts:
        if isinstance(part, Solid):
            _stamp(heights, origin, part)
        else:
            _stamp_sheet(heights, origin, part)
    return HeightMap(origin, heights)


def _stamp(heights: Map, origin: tuple[float, float], solid: Solid) -> None:
    shape = solid.shape
    if isinstance(shape, Ball):
        _stamp_ball(heights, origin, shape)
    elif isinstance(shape, Box):
        _stamp_hull(heights, origin, shape.bounds(), float(shape.bounds()[:, 2].max()))
    elif isinstance(shape, TurnedWall):
        _stamp_wall(heights, origin, shape)


def _stamp_sheet(heights: Map, origin: tuple[float, float], sheet: Sheet) -> None:
    ends = np.array(
        [sheet.corner + a * sheet.across + b * sheet.down for a in (0, 1) for b in (0, 1)]
    )
    if ends[:, 2].max() < 0.1:
        return
    steps = 1 if np.ptp(ends[:, 2]) < 0.2 else 8
    for i in range(steps):  # a slope goes up in stairs
        low, high = (
            sheet.corner + sheet.down * i / steps,
            sheet.corner + sheet.down * (i + 1) / steps,
        )
        ring = np.array([low, low + sheet.across, high, high + sheet.across])
        _stamp_hull(heights, origin, ring, float(ring[:, 2].mean()))


def _stamp_hull(heights: Map, origin: tuple[float, float], points: Floats, z_in: float) -> None:
    dots = ((points[:, :2] - origin) * DOTS_PER_INCH).astype(np.float32)
    hull = np.round(cv2.convexHull(dots).reshape(-1, 2)).astype(np.int32)
    mask = np.zeros(heights.shape, np.uint8)
    x, y, w, h = cv2.boundingRect(hull)
    cv2.fillConvexPoly(mask, hull, 1)
    rows, cols = slice(max(y, 0), max(y + h, 0)), slice(max(x, 0), max(x + w, 0))
    part = heights[rows, cols]
    part[mask[rows, cols] > 0] = np.maximum(part[mask[rows, cols] > 0], z_in)


def _stamp_ball(heights: Map, origin: tuple[float, float], ball: Ball) -> None:
    reach = np.sqrt(((ball.frame * ball.half[:, None]) ** 2).sum(axis=0))
    _stamp_dome(heights, origin, ball.centre, reach)


def _stamp_dome(heights: Map, origin: tuple[float, float], centre: Floats, reach: Floats) -> None:
    at = (centre[:2] - origin) * DOTS_PER_INCH
    size = np.maximum(reach[:2] * DOTS_PER_INCH, 0.8)
    x0, y0 = np.maximum(np.floor(at - size), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(at + size) + 1, heights.shape[::-1]).astype(int)
    if x1 <= x0 or y1 <= y0:
        return
    u = (np.arange(x0, x1) - at[0]) / size[0]
    v = (np.arange(y0, y1) - at[1]) / size[1]
    room = 1 - u[None, :] ** 2 - v[:, None] ** 2
    dome = np.where(room > 0, centre[2] + reach[2] * np.sqrt(np.maximum(room, 0)), 0)
    part = heights[y0:y1, x0:x1]
    np.maximum(part, dome.astype(np.float32), out=part)


def _stamp_wall(heights: Map, origin: tuple[float, float], wall: TurnedWall) -> None:
    axis = frame_along(wall.axis)[2]
    wide = max(wall.low_in, wall.high_in)
    if abs(axis[2]) > 0.9:
        turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        ring = np.stack([np.cos(turns), np.sin(turns)], axis=1) * wide + wall.foot[:2]
        top = float(wall.foot[2] + max(axis[2] * wall.length_in, 0.0))
        _stamp_hull(heights, origin, np.column_stack([ring, ring[:, 0]]), top)
        return
    for s in np.linspace(0, 1, max(int(wall.length_in / 0.15), 2)):
        radius = wall.low_in + (wall.high_in - wall.low_in) * s
        centre = wall.foot + axis * wall.length_in * s
        _stamp_dome(heights, origin, centre, np.full(3, max(radius, 0.03)))
