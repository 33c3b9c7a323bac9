"""Limited turning: how many turns of 60 degrees a path takes (OW-ABL-17)."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from rules.measure import HAIR_IN, at_least
from table.directions import bearing_deg, between_deg, distance_in
from table.places import TablePoint

LEAST_BEND_DEG = 15.0  # a smaller bend is none


def turns(facing_deg: float, path: Sequence[TablePoint], turn_deg: float) -> int:
    """The turns from the facing to the first leg and at each corner of the path.

    >>> turns(0.0, [TablePoint(0, 0), TablePoint(0, 5), TablePoint(5, 5)], 60.0)
    4
    """
    legs = [(a, b) for a, b in pairwise(path) if distance_in(a, b) > HAIR_IN]
    headings = [facing_deg, *(bearing_deg(a, b) for a, b in legs)]
    return sum(_turns(between_deg(a, b), turn_deg) for a, b in pairwise(headings))


def _turns(bend_deg: float, turn_deg: float) -> int:
    return ceil((bend_deg - HAIR_IN) / turn_deg) if at_least(bend_deg, LEAST_BEND_DEG) else 0
