"""The camera's intrinsics: how its lens makes pixels of directions."""

from dataclasses import dataclass

from table.places import Floats


@dataclass(frozen=True, eq=False)
class Lens:
    """A pinhole with plumb-bob distortion, for pictures of one size."""

    size_wh: tuple[int, int]
    matrix: Floats  # (3, 3)
    distortion: Floats  # (k1, k2, p1, p2, k3, ...)
    name: str = "camera"

    def __post_init__(self) -> None:
        assert self.matrix.shape == (3, 3), self.matrix.shape
        assert self.distortion.ndim == 1, self.distortion.shape
