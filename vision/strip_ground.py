"""Strips of paper and the ground they are looked for on."""

from dataclasses import dataclass

from shapely import Polygon

from vision.boxes import Box
from vision.flat_table import FlatTable, Pixels

SMALL_THING_IN = 2.6  # what lies across a strip and does not end it


@dataclass(frozen=True, eq=False)
class StripGround:
    """Where a listing's colour shows, and what hides it, on the coarse grid."""

    flat: FlatTable
    shown: Pixels  # without slivers
    raw: Pixels  # with them
    hidden: Pixels
    strange: Pixels  # what is no bare desk
    cut: Pixels  # where a strip ends though it may go on behind


@dataclass(frozen=True, eq=False)
class Strip:
    """One straight strip in seen inches, and the share of its long sides with an edge."""

    box: Box
    edge: float

    @property
    def polygon(self) -> Polygon:
        """Its rectangle."""
        return Polygon(self.box.corners)
