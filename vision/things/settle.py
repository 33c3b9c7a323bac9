"""Tall round things that were found, moved onto the outline of the whole: foot, sides and rim.

Which things are there is told by their rims, of which most is seen; where they stand by where they
meet the table.
"""

from dataclasses import replace

import numpy as np

from table.places import Floats, SeenXY
from vision.surface.flat_table import Mask
from vision.surface.masks import inside
from vision.things.candidate import Found
from vision.things.cells import Cells
from vision.things.explain import Chosen, Explanation, found_in
from vision.things.signs import GROUPS, SIGNS, sign_rows, signs_of
from vision.things.standing import feet_of, height_nats, is_standing, standing_at

_FEWEST_PLACES = 16.0  # of an outline of 64 that are seen; fewer tell nothing
# Sides show other shades than what a rim holds: no colour is asked.
_OF_SHAPE = np.array([not name.startswith(("lik", "look", "rival")) for name in SIGNS])
_SEEN = 0.5  # how odd sides are on average that are seen
_ASIDE = 0.3  # of a rim's radius, by which it may have been taken for something beside it
_ABOUT = np.array([(0.0, 0.0), *((np.cos(t), np.sin(t)) for t in np.arange(8) * np.pi / 4)])


def settled_in(table: Explanation) -> list[Found]:
    """The things of an explanation, the surest first, each where it stands."""
    return [
        _settled(table, one, found)
        for one, found in zip(table.chosen, found_in(table), strict=True)
    ]


def _settled(table: Explanation, one: Chosen, found: Found) -> Found:
    """A tall round thing on the outline of the whole, where its sides are seen."""
    if not is_standing(found.spec):
        return found
    cells, free = table.cells, table.free_for(one.listing)
    family, numbers = standing_at(cells, found.spec, _rims_about(one.ring))
    samples = family.samples(numbers)
    signs = signs_of(cells, samples, free, cells.odd)
    weights = _OF_SHAPE * table.weights.signs[GROUPS[found.spec.kind]]
    worth = sign_rows(cells, samples, signs, one.listing) @ weights
    worth += height_nats(numbers[:, 3], found.spec, is_said=True)
    worth[signs.places < _FEWEST_PLACES] = -np.inf
    best = int(worth.argmax())
    whole = samples.rings[best]
    if not np.isfinite(worth[best]) or not _are_seen(cells, whole, one.ring, free):
        return found
    (foot,) = feet_of(numbers[best : best + 1])
    return replace(found, footprint=foot, silhouette=whole)


def _are_seen(cells: Cells, whole: SeenXY, rim: SeenXY, free: Mask) -> bool:
    """Whether most of a thing's sides are nothing that the bare table shows."""
    held, top = (inside(cells.flat, [ring]).holds for ring in (whole, rim))
    sides = cells.odd[held & ~top & free]
    return bool(len(sides) and sides.mean() > _SEEN)


def _rims_about(ring: SeenXY) -> Floats:
    """The circle that a ring is, and others as large beside it."""
    middle = ring.mean(axis=0)
    radius = float(np.linalg.norm(ring - middle, axis=1).mean())
    middles = middle + _ASIDE * radius * _ABOUT
    return np.column_stack([middles, np.full(len(middles), radius)])
