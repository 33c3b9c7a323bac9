"""A thing that was found, before it has a name."""

from dataclasses import dataclass

import numpy as np
from shapely import Polygon, make_valid

from table.places import Floats
from table.table_spec import ThingSpec
from vision.flat_table import FlatTable


@dataclass(frozen=True, eq=False)
class Found:
    """A listed thing's footprint, and the ring in seen inches inside which it hides the rest."""

    spec: ThingSpec
    footprint: Polygon
    silhouette: Floats
    confidence: float
    inverted: bool = False


def footprint_of(flat: FlatTable, ring: Floats, height_in: float) -> Polygon:
    """The footprint under a ring that is seen at that height."""
    shape = Polygon(np.asarray(flat.table_from_seen(ring, height_in)))
    if shape.is_valid:
        return shape
    mended = make_valid(shape)
    parts = [p for p in getattr(mended, "geoms", [mended]) if p.geom_type == "Polygon"]
    return max(parts, key=lambda part: part.area)


def sureness(share: float) -> float:
    """A confidence from the share of an outline that the picture bears out."""
    return round(min(0.99, 0.45 + 0.55 * share), 3)
