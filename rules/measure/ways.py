"""The cheapest way of a man to a place, as a path that `move` can judge.

In goes a man who is to travel and a place, however far; out comes the path and its share of a
move, counted along the path as for any that is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import inf

import shapely

from rules.measure.ground import cost, entered, stretches
from rules.measure.ground_map import GroundMap
from rules.measure.lengths import HAIR_IN, apart_in
from rules.measure.travel import Travel, spread_from
from rules.measure.wave import NEVER
from table.directions import bearing_deg, step
from table.places import TablePoint

ASIDE_IN = 1e-4  # a leg along the edge of quicker ground is laid so far inside it
WORTH = 1e-3  # of a move: what laying a leg inside must save
FURTHER = 2.0  # where a place is not reached, ways that cost so many times as much are tried
FURTHEST = 64.0  # moves: nobody plans as far ahead

WayPlaces = tuple[TablePoint, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A path and its share of a whole move, what he spends besides going included."""

    path: WayPlaces
    fraction: float

    @property
    def path_json(self) -> list[list[float]]:
        """The path as a question holds it."""
        return [[at.x, at.y] for at in self.path]


def cheapest_way(travel: Travel, place: TablePoint) -> Way | None:
    """The cheapest way to a place; None where none leads there."""
    ground = travel.ground()
    if not shapely.dwithin(ground.open.cells, shapely.Point(place.x, place.y), HAIR_IN).any():
        return None
    direct = Way((travel.start, place), _spent(travel, (travel.start, place)))
    walked = direct.fraction - (1.0 - travel.budget)
    if ground.evenly(travel.start, ground.furthest_in(walked)) is not None:
        return direct
    bends = _bends(travel, ground, place, direct.fraction)
    path = _off_edges(travel, bends)
    bent = Way(path, _spent(travel, path) if path else inf)
    best = min(direct, bent, key=lambda way: way.fraction)
    return best if best.fraction < inf else None


def _spent(travel: Travel, path: WayPlaces) -> float:
    """The share of a move that a path takes; infinite where he cannot go along it."""
    parts = stretches(travel.field, path)
    spent = cost(parts, travel.ground_of)
    if spent.barred:
        return inf
    tolls = sum(travel.tolls[number] for number in entered(parts, travel.tolls))
    return spent.fraction + tolls + 1.0 - travel.budget


def _bends(travel: Travel, ground: GroundMap, place: TablePoint, known: float) -> WayPlaces:
    """Where the cheapest way begins, bends and ends; `known` is what some way costs."""
    limit = travel.budget if known == inf else known + travel.budget - 1.0
    while limit <= FURTHEST:
        found = spread_from(travel, ground, limit + HAIR_IN)
        bends, moves = found.way(complex(place.x, place.y))
        if moves < NEVER or found.latest() < limit / FURTHER:
            return tuple(TablePoint(at.real, at.imag) for at in bends)
        limit *= FURTHER
    return ()


def _off_edges(travel: Travel, bends: Sequence[TablePoint]) -> WayPlaces:
    """The same way with its legs a hair inside the quicker ground along whose edge they run.

    A path along an edge counts as outside; the cheapest way along a road runs on its edge.
    """
    path = list(bends[:1])
    for leg in pairwise(bends):
        beside = min(_beside(*leg), key=partial(_spent, travel))
        path += beside if _spent(travel, beside) < _spent(travel, leg) - WORTH else leg
    path += bends[-1:]
    return tuple(at for i, at in enumerate(path) if not i or apart_in(at, path[i - 1]) > 0.0)


def _beside(start: TablePoint, end: TablePoint) -> tuple[WayPlaces, WayPlaces]:
    """A leg moved a hair to its right and to its left."""
    facing = bearing_deg(start, end)
    right, left = (
        (step(start, facing, 0.0, aside), step(end, facing, 0.0, aside))
        for aside in (ASIDE_IN, -ASIDE_IN)
    )
    return right, left
