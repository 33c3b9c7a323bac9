"""An area of the table as answers give it: rings of places in inches."""

Ring = tuple[tuple[float, float], ...]
Area = tuple[Ring, ...]  # the first ring is the outer one, the others are holes
