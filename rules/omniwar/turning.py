"""Limited turning: how many turns of 60 degrees a path takes (OW-ABL-17)."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from rules.measure.lengths import HAIR_IN, at_least
from table.directions import bearing_deg, between_deg, distance_in
from table.places import TablePoint


def turns(
    facing_deg: float, path: Sequence[TablePoint], turn_deg: float, least_bend_deg: float
) -> int:
    """The turns from the facing to the first leg and at each corner; smaller bends are none.

    >>> turns(0.0, [TablePoint(0, 0), TablePoint(0, 5), TablePoint(5, 5)], 60.0, 15.0)
    4
    """
    legs = [(a, b) for a, b in pairwise(path) if distance_in(a, b) > HAIR_IN]
    headings = [facing_deg, *(bearing_deg(a, b) for a, b in legs)]
    bends_deg = [between_deg(a, b) for a, b in pairwise(headings)]
    counted = [bend_deg for bend_deg in bends_deg if at_least(bend_deg, least_bend_deg)]
    return sum(ceil((bend_deg - HAIR_IN) / turn_deg) for bend_deg in counted)
