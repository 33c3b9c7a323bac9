"""The table cut into cells of one ground each, for questions about all paths at once.

In goes a field and what ground the inside of its things is; out come the cells, the ground of
many places at once, and how far a man gets on straight lines.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from shapely import STRtree
from shapely.geometry.base import BaseGeometry

from rules.field import Field
from rules.ground import GroundOf
from rules.measure import HAIR_IN
from table.places import Floats

PLACES_AT_ONCE = 1000  # whose lines are held against all seams at one time
BARRED = np.inf  # moves per inch on ground that cannot be entered


@dataclass(frozen=True, eq=False)
class GroundMap:
    """Cells of one ground each: their shapes, and how much of a move an inch on each uses."""

    cells: "np.ndarray[Any, Any]"
    slowness: Floats

    @cached_property
    def tree(self) -> STRtree:
        """The cells by place."""
        return STRtree(self.cells)

    @cached_property
    def barred(self) -> BaseGeometry:
        """Everything that cannot be entered."""
        return shapely.union_all(self.cells[np.isinf(self.slowness)])

    @cached_property
    def seams(self) -> Floats:
        """The edges along which the slowness changes, as rows x1, y1, x2, y2."""
        kinds = [
            shapely.union_all(self.cells[self.slowness == slow])
            for slow in np.unique(self.slowness)
        ]
        rings = shapely.get_parts(shapely.boundary(np.array(kinds, dtype=object)))
        rows = []
        for ring in rings:
            at = shapely.get_coordinates(ring)
            rows.append(np.hstack([at[:-1], at[1:]]))
        return np.concatenate(rows) if rows else np.empty((0, 4))

    def at(self, places_xy: Floats) -> Floats:
        """The slowness at each place; where cells meet, that of one of them."""
        found = np.full(len(places_xy), BARRED)
        place, cell = self.tree.query(shapely.points(places_xy), predicate="intersects")
        # The quickest last, so that it stands where several meet.
        order = np.argsort(-self.slowness[cell], kind="stable")
        found[place[order]] = self.slowness[cell[order]]
        return found

    def within(self, window: BaseGeometry) -> "GroundMap":
        """The part of the map inside a window; cells that meet still share their corners."""
        near = self.tree.query(window, predicate="intersects")
        edges = shapely.union_all([*shapely.boundary(self.cells[near]), window.boundary])
        parts = shapely.get_parts(shapely.polygonize([edges]))
        inside = shapely.point_on_surface(parts)
        kept = shapely.contains(window, inside)
        at = shapely.get_coordinates(inside[kept])
        slowness = self.at(at)
        on_table = shapely.contains(shapely.union_all(self.cells[near]), inside[kept])
        return GroundMap(parts[kept][on_table], slowness[on_table])


def ground_map(field: Field, ground_of: GroundOf) -> GroundMap:
    """The table's cells under a book's grounds."""
    table = shapely.box(0.0, 0.0, field.scene.width, field.scene.height)
    rings = [thing.footprint.exterior for thing in field.scene.things]
    lines = shapely.intersection(shapely.union_all([table.exterior, *rings]), table)
    cells = shapely.get_parts(shapely.polygonize([shapely.unary_union(lines)]))
    inner = shapely.point_on_surface(cells)
    over: list[set[int]] = [set() for _ in cells]
    if field.scene.things:
        for cell, thing in zip(*field.tree.query(inner, predicate="within"), strict=True):
            over[cell].add(int(thing))
    limits = [ground_of(frozenset(numbers)).limit_in for numbers in over]
    slowness = np.array([BARRED if limit is None else 1.0 / limit for limit in limits])
    return GroundMap(cells, slowness)


@dataclass(frozen=True, eq=False)
class Tolls:
    """Things that cost a share of a move each time they are entered, besides their ground."""

    footprints: "np.ndarray[Any, Any]"
    costs: Floats

    @property
    def edges(self) -> Floats:
        """The edges of the footprints, as rows x1, y1, x2, y2."""
        rings = [shapely.get_coordinates(polygon.exterior) for polygon in self.footprints]
        return np.concatenate([np.empty((0, 4)), *(np.hstack([r[:-1], r[1:]]) for r in rings)])


NO_TOLLS = Tolls(np.array([], dtype=object), np.array([]))


def straight_reach_in(
    ground: GroundMap,
    start_xy: Floats,
    directions: Floats,
    budget: float,
    tolls: Tolls = NO_TOLLS,
) -> Floats:
    """How far a man gets in each direction on a straight line, with `budget` moves."""
    quickest = float(ground.slowness.min(initial=BARRED))
    if np.isinf(quickest):
        return np.zeros(len(directions))
    furthest = budget / quickest
    along = np.stack([np.cos(directions), np.sin(directions)], axis=1)
    seams = np.concatenate([ground.seams, tolls.edges])
    ends = np.minimum(_crossings_in(seams, start_xy, along), furthest)
    count = max(1, int((ends < furthest).sum(axis=1).max(initial=0)) + 1)
    ends = np.sort(ends, axis=1)[:, :count]
    begins = np.hstack([np.zeros((len(ends), 1)), ends[:, :-1]])
    middles = start_xy + along[:, None, :] * ((begins + ends) / 2)[:, :, None]
    slowness = ground.at(middles.reshape(-1, 2)).reshape(ends.shape)
    paid = _paid(tolls, middles, ends - begins > HAIR_IN)
    return _spent_in(begins, ends, slowness, budget, paid)


def straight_moves(ground: GroundMap, start_xy: Floats, places_xy: Floats) -> Floats:
    """How many moves a straight line to each place takes; infinite where something bars it."""
    parts = np.array_split(places_xy, len(places_xy) // PLACES_AT_ONCE + 1)
    return np.concatenate([_straight_moves(ground, start_xy, part) for part in parts])


def _straight_moves(ground: GroundMap, start_xy: Floats, places_xy: Floats) -> Floats:
    offset = places_xy - start_xy
    distance = np.hypot(offset[:, 0], offset[:, 1])
    along = offset / np.maximum(distance, HAIR_IN)[:, None]
    ends = np.minimum(_crossings_in(ground.seams, start_xy, along), distance[:, None])
    ends = np.sort(ends, axis=1)
    count = max(1, int((ends < distance[:, None]).sum(axis=1).max(initial=0)) + 1)
    ends = ends[:, :count]
    begins = np.hstack([np.zeros((len(ends), 1)), ends[:, :-1]])
    middles = start_xy + along[:, None, :] * ((begins + ends) / 2)[:, :, None]
    slowness = ground.at(middles.reshape(-1, 2)).reshape(ends.shape)
    lengths = ends - begins
    with np.errstate(invalid="ignore"):
        moves: Floats = np.where(lengths > HAIR_IN, lengths * slowness, 0.0).sum(axis=1)
    return moves


def _paid(tolls: Tolls, middles: Floats, has_length: "np.ndarray[Any, Any]") -> Floats:
    """What each stretch of each ray costs for the things it enters."""
    paid = np.zeros(has_length.shape)
    places = shapely.points(middles)
    for footprint, cost in zip(tolls.footprints, tolls.costs, strict=True):
        inside = shapely.contains_properly(footprint, places)
        before = np.zeros(len(paid), dtype=bool)
        for i in range(paid.shape[1]):
            now = np.where(has_length[:, i], inside[:, i], before)
            paid[:, i] += cost * (now & ~before)
            before = now
    return paid


def _crossings_in(seams: Floats, start_xy: Floats, along: Floats) -> Floats:
    """How far along each ray it crosses each seam (infinite where it does not), and infinity."""
    x, y = seams[:, 0] - start_xy[0], seams[:, 1] - start_xy[1]
    dx, dy = seams[:, 2] - seams[:, 0], seams[:, 3] - seams[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        across = np.outer(along[:, 0], dy) - np.outer(along[:, 1], dx)
        out = (x * dy - y * dx) / across
        share = (x * along[:, 1:] - y * along[:, :1]) / across
        crossed = (out > 0.0) & (share >= 0.0) & (share <= 1.0)
    met = np.where(crossed, out, np.inf)
    return np.hstack([met, np.full((len(along), 1), np.inf)])


def _spent_in(
    begins: Floats, ends: Floats, slowness: Floats, budget: float, paid: Floats
) -> Floats:
    """How far along each ray the budget is spent."""
    lengths = ends - begins
    with np.errstate(invalid="ignore"):
        uses = np.where(lengths > 0.0, lengths * slowness, 0.0) + paid
    before = np.hstack([np.zeros((len(uses), 1)), np.cumsum(uses, axis=1)[:, :-1]]) + paid
    with np.errstate(invalid="ignore", divide="ignore"):
        part = np.clip((budget - before) / np.where(lengths > 0.0, slowness, 1.0), 0.0, lengths)
    # Barred ground behind barred ground leaves "infinite less infinite": nothing is walked there.
    part = np.where(np.isnan(part), 0.0, part)
    # Once a stretch is not walked to its end, nothing beyond it is.
    whole = np.cumprod(
        np.hstack([np.ones((len(part), 1)), part[:, :-1] >= lengths[:, :-1]]), axis=1
    )
    spent: Floats = (part * whole).sum(axis=1)
    return spent
