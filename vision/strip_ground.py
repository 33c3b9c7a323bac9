"""Strips of paper and the ground they are looked for on."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from shapely import Polygon

from vision.boxes import Box
from vision.evidence import FLAT_KINDS, Evidence
from vision.flat_table import FlatTable, Pixels
from vision.found import Found, ground_of
from vision.regions import both, closed, either, filled, opened, share_of, without

WIDTH_IN = (0.6, 4.0)  # of any strip
SMALL_THING_IN = 2.6  # what lies across a strip and does not end it
_GAP_IN = 0.2  # in a strip's colour, that its grain tears
_OFF_IN = 0.6  # past the table's edge that paper may hang over it
_SLIVER_IN = 0.45  # narrower than any strip
_LEAST_OF_OTHERS = 0.05  # of what surely shows something else, that surely is the strip


@dataclass(frozen=True, eq=False)
class StripGround:
    """Where a listing's colour shows, and what hides it, on the coarse grid."""

    flat: FlatTable
    shown: Pixels  # without slivers
    raw: Pixels  # with them
    hidden: Pixels
    cut: Pixels  # where a road ends though another may go on behind
    roads: Pixels  # that a river crosses under a bridge
    untold: Pixels  # what is hidden, or no bare desk though it does not show the colour
    own: Pixels  # where no other listing's colour fits better
    others: Pixels  # where another flat thing's colour surely fits better

    @cached_property
    def carried(self) -> Pixels:
        """Where strips show, or may go on unseen."""
        return either(self.raw, self.untold)

    def is_anothers(self, cells: Pixels) -> bool:
        """Whether all that shows of some cells surely is a mat's or another strip's."""
        shows = without(cells, self.hidden)
        return share_of(self.own, shows) < _LEAST_OF_OTHERS * share_of(self.others, shows)


@dataclass(frozen=True, eq=False)
class Strip:
    """One straight strip in seen inches, and the share of its long sides with an edge."""

    box: Box
    edge: float

    @cached_property
    def polygon(self) -> Polygon:
        """Its rectangle."""
        return Polygon(self.box.corners)


def river_ground(evidence: Evidence, number: int, above: Sequence[Found]) -> StripGround:
    """The ground of one listing's rivers, which run on under bridges and all else."""
    hidden = either(evidence.veil(number), ground_of(above, evidence.flat))
    return _ground(evidence, number, hidden, np.zeros_like(hidden), _paper(evidence, "road"))


def road_ground(evidence: Evidence, number: int, above: Sequence[Found]) -> StripGround:
    """The ground of one listing's roads, which end where a river is bridged.

    A bridge of the desk's own colour shows by the river that goes on under it.
    """
    flat, none = evidence.flat, np.zeros_like(evidence.covered)
    rivers = ground_of([one for one in above if one.spec.kind == "river"], flat)
    bridges = ground_of([one for one in above if one.spec.kind == "bridge"], flat)
    rest = ground_of([one for one in above if one.spec.kind != "river"], flat)
    hidden = either(evidence.veil(number), rest)
    rivers = without(rivers, evidence.masks[number])
    water = both(_paper(evidence, "river"), rivers)
    spanned = opened(without(rivers, water), flat, _SLIVER_IN)
    return _ground(evidence, number, either(hidden, water), either(bridges, spanned), none)


def _ground(
    evidence: Evidence, number: int, hidden: Pixels, cut: Pixels, roads: Pixels
) -> StripGround:
    hidden = either(hidden, _off_table(evidence.flat))
    taken = either(hidden, cut)
    raw = without(closed(without(evidence.masks[number], taken), evidence.flat, _GAP_IN), taken)
    shown = opened(raw, evidence.flat, _SLIVER_IN)
    hidden = without(hidden, cut)
    untold = either(hidden, without(evidence.strange, either(raw, cut)))
    own = evidence.strict[number]
    others = without(evidence.surely(evidence.of_kinds(FLAT_KINDS)), own)
    return StripGround(evidence.flat, shown, raw, hidden, cut, roads, untold, own, others)


def _off_table(flat: FlatTable) -> Pixels:
    """What lies so far off the table that no strip reaches there."""
    low, right, bottom = -_OFF_IN, flat.width + _OFF_IN, flat.height + _OFF_IN
    corners = np.array([[low, low], [right, low], [right, bottom], [low, bottom]])
    return np.bitwise_not(filled(corners, flat))


def _paper(evidence: Evidence, kind: str) -> Pixels:
    """Where strips of a kind surely show."""
    paper = evidence.surely(evidence.of_kinds({kind}))
    return opened(without(paper, evidence.covered), evidence.flat, _SLIVER_IN)
