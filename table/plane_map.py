"""Maps from one plane to another that know both their ends."""

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from table.places import Floats


class _Point(Protocol):
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    def __init__(self, x: float, y: float) -> None: ...


From = TypeVar("From", bound=_Point)
To = TypeVar("To", bound=_Point)
Before = TypeVar("Before", bound=_Point)


@dataclass(frozen=True, eq=False)
class PlaneMap(Generic[From, To]):
    """A projective map between two frames; name it `target_from_source`."""

    source: type[From]
    target: type[To]
    matrix: Floats

    def __post_init__(self) -> None:
        assert self.matrix.shape == (3, 3), self.matrix.shape

    def __call__(self, place: From) -> To:
        """The same place in the target frame."""
        if type(place) is not self.source:
            raise TypeError(f"wants a {self.source.__name__}, got {place!r}")
        x, y, w = self.matrix @ (place.x, place.y, 1.0)
        return self.target(float(x / w), float(y / w))

    def many(self, xy: Any) -> Any:
        """The same for an (n, 2) array of the source frame."""
        moved = np.column_stack([xy, np.ones(len(xy))]) @ self.matrix.T
        return moved[:, :2] / moved[:, 2:]

    def __matmul__(self, first: "PlaneMap[Before, From]") -> "PlaneMap[Before, To]":
        """First `first`, then this one."""
        if first.target is not self.source:
            raise TypeError(f"{self.source.__name__} does not meet {first.target.__name__}")
        return PlaneMap(first.source, self.target, self.matrix @ first.matrix)

    @property
    def inverse(self) -> "PlaneMap[To, From]":
        """The way back."""
        return PlaneMap(
            self.target, self.source, np.asarray(np.linalg.inv(self.matrix), np.float64)
        )
