"""An area of the table as answers give it: rings of places in inches."""

AreaRing = tuple[tuple[float, float], ...]
AreaRings = tuple[AreaRing, ...]  # the first ring is the outer one, the others are holes
