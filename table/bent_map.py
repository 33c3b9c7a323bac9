"""A plane map through a lens that bends what it shows, such as a projector's."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from table.places import Floats, ProjectorPixel, TablePoint
from table.plane_map import Before, PlaneMap

_ROUNDS = 12  # of undoing a bend, each some ten times nearer


@dataclass(frozen=True)
class Bend:
    """How a lens moves pixels out from its middle: by `share` at one `reach_px` from it."""

    middle_px: tuple[float, float]
    reach_px: float
    share: float

    def bent(self, pixels: Floats) -> Floats:
        """Where the lens shows what a pinhole would show at these pixels."""
        out = (pixels - np.array(self.middle_px)) / self.reach_px
        grown = 1 + self.share * (out**2).sum(axis=1, keepdims=True)
        return np.asarray(self.middle_px + out * grown * self.reach_px, float)

    def straight(self, pixels: Floats) -> Floats:
        """Where a pinhole would show what the lens shows at these pixels."""
        seen = (pixels - np.array(self.middle_px)) / self.reach_px
        out = seen
        for _ in range(_ROUNDS):
            out = seen / np.maximum(0.2, 1 + self.share * (out**2).sum(axis=1, keepdims=True))
        return np.asarray(self.middle_px + out * self.reach_px, float)


@dataclass(frozen=True, eq=False)
class BentMap(PlaneMap[TablePoint, ProjectorPixel]):
    """From the table to a projector with a lens of its own: first the plane map, then the bend."""

    bend: Bend = Bend((0.0, 0.0), 1.0, 0.0)

    def __call__(self, place: TablePoint) -> ProjectorPixel:
        """The pixel that lights a place."""
        plain = super().__call__(place)
        ((x, y),) = self.bend.bent(np.array([(plain.x, plain.y)]))
        return ProjectorPixel(float(x), float(y))

    def many(self, xy: Any) -> Any:
        """The same for an (n, 2) array."""
        return self.bend.bent(super().many(xy))

    def __matmul__(self, first: PlaneMap[Before, TablePoint]) -> PlaneMap[Before, ProjectorPixel]:
        """First `first`, then this one."""
        whole = super().__matmul__(first)
        return BentMap(whole.source, whole.target, whole.matrix, self.bend)  # type: ignore[return-value,arg-type]  # whatever it starts from

    @property
    def inverse(self) -> PlaneMap[ProjectorPixel, TablePoint]:
        """The way back."""
        back = super().inverse
        return _UnbentMap(back.source, back.target, back.matrix, self.bend)


@dataclass(frozen=True, eq=False)
class _UnbentMap(PlaneMap[ProjectorPixel, TablePoint]):
    """From a projector with a lens of its own to the table."""

    bend: Bend = Bend((0.0, 0.0), 1.0, 0.0)

    def __call__(self, place: ProjectorPixel) -> TablePoint:
        ((x, y),) = self.bend.straight(np.array([(place.x, place.y)]))
        return super().__call__(ProjectorPixel(float(x), float(y)))

    def many(self, xy: Any) -> Any:
        return super().many(self.bend.straight(np.asarray(xy, float)))

    @property
    def inverse(self) -> PlaneMap[TablePoint, ProjectorPixel]:
        there = super().inverse
        return BentMap(there.source, there.target, there.matrix, self.bend)
