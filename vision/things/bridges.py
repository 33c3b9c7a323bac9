"""Bridges: rectangles of paper across a river, that men, cards and shadows often hide."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from vision.colour.evidence import Evidence
from vision.surface.flat_table import Pixels
from vision.surface.patches import (
    Region,
    both,
    closed,
    connected_to,
    either,
    filled,
    share_inside,
    share_of,
    widened,
    without,
)
from vision.things.boxes import Box, box_around, sharpened
from vision.things.candidate import Found, sureness
from vision.things.part_hidden import part_hidden
from vision.things.rectangles import (
    GAP_IN,
    PLAIN,
    Edged,
    RectangleGround,
    Wanted,
    add_boxes,
    apart,
    ground_under,
)

_BRIDGE = Wanted(1.3, 9, 0.85, 0.5, 0.55)
_BESIDE_IN = 0.4
_LEAST_RIVER = 0.1  # of the ground along a bridge
_LEAST_KNOWN_AWAY = 0.8  # of the rectangle around a bridge where no river is
_BANK_IN = 1.2  # from a river that shows, within which a bridge over it shows too
# By how many of its sides edges tell: the others are hidden, and may lie elsewhere.
_MOST_SURE = (0.7, 0.8, 0.9, 0.95, 0.99)
_SUREST = 0.99


def find_bridges(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The bridges of one listing; where none is plain, those that are mostly hidden too."""
    ground, boxes = ground_under(evidence, number, above, _BRIDGE), list[Edged]()

    def may_be(around: Box, patch: Region) -> bool:
        """Whether a patch crosses a river, or is as full as what is a bridge without one."""
        known = share_inside(either(patch.cells, ground.hidden), around.corners, ground.flat)
        return known >= _LEAST_KNOWN_AWAY or _crosses_a_river(evidence, around)

    add_boxes(ground, boxes, may_be)
    plain = any(share >= PLAIN for _, share in boxes)
    part_seen = [] if plain else list(_mostly_hidden(ground))
    most_sure = {box: most for box, _, most in part_seen}
    every = [*boxes, *((box, share) for box, share, _ in part_seen)]
    return [
        ground.found(box, sureness(share, most_sure.get(box, _SUREST)))
        for box, share in apart(every)
        if share >= PLAIN or _crosses_a_river(evidence, box)
    ]


def _mostly_hidden(ground: RectangleGround) -> Iterator[tuple[Box, float, float]]:
    """The bridges of which too little shows, or too much of a shadow, for a box around it.

    Each with the share of its sides that lie on edges, and how sure of it one may be at most.
    """
    evidence = ground.evidence
    hidden = either(evidence.veil(ground.number), ground.claimed)
    shown = without(closed(evidence.masks[ground.number], ground.flat, GAP_IN), hidden)
    rivers = _rivers(evidence)
    if rivers:
        banks = widened(reduce(either, rivers), ground.flat, _BANK_IN)
        shown = connected_to(both(shown, banks), shown)
    for rectangle in part_hidden(evidence, shown, hidden):
        box, share = sharpened(evidence.view, box_around(rectangle.corners), hidden=hidden)
        if (
            _BRIDGE.has_size(box)
            and share >= _BRIDGE.least_edge
            and ground.is_own(box, share, hidden)
            and _crosses_a_river(evidence, box)
        ):
            yield box, share, _MOST_SURE[rectangle.sides_told]


def _crosses_a_river(evidence: Evidence, box: Box) -> bool:
    """Whether a river's colour shows along a box, or no river is listed.

    A doubtful bridge away from any river, or with its end to one, is a shadow.
    """
    rivers = _rivers(evidence)
    wide = replace(box, half_width=box.half_width + _BESIDE_IN)
    beside = without(filled(wide.corners, evidence.flat), filled(box.corners, evidence.flat))
    return not rivers or max(share_of(river, beside) for river in rivers) > _LEAST_RIVER


def _rivers(evidence: Evidence) -> list[Pixels]:
    """Where each listed river's colour shows."""
    return [evidence.masks[n] for n in evidence.of_kinds({"river"})]
