"""Lines that must not type-check: each `type: ignore` is needed, or mypy complains of it."""

from typing import TYPE_CHECKING

import numpy as np

from table.places import CameraPixel, FlatPixel, ProjectorPixel, TablePoint
from table.plane_map import PlaneMap

if TYPE_CHECKING:
    table_from_flat = PlaneMap(FlatPixel, TablePoint, np.eye(3))
    projector_from_table = PlaneMap(TablePoint, ProjectorPixel, np.eye(3))

    table_from_flat(CameraPixel(1.0, 2.0))  # type: ignore[arg-type]
    _ = table_from_flat @ projector_from_table  # type: ignore[operator]
    here: CameraPixel = table_from_flat(FlatPixel(1.0, 2.0))  # type: ignore[assignment]
