"""Mugs, plates and lids: circles at a known height."""

from collections.abc import Sequence

import numpy as np

from table.table_spec import ThingSpec
from vision.cups_on_plates import cup_rims
from vision.evidence import Evidence
from vision.flat_table import Pixels
from vision.found import Found, footprint_of, ground_of
from vision.inverted import is_inverted
from vision.pale_rounds import pale_rims
from vision.regions import Region, bridged, closed, either, regions, without
from vision.rim_search import ROUNDS, Rim, Search, silhouette
from vision.rims import rims

# A mug's edges are rounded: where it is widest lies a little below its top.
_ROUNDED_LIP_IN = 0.12
_ROUNDED_FLOOR_IN = 0.25
_LEAST_SQ_IN, _LEAST_OF_SMALLEST = 0.6, 0.5  # of a patch; of the smallest radius, squared
_SURE = 0.9  # a confidence, from which no plate of the desk's colour is looked for besides


def find_round(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The mugs, plates or lids of one listing."""
    thing, flat = evidence.spec.things[number], evidence.flat
    claimed, wanted = _claimed(evidence, number, above), ROUNDS[thing.kind]
    mask = closed(without(evidence.masks[number], claimed), flat, 0.25)
    whole = bridged(mask, evidence.covered, flat, 0.9)
    surely = without(evidence.strict[number], claimed)
    found = []
    least_sq_in = max(_LEAST_SQ_IN, _LEAST_OF_SMALLEST * wanted.radii_in[0] ** 2)
    for patch in regions(whole, flat, least_sq_in):
        # Nearly half a round is the least that shows, and it is as wide as its circle.
        if np.ptp(patch.ring, axis=0).max() < 1.7 * wanted.radii_in[0]:
            continue
        search = Search(evidence, patch, wanted, thing.height, surely)
        found += [_found(search, thing, rim) for rim in rims(search)]
    if number in evidence.pale and not any(one.confidence >= _SURE for one in found):
        patch = Region(without(evidence.pale[number], claimed), np.zeros((0, 2)), 0.0)
        search = Search(evidence, patch, wanted, thing.height, surely)
        pale = [_found(search, thing, rim) for rim in pale_rims(search)]
        found += [p for p in pale if not any(p.footprint.intersects(f.footprint) for f in found)]
    if thing.kind == "mug":
        found += _on_bare_plates(evidence, number, found, above)
    return found


def _on_bare_plates(
    evidence: Evidence, number: int, mugs: Sequence[Found], above: Sequence[Found]
) -> list[Found]:
    """The mugs on plates on which none was found by its colour."""
    plates = [one for one in above if one.spec.kind == "plate"]
    bare = [p for p in plates if not any(m.footprint.intersects(p.footprint) for m in mugs)]
    thing = evidence.spec.things[number]
    return [_found(search, thing, rim) for search, rim in cup_rims(evidence, number, bare)]


def _claimed(evidence: Evidence, number: int, above: Sequence[Found]) -> Pixels:
    """What found things hide; a plate does not hide a mug of another colour, which stands on it."""
    if evidence.spec.things[number].kind != "mug":
        return ground_of(above, evidence.flat)
    claimed = ground_of([one for one in above if one.spec.kind != "plate"], evidence.flat)
    for plate in (one for one in above if one.spec.kind == "plate"):
        own = evidence.strict[evidence.spec.things.index(plate.spec)]
        upon = without(evidence.strict[number], own)
        claimed = either(claimed, without(ground_of([plate], evidence.flat), upon))
    return claimed


def _found(search: Search, thing: ThingSpec, rim: Rim) -> Found:
    """The thing whose rim the circle is."""
    circle = rim.circle
    inverted = thing.kind == "mug" and is_inverted(search.evidence, circle)
    level_in = thing.height
    if thing.kind == "mug":
        level_in -= _ROUNDED_FLOOR_IN if inverted else _ROUNDED_LIP_IN
    return Found(
        thing,
        footprint_of(search.evidence.flat, circle.points(64), level_in),
        silhouette(search, circle),
        rim.confidence,
        inverted=inverted,
    )
