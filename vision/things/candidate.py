"""A thing that was found, before it has a name."""

from dataclasses import dataclass

import numpy as np
from shapely import Polygon, make_valid
from shapely.geometry.base import BaseGeometry

from table.places import SeenXY
from table.table_spec import ThingSpec
from vision.surface.flat_table import FlatTable


@dataclass(frozen=True, eq=False)
class Found:
    """A listed thing's footprint, and the ring inside which it hides the rest."""

    spec: ThingSpec
    footprint: Polygon
    silhouette: SeenXY
    confidence: float
    inverted: bool = False


def footprint_of(flat: FlatTable, ring: SeenXY, height_in: float) -> Polygon:
    """The footprint under a ring that is seen at that height."""
    shape = Polygon(np.asarray(flat.table_from_seen(ring, height_in)))
    if shape.is_valid:
        return shape
    return largest_part(make_valid(shape))


def largest_part(shape: BaseGeometry) -> Polygon:
    """The largest polygon of a shape that may have several, its holes filled."""
    parts = [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "Polygon"]
    return Polygon(max(parts, key=lambda part: part.area).exterior)
