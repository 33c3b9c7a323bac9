"""OmniWar's hex, to cut out of paper."""

from math import sqrt

from table.paper_shape import PaperShape, disk


def hexagon(scale_in: float) -> PaperShape:
    """The hex, `scale_in` across its flats."""
    out = scale_in / sqrt(3)
    ring = tuple((out * x, out * y) for x, y in disk(1.0, 6))
    return PaperShape(f"Hex, {scale_in:g} in across", ring)
