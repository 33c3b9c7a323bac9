"""Rings and lines in table inches, as marks and strokes share them."""

import numpy as np
import shapely

from table.places import Floats


def circle_xy(x: float, y: float, radius_in: float, corners: int) -> Floats:
    """A circle's corners."""
    turn = np.linspace(0.0, 2 * np.pi, corners, endpoint=False)
    return np.column_stack([x + radius_in * np.cos(turn), y + radius_in * np.sin(turn)])


# A side's sign by its place in the army: corners (0: round), how far it is turned, and how large
# so that all of them cover as much as the circle. The fifth side begins again.
_SIGNS = ((0, 0.0, 1.0), (4, np.pi / 4, 1.253), (4, 0.0, 1.253), (3, -np.pi / 2, 1.555))


def side_sign_xy(place: int, x: float, y: float, radius_in: float) -> Floats:
    """The ring by which a side is told without colours: a circle, a square, a diamond, a triangle.

    >>> [len(side_sign_xy(place, 0.0, 0.0, 1.0)) for place in range(5)]
    [40, 4, 4, 3, 40]
    """
    corners, turned, times = _SIGNS[place % len(_SIGNS)]
    if not corners:
        return circle_xy(x, y, radius_in, 40)
    turn = turned + np.linspace(0.0, 2 * np.pi, corners, endpoint=False)
    far_in = times * radius_in
    return np.column_stack([x + far_in * np.cos(turn), y + far_in * np.sin(turn)])


def closed(ring: Floats) -> Floats:
    """A ring as a line that comes back to its start."""
    return np.concatenate([ring, ring[:1]])


def lines_in(shapes: "np.ndarray[tuple[int], np.dtype[np.object_]]") -> tuple[Floats, ...]:
    """The coordinates of every line among some shapes."""
    parts = shapely.get_parts(shapes)
    parts = parts[(shapely.get_type_id(parts) == 1) & ~shapely.is_empty(parts)]
    return tuple(shapely.get_coordinates(part) for part in parts)
