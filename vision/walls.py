"""Walls: pencils, bundles of them and folded cards, long and thin."""

from dataclasses import replace

import numpy as np

from table.places import Floats
from vision.boxes import Box, box_around, sharpened
from vision.evidence import Evidence
from vision.flat_table import FlatTable, Mask, Pixels
from vision.found import Found, footprint_of, sureness
from vision.regions import bridged, closed, grown, regions, without

_PENCIL_IN = (7.0, 0.3)
_PAINTED_IN = 5.66  # of a pencil's length, the rest is wood, lead and rubber
_WIDEST_PENCIL_IN = 0.42
_WIDEST_IN = 1.6
_TENT_IN = 0.55  # a wall as high as this is a folded card, which stands on its two edges
_GAP_IN = 1.5


def find_walls(evidence: Evidence, number: int, claimed: Pixels) -> list[Found]:
    """The pencils and cards of one listing: long, thin and of one colour."""
    thing, flat = evidence.spec.things[number], evidence.flat
    generous = without(evidence.masks[number], evidence.covered)
    mask = closed(without(evidence.strict[number], claimed), flat, 0.2)
    found = []
    for patch in regions(bridged(mask, evidence.covered, flat, 1.2), flat, 0.2):
        box = box_around(patch.ring)
        if not _thin(box):
            continue
        box = _extended(box, generous, evidence.covered, flat)
        wide = 2 * box.half_width > _WIDEST_PENCIL_IN
        box, share = sharpened(evidence.view, box, 0.15 if wide else 0.1, ends=wide)
        if share < 0.3:
            continue
        box = box if wide else _pencil(box, evidence.covered, flat)
        level_in = 0.0 if thing.height > _TENT_IN else thing.height / 2
        footprint = footprint_of(flat, box.corners, level_in)
        found.append(Found(thing, footprint, grown(box.corners, 1.1), sureness(share)))
    return found


def _thin(box: Box) -> bool:
    return (
        0.1 < 2 * box.half_width < _WIDEST_IN
        and 3.5 * box.half_width < box.half_length
        and 0.7 < box.half_length < 6
    )


def _extended(box: Box, generous: Pixels, covered: Pixels, flat: FlatTable) -> Box:
    """The box made longer at both ends while its colour, or what hides it, goes on."""
    low = -box.half_length - _gone_on(box, -1, generous, covered, flat)
    high = box.half_length + _gone_on(box, 1, generous, covered, flat)
    centre = box.centre + box.along * (low + high) / 2
    return replace(box, centre=centre, half_length=(high - low) / 2)


def _gone_on(box: Box, way: int, generous: Pixels, covered: Pixels, flat: FlatTable) -> float:
    """How much farther the colour goes on past one end, inches."""
    step_in = 1 / flat.px_per_in
    s = box.half_length + np.arange(1, round(5 / step_in)) * step_in
    rows = box.centre + way * s[:, None, None] * box.along
    within = rows + (np.linspace(-0.6, 0.6, 5) * box.half_width)[None, :, None] * box.across
    beside = rows + (np.array([-1, 1]) * (box.half_width + 0.2))[None, :, None] * box.across
    hidden = _at(covered, flat, within).mean(axis=1) > 0.4
    thin = ~_at(generous, flat, beside).any(axis=1)
    shown = (_at(generous, flat, within).mean(axis=1) >= 0.6) & thin & ~hidden
    gap = round(_GAP_IN / step_in)
    gaps = np.flatnonzero(np.convolve(shown | hidden, np.ones(gap), "valid") < 1)
    last = np.flatnonzero(shown[: gaps[0] if len(gaps) else len(s)])
    return float((last[-1] + 1) * step_in) if len(last) else 0.0


def _at(mask: Pixels, flat: FlatTable, seen: Floats) -> Mask:
    cells = np.round(flat.cells_from_seen(seen)).astype(int)
    columns, rows = flat.size_wh
    x, y = cells[..., 0], cells[..., 1]
    inside = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
    return (mask[y.clip(0, rows - 1), x.clip(0, columns - 1)] > 0) & inside


def _pencil(box: Box, covered: Pixels, flat: FlatTable) -> Box:
    """A pencil where the box is about as thick and as long as one's painted part."""
    painted = 2 * box.half_length
    if not 3.0 < painted < 7.6:
        return box
    shift = 0.0
    if painted < _PAINTED_IN - 0.3:
        # Something hides one end: measure from the end that shows.
        hidden = [bool(_at(covered, flat, _beyond(box, way)).any()) for way in (-1, 1)]
        if hidden[0] != hidden[1]:
            shift = (_PAINTED_IN - painted) / 2 * (1 if hidden[1] else -1)
    return Box(box.centre + shift * box.along, box.along, _PENCIL_IN[0] / 2, _PENCIL_IN[1] / 2)


def _beyond(box: Box, way: int) -> Floats:
    s = box.half_length + np.array([0.1, 0.2, 0.3])
    return np.asarray(box.centre + way * s[:, None] * box.along)
