"""Lines that must not type-check: each `type: ignore` is needed, or mypy complains of it."""

from typing import TYPE_CHECKING

import numpy as np

from table.places import CameraPixel, CellXY, PlanPixel, ProjectorPixel, SeenXY, TablePoint, TableXY
from table.plane_map import PlaneMap
from vision.surface.flat_table import FlatTable

if TYPE_CHECKING:
    table_from_plan = PlaneMap(PlanPixel, TablePoint, np.eye(3))
    projector_from_table = PlaneMap(TablePoint, ProjectorPixel, np.eye(3))

    table_from_plan(CameraPixel(1.0, 2.0))  # type: ignore[arg-type]
    _ = table_from_plan @ projector_from_table  # type: ignore[operator]
    grid = FlatTable(36.0, 24.0, (18.0, 12.0, 40.0), 10.0)
    grid.cells_from_seen(TableXY(np.zeros((1, 2))))  # type: ignore[arg-type]
    grid.table_from_seen(CellXY(np.zeros((1, 2))), 0.0)  # type: ignore[arg-type]
    grid.seen_from_table(SeenXY(np.zeros((1, 2))), 0.0)  # type: ignore[arg-type]
    here: CameraPixel = table_from_plan(PlanPixel(1.0, 2.0))  # type: ignore[assignment]
