"""Mugs, plates and lids: circles at a known height."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from table.table_spec import ThingSpec
from vision.colour.evidence import Evidence
from vision.surface.flat_table import Pixels
from vision.surface.patches import Region, either, made_whole, regions, without
from vision.things.candidate import Found, footprint_of, ground_of
from vision.things.cups_on_plates import cup_rims
from vision.things.inverted import is_inverted
from vision.things.pale_rounds import pale_rims
from vision.things.rim_search import ROUNDS, Rim, Search, silhouette
from vision.things.rims import plain_rims, rims

# A mug's edges are rounded: where it is widest lies a little below its top.
_ROUNDED_LIP_IN = 0.12
_ROUNDED_FLOOR_IN = 0.25
_LEAST_SQ_IN, _LEAST_OF_SMALLEST = 0.6, 0.5  # of a patch; of the smallest radius, squared
_TORN_IN, _BRIDGED_IN = 0.25, 0.9  # how wide a gap in a patch, and what hides a part of it, may be
_SURE = 0.9  # a confidence, from which no plate of the desk's colour is looked for besides


def find_round(evidence: Evidence, number: int, above: Sequence[Found]) -> list[Found]:
    """The mugs, plates or lids of one listing."""
    claimed = _claimed(evidence, number, above)
    if number in evidence.pale:
        found = _of_the_desks_colour(evidence, number, claimed)
    else:
        found = _of_colour(evidence, number, claimed, rims)
    if evidence.spec.things[number].kind == "mug":
        found += _on_bare_plates(evidence, number, found, above)
    return found


def _of_the_desks_colour(evidence: Evidence, number: int, claimed: Pixels) -> list[Found]:
    """The plates of nearly the desk's colour: plain outlines, else edges, else what patches tell.

    Patches of such a colour are mostly the desk's, and each takes long to be looked through.
    """
    found = _of_colour(evidence, number, claimed, plain_rims)
    if not any(one.confidence >= _SURE for one in found):
        patch = Region(without(evidence.pale[number], claimed), np.zeros((0, 2)), 0.0)
        pale = _on_patch(evidence, number, claimed, patch, pale_rims)
        found += [p for p in pale if not any(p.footprint.intersects(f.footprint) for f in found)]
    return found or _of_colour(evidence, number, claimed, rims)


def _of_colour(
    evidence: Evidence, number: int, claimed: Pixels, told: Callable[[Search], Iterable[Rim]]
) -> list[Found]:
    """The rounds in patches of their listing's colour."""
    flat, wanted = evidence.flat, ROUNDS[evidence.spec.things[number].kind]
    shown = without(evidence.masks[number], claimed)
    whole = made_whole(shown, evidence.covered, flat, gap_in=_TORN_IN, width_in=_BRIDGED_IN)
    found = []
    least_sq_in = max(_LEAST_SQ_IN, _LEAST_OF_SMALLEST * wanted.radii_in[0] ** 2)
    for patch in regions(whole, flat, least_sq_in):
        # Nearly half a round is the least that shows, and it is as wide as its circle.
        if np.ptp(patch.ring, axis=0).max() >= 1.7 * wanted.radii_in[0]:
            found += _on_patch(evidence, number, claimed, patch, told)
    return found


def _on_patch(
    evidence: Evidence,
    number: int,
    claimed: Pixels,
    patch: Region,
    told: Callable[[Search], Iterable[Rim]],
) -> list[Found]:
    """The rounds whose rims are told of a patch."""
    thing, strict = evidence.spec.things[number], evidence.strict[number]
    # No lid lies where a mug stands; a mug's thin rim may be of its plate's colour.
    surely = strict if thing.kind == "mug" else without(strict, claimed)
    search = Search(evidence, patch, ROUNDS[thing.kind], thing.height, surely)
    return [_found(search, thing, rim) for rim in told(search)]


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
    inverted = thing.kind == "mug" and is_inverted(
        search.evidence.view, search.evidence.covered, circle
    )
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
