"""Napkins and mats: cloth that lies flat, plain or patterned, its edges straight or not."""

from collections.abc import Sequence

import numpy as np

from table.table_spec import ThingSpec
from vision.evidence import Evidence
from vision.flat_table import Pixels
from vision.found import Found, footprint_of, ground_of, sureness
from vision.regions import Region, both, bridged, closed, either, opened, regions, share_of, without
from vision.rings import hull, hull_area, sharpened_ring, thinned

_LEAST_EDGE = 0.5
_PATTERN_IN = 1.0  # how wide a stripe or a check is at most
_LEAST_SOLID = 0.75  # of a cloth's convex hull
_LEAST_GROUND = 0.2  # of a patterned cloth that shows its ground colour


def find_cloths(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The napkins or mats of one listing, plain or patterned."""
    thing, flat = evidence.spec.things[number], evidence.flat
    claimed = ground_of(above, flat)
    hidden = either(evidence.covered, claimed)
    shades = either(evidence.masks[number], evidence.tints[number])
    if thing.kind == "napkin":
        # Whatever the pattern is, it is not desk and lies between patches of the ground colour.
        shades = either(shades, both(closed(shades, flat, _PATTERN_IN), evidence.strange))
    mask = opened(closed(shades, flat, 0.25), flat, 0.5)
    whole = opened(bridged(mask, hidden, flat, 3.0), flat, 0.5)
    patches = [p for p in regions(whole, flat, 4) if _solid(p, evidence.masks[number], hidden)]
    found = [_cloth(evidence, thing, patch, hidden) for patch in patches]
    return [one for one in found if one is not None]


def _solid(patch: Region, ground: Pixels, hidden: Pixels) -> bool:
    shown = without(patch.cells, hidden)
    share = share_of(ground, shown)
    return share > _LEAST_GROUND and patch.area_sq_in > _LEAST_SOLID * hull_area(patch.ring)


def _cloth(evidence: Evidence, thing: ThingSpec, patch: Region, hidden: Pixels) -> Found | None:
    ring, share = sharpened_ring(evidence.view, hull(patch.ring), hidden, 0.25)
    if share < _LEAST_EDGE:
        return None
    shape = footprint_of(evidence.flat, thinned(ring, 0.03), thing.height)
    return Found(thing, shape, np.array(shape.exterior.coords[:-1]), sureness(share))
