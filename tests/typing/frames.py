"""Lines that must not type-check: each `type: ignore` is needed, or mypy complains of it."""

from typing import TYPE_CHECKING

import numpy as np

from table.places import CameraPixel, PlanPixel, ProjectorPixel, TablePoint
from table.plane_map import PlaneMap

if TYPE_CHECKING:
    table_from_plan = PlaneMap(PlanPixel, TablePoint, np.eye(3))
    projector_from_table = PlaneMap(TablePoint, ProjectorPixel, np.eye(3))

    table_from_plan(CameraPixel(1.0, 2.0))  # type: ignore[arg-type]
    _ = table_from_plan @ projector_from_table  # type: ignore[operator]
    here: CameraPixel = table_from_plan(PlanPixel(1.0, 2.0))  # type: ignore[assignment]
