"""Strips of paper and the ground they are looked for on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from typing import cast

import cv2
import numpy as np
from shapely import Polygon

from vision.colour.evidence import FLAT_KINDS, Evidence
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.patches import both, closed, either, opened, without
from vision.things.boxes import Box
from vision.things.candidate import Found, ground_of

WIDTH_IN = (0.6, 4.0)  # of any strip
SMALL_THING_IN = 2.6  # what lies across a strip and does not end it
_GAP_IN = 0.2  # in a strip's colour, that its grain tears
_OFF_IN = 0.6  # past the table's edge that paper may hang over it
_SLIVER_IN = 0.45  # narrower than any strip
SHOWN, HIDDEN = np.uint8(1), np.uint8(16)  # bits of what is told of a cell
_LEAST_OF_OTHERS = 0.05  # of what surely shows something else, that surely is the strip


@dataclass(frozen=True, eq=False)
class StripGround:
    """Where a listing's colour shows, and what hides it, on the coarse grid."""

    flat: FlatTable
    shown: Pixels  # without slivers
    raw: Pixels  # with them
    hidden: Pixels
    cut: Pixels  # where a road ends though another may go on behind
    strange: Pixels  # what the bare desk does not explain
    own: Pixels  # where no other listing's colour fits better
    flat_things: tuple[Pixels, ...]  # where each flat listing's colour, this one's too, fits best
    find_roads: Callable[[], Pixels]  # few rivers are in pieces that ask for them

    @cached_property
    def roads(self) -> Pixels:
        """The roads that a river crosses under a bridge."""
        return self.find_roads()

    @cached_property
    def has_roads(self) -> bool:
        """Whether any road crosses the strips."""
        return cv2.countNonZero(self.roads) > 0

    @cached_property
    def told(self) -> Pixels:
        """The bits of each cell: whether the colour shows, slivers of it too, or is hidden."""
        shown = np.bitwise_and(without(self.raw, self.hidden), SHOWN)
        return either(shown, np.bitwise_and(self.hidden, HIDDEN))

    @cached_property
    def untold(self) -> Pixels:
        """What is hidden, or no bare desk though it does not show the colour."""
        return either(self.hidden, without(self.strange, either(self.raw, self.cut)))

    @cached_property
    def shown_or_hidden(self) -> Pixels:
        """Where the colour shows, slivers of it too, or is hidden."""
        return either(self.raw, self.hidden)

    @cached_property
    def carried(self) -> Pixels:
        """Where strips show, or may go on unseen."""
        return either(self.raw, self.untold)

    @cached_property
    def carried_or_cut(self) -> Pixels:
        """Where strips show, or may go on unseen or beyond a bridge."""
        return either(self.carried, self.cut)

    def is_anothers(self, cells: Pixels) -> bool:
        """Whether all that shows of some cells surely is a mat's or another strip's."""
        left, top, width, height = cv2.boundingRect(cells)
        here = np.s_[top : top + height, left : left + width]
        shows = without(cells[here], self.hidden[here])
        own = both(self.own[here], shows)
        flat_things = reduce(either, (mask[here] for mask in self.flat_things), own)
        others = cv2.countNonZero(both(without(flat_things, own), shows))
        return cv2.countNonZero(own) < _LEAST_OF_OTHERS * others

    @cached_property
    def has_bridges(self) -> bool:
        """Whether anything cuts the strips."""
        return cv2.countNonZero(self.cut) > 0


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
    roads = partial(_paper, evidence, "road")
    return _ground(evidence, number, hidden, np.zeros_like(hidden), roads)


def road_ground(evidence: Evidence, number: int, above: Sequence[Found]) -> StripGround:
    """The ground of one listing's roads, which end where a river is bridged.

    A bridge of the desk's own colour shows by the river that goes on under it.
    """
    flat = evidence.flat
    bridges = ground_of([one for one in above if one.spec.kind == "bridge"], flat)
    rest = ground_of([one for one in above if one.spec.kind != "river"], flat)
    hidden = either(evidence.veil(number), rest)
    above_rivers = [one for one in above if one.spec.kind == "river"]
    if above_rivers:
        rivers = without(ground_of(above_rivers, flat), evidence.masks[number])
        water = both(_paper(evidence, "river"), rivers)
        spanned = opened(without(rivers, water), flat, _SLIVER_IN)
        hidden, bridges = either(hidden, water), either(bridges, spanned)
    return _ground(evidence, number, hidden, bridges, partial(np.zeros_like, hidden))


def _ground(
    evidence: Evidence,
    number: int,
    hidden: Pixels,
    cut: Pixels,
    find_roads: Callable[[], Pixels],
) -> StripGround:
    hidden = _with_off_table(hidden, evidence.flat)
    taken = either(hidden, cut)
    raw = without(closed(without(evidence.masks[number], taken), evidence.flat, _GAP_IN), taken)
    return StripGround(
        evidence.flat,
        shown=opened(raw, evidence.flat, _SLIVER_IN),
        raw=raw,
        hidden=without(hidden, cut),
        cut=cut,
        strange=evidence.strange,
        own=evidence.strict[number],
        flat_things=tuple(evidence.strict[n] for n in evidence.of_kinds(FLAT_KINDS)),
        find_roads=find_roads,
    )


def _with_off_table(hidden: Pixels, flat: FlatTable) -> Pixels:
    """What is hidden, and what lies so far off the table that no strip reaches there."""
    ends = np.array([[-_OFF_IN, -_OFF_IN], [flat.width + _OFF_IN, flat.height + _OFF_IN]])
    (left, top), (right, bottom) = np.rint(flat.cells_from_seen(ends)).astype(int)
    rows, columns = hidden.shape
    on_table = hidden[top : bottom + 1, left : right + 1]
    rims = (top, rows - bottom - 1, left, columns - right - 1)
    return cast("Pixels", cv2.copyMakeBorder(on_table, *rims, cv2.BORDER_CONSTANT, value=255))


def _paper(evidence: Evidence, kind: str) -> Pixels:
    """Where strips of a kind surely show."""
    paper = evidence.surely(evidence.of_kinds({kind}))
    return opened(without(paper, evidence.covered), evidence.flat, _SLIVER_IN)
