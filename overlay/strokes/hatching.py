"""Hatches: lines or dots that fill a region, so that it can be told without its colour."""

from functools import lru_cache

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from overlay.marks.lines import lines_in
from overlay.marks.marks import Rings, shape_of
from overlay.strokes.inks import HatchStyle
from table.places import Floats

_ANGLES_DEG: dict[str, tuple[float, ...]] = {
    "slant": (-45.0,),
    "backslant": (45.0,),
    "cross": (45.0, -45.0),
    "level": (0.0,),
}
_DOT_IN = 0.05


@lru_cache(maxsize=512)
def hatch_lines(rings: Rings, style: HatchStyle, spacing_in: float) -> tuple[Floats, ...]:
    """The hatch's lines inside a region, aligned to the table so that neighbours agree."""
    shape = shape_of(rings).buffer(0)
    if style == "none" or shape.is_empty:
        return ()
    if style == "dots":
        return _dots(shape, spacing_in)
    lines = [_slanted(shape, angle, spacing_in) for angle in _ANGLES_DEG[style]]
    return tuple(line for found in lines for line in found)


def _slanted(shape: Polygon, angle_deg: float, spacing_in: float) -> tuple[Floats, ...]:
    along = np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))])
    across = np.array([-along[1], along[0]])
    corners = np.asarray(shape.exterior.coords) if isinstance(shape, Polygon) else _hull(shape)
    offsets = corners @ across
    first, last = np.ceil(offsets.min() / spacing_in), np.floor(offsets.max() / spacing_in)
    at = np.arange(first, last + 1) * spacing_in
    low, high = (corners @ along).min(), (corners @ along).max()
    starts, ends = np.outer(at, across) + low * along, np.outer(at, across) + high * along
    clipped = shapely.intersection(shapely.linestrings(np.stack([starts, ends], axis=1)), shape)
    return lines_in(clipped)


def _hull(shape: BaseGeometry) -> Floats:
    return np.asarray(shape.convex_hull.exterior.coords)


def _dots(shape: BaseGeometry, spacing_in: float) -> tuple[Floats, ...]:
    left, top, right, bottom = shape.bounds
    columns = np.arange(np.ceil(left / spacing_in), np.floor(right / spacing_in) + 1)
    rows = np.arange(np.ceil(top / spacing_in), np.floor(bottom / spacing_in) + 1)
    x, y = np.meshgrid(columns, rows)
    places = np.column_stack([(x + 0.5 * (y % 2)).ravel(), y.ravel()]) * spacing_in
    inside = places[shapely.contains_xy(shape, places[:, 0], places[:, 1])]
    return tuple(np.array([[px, py], [px + _DOT_IN, py]]) for px, py in inside)
