"""What a man sees of the table: everything but the shadows that things throw from his eye.

Shapes in, shapes out, in inches. A thing as high as the eye or higher throws its shadow to the
table's end; a lower one throws a shadow `stretch` times as far off as itself.
"""

from collections.abc import Iterable

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from table.places import TablePoint

ENDLESS = 1e3


def shadow(eye: TablePoint, footprint: Polygon, stretch: float = ENDLESS) -> BaseGeometry:
    """The places behind and on a footprint as seen from a place outside it."""
    if stretch <= 1.0:
        return Polygon()
    ring = np.asarray(footprint.exterior.coords)
    at = np.array([eye.x, eye.y])
    far = at + (ring - at) * stretch
    quads = np.stack([ring[:-1], ring[1:], far[1:], far[:-1]], axis=1)
    polygons = shapely.polygons(quads)
    polygons = polygons[shapely.area(polygons) > 1e-9]
    return shapely.union_all([*shapely.make_valid(polygons), footprint])


def seen_area(
    eye: TablePoint, table: Polygon, blockers: Iterable[tuple[Polygon, float]]
) -> BaseGeometry:
    """The part of the table in sight; a blocking thing itself is seen, for who is in it is."""
    hidden = [
        shadow(eye, footprint, stretch).difference(footprint) for footprint, stretch in blockers
    ]
    return table.difference(shapely.union_all(hidden)) if hidden else table
