"""A cup on a saucer of its own colour: what is in the cup is a round hole in that colour."""

from collections.abc import Iterator, Sequence

from vision.colour.evidence import Evidence
from vision.surface.patches import Region, either, opened, regions, share_of, without
from vision.things.candidate import Found, ground_of
from vision.things.circles import likely_circles, settled
from vision.things.rim_edges import PLAIN_EDGE, outermost, sharpened
from vision.things.rim_search import ROUNDS, Rim, Search, fill

_NARROW_IN = 0.25  # spoons, and the shadow that a cup throws
_LEAST_SQ_IN = 3.0
_TOLERANCE_IN = 0.07
_MOST_LISTED = 0.3  # of a hole that another listing explains: a lid on a plate
_LEAST_BRIM = 0.2  # of a rim that has the colour: a thin one has little to show


def cup_rims(
    evidence: Evidence, number: int, plates: Sequence[Found]
) -> Iterator[tuple[Search, Rim]]:
    """The rims of one listing's cups on plates, each with the search that told it."""
    flat, height_in = evidence.flat, evidence.spec.things[number].height
    for plate in plates:
        own = number, evidence.spec.things.index(plate.spec)
        colour = either(*(evidence.masks[n] for n in own))
        ground = without(ground_of([plate], flat), either(colour, evidence.covered))
        for hole in regions(opened(ground, flat, _NARROW_IN), flat, _LEAST_SQ_IN):
            if share_of(evidence.surely_others(*own), hole.cells) > _MOST_LISTED:
                continue
            patch = Region(colour, hole.ring, hole.area_sq_in)
            search = Search(evidence, patch, ROUNDS["mug"], height_in, colour)
            rim = _brim(search)
            if rim is not None:
                yield search, rim


def _brim(search: Search) -> Rim | None:
    """The plain edge close around a round hole, None where either is missing."""
    points = search.patch.ring
    for rough, share in likely_circles(points, search.radii, _TOLERANCE_IN, PLAIN_EDGE, most=1):
        circle = settled(rough, points, _TOLERANCE_IN)
        ((inner, inner_edge),) = sharpened(search.evidence, [circle], search.height_in)
        outer, edge = outermost(search.evidence, inner, inner_edge, search.height_in)
        rim = Rim(outer, share, edge, fill(search, outer))
        plain = min(share, edge) >= PLAIN_EDGE and rim.fill >= _LEAST_BRIM
        if plain and outer != inner and search.fits(outer):
            return rim
    return None
