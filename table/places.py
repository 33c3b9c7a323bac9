"""Points, one type for each frame, so that a mix is an error and not a wrong picture.

Table inches have their origin at the play area's top-left corner as the camera sees it,
x to the right and y down. Heights are inches above the table, z up. Seen inches are table
inches where a line of sight ends on the surface: what stands higher is seen beside its place.
"""

from dataclasses import dataclass
from typing import NewType

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class TablePoint:
    """Inches on the table."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class CameraPixel:
    """A pixel of the picture as it was taken, the lens's distortion included."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ProjectorPixel:
    """A pixel of the projector's own picture."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PlanPixel:
    """A pixel of the plan that `spotter draw` makes."""

    x: float
    y: float


Floats = NDArray[np.float64]

# Many points at once: arrays of shape (n, 2), named by their frame.
TableXY = NewType("TableXY", np.ndarray)
CameraXY = NewType("CameraXY", np.ndarray)
ProjectorXY = NewType("ProjectorXY", np.ndarray)

# Of these the last axis alone is x and y.
SeenXY = NewType("SeenXY", np.ndarray)
CellXY = NewType("CellXY", np.ndarray)  # of a flat grid over the table; centres are whole numbers
