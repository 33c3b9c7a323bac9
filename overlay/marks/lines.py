"""Rings and lines in table inches, as marks and strokes share them."""

import numpy as np
import shapely

from table.places import Floats


def circle_xy(x: float, y: float, radius_in: float, corners: int = 72) -> Floats:
    """A circle's corners."""
    turn = np.linspace(0.0, 2 * np.pi, corners, endpoint=False)
    return np.column_stack([x + radius_in * np.cos(turn), y + radius_in * np.sin(turn)])


def closed(ring: Floats) -> Floats:
    """A ring as a line that comes back to its start."""
    return np.concatenate([ring, ring[:1]])


def lines_in(shapes: "np.ndarray[tuple[int], np.dtype[np.object_]]") -> tuple[Floats, ...]:
    """The coordinates of every line among some shapes."""
    parts = shapely.get_parts(shapes)
    parts = parts[(shapely.get_type_id(parts) == 1) & ~shapely.is_empty(parts)]
    return tuple(shapely.get_coordinates(part) for part in parts)
