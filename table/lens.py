"""The camera's intrinsics: how its lens makes pixels of directions."""

from dataclasses import dataclass

from table.places import Floats


@dataclass(frozen=True, eq=False)
class Lens:
    """A lens and its distortion, for pictures of one size.

    A fisheye's distortion bends the angle from the axis (k1, k2, k3, k4); any other's bends
    what a pinhole would see: (k1, k2, p1, p2, k3), and (k4, k5, k6) below the fraction's line.
    """

    size_wh: tuple[int, int]
    matrix: Floats  # (3, 3)
    distortion: Floats
    name: str = "camera"
    is_fisheye: bool = False

    def __post_init__(self) -> None:
        assert self.matrix.shape == (3, 3), self.matrix.shape
        assert self.distortion.ndim == 1, self.distortion.shape
        assert not self.is_fisheye or self.distortion.shape == (4,), self.distortion.shape

    @property
    def model(self) -> str:
        """What ROS calls this sort of distortion."""
        if self.is_fisheye:
            return "equidistant"
        return "plumb_bob" if len(self.distortion) <= 5 else "rational_polynomial"
