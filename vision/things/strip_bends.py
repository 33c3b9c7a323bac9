"""Gentle bends of strips: one line through them in, the strips along it out."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

from table.places import Floats
from vision.colour.evidence import Evidence
from vision.things.boxes import HOPELESS, Box
from vision.things.broken_lines import broken
from vision.things.strip_edges import ENOUGH_EDGE, PLAIN_EDGE, all_edged, unfrayed
from vision.things.strip_ends import all_lengthened
from vision.things.strip_ground import Strip, StripGround
from vision.things.strip_lines import settled

SHORT_IN = 4.0
_SHEET_IN = 16.5  # how long a sheet of paper is at most
_MUCH_BETTER = 0.15  # of strips' sides
_MOST_FRAYED = 0.15  # of them, that noise takes away
_LEAST_FRAYED = 0.4  # of the sides of a strip that has enough edges without noise
_MOST_BENDS = 2  # so gentle that one line goes through them
_HALVES = 0  # in place of a number of pieces

Way = list[tuple[Box, Strip]]  # boxes end to end, and the strips that the picture shows there


def with_bends(
    evidence: Evidence, ground: StripGround, box: Box, ridge: Floats, found: Strip
) -> list[Strip]:
    """The strip found along a box; two or three where edges fit gentle bends better."""
    # What is longer than a sheet is of several, which hardly ever lie in one line.
    enough = ENOUGH_EDGE if 2 * box.half_length < _SHEET_IN else PLAIN_EDGE
    if box.half_length < SHORT_IN:
        return [unfrayed(evidence, ground, box, found, enough)]
    bends = _Bends(evidence, ground, box, ridge)
    # With so few edges it is not noise that frayed them: plain bends need no second look.
    if HOPELESS < found.edge < _LEAST_FRAYED:
        bent = bends.clearest(found.edge + _MUCH_BETTER + _MOST_FRAYED, 0.0)
        if bent:
            return bent
    one = unfrayed(evidence, ground, box, found, enough)
    if not HOPELESS < one.edge < enough:
        return [one]
    return bends.clearest(one.edge + _MUCH_BETTER, PLAIN_EDGE) or [one]


class _Bends:
    """The ways on which a strip may bend along a box, each looked for once."""

    def __init__(self, evidence: Evidence, ground: StripGround, box: Box, ridge: Floats) -> None:
        self.evidence, self.ground = evidence, ground
        self.way = cache(partial(_way, evidence, ground, box, ridge))
        most = min(_MOST_BENDS + 1, int(2 * box.half_length / SHORT_IN))
        self.counts = range(2, most + 1)

    def clearest(self, least_edge: float, enough: float) -> list[Strip]:
        """The strips along the way on which each has the most edge; none with less than that.

        Those with less than enough are looked at again without noise.
        """
        return self._of(self.counts, least_edge, enough) or self._of([_HALVES], least_edge, enough)

    def _of(self, counts: Sequence[int], least_edge: float, enough: float) -> list[Strip]:
        clearest: list[Strip] = []
        for count in counts:
            strips = self._clearer(self.way(count), least_edge, enough)
            if strips:
                clearest, least_edge = strips, min(strip.edge for strip in strips)
                if least_edge >= PLAIN_EDGE:
                    break
        return clearest

    def _clearer(self, way: Way, least_edge: float, enough: float) -> list[Strip]:
        """The strips along a way, if each of them has more edge than that."""
        frayed = _MOST_FRAYED if enough else 0.0
        if any(strip.edge + frayed <= least_edge for _, strip in way):
            return []
        strips: list[Strip] = []
        for box, strip in way:
            strips.append(unfrayed(self.evidence, self.ground, box, strip, enough))
            if strips[-1].edge <= least_edge:
                return []
        return strips


def _way(evidence: Evidence, ground: StripGround, box: Box, ridge: Floats, count: int) -> Way:
    """The way of that many pieces along a box, the shortest first; none where it has no bends."""
    boxes = broken(box, ridge, count) if count else _halves(box, ridge)
    boxes = all_lengthened(ground, sorted(boxes, key=lambda one: one.half_length))
    return list(zip(boxes, all_edged(evidence, ground, boxes), strict=True))


def _halves(box: Box, ridge: Floats) -> list[Box]:
    """The two lines that fit a ridge best, from the halves of one; none where it has but one."""
    quarter = box.along * box.half_length / 2
    middles = (box.centre - quarter, box.centre + quarter)
    halves = [replace(box, centre=middle, half_length=box.half_length / 2) for middle in middles]
    lines = settled(halves, ridge)
    return lines if len(lines) == len(halves) else []
