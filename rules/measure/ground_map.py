"""The table cut into cells of one ground each, for questions about all ways at once.

In goes a field and what ground the inside of its things is; out come the cells, how much of a
move an inch on each uses, and in which of the things that cost a toll to enter each one lies.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rules.measure.distinct import distinct
from rules.measure.field import Field
from rules.measure.ground import GroundOf
from rules.measure.ragged import Ints
from table.places import Floats, TablePoint

BARRED = np.inf  # moves per inch on ground that cannot be entered


@dataclass(frozen=True, eq=False)
class GroundMap:
    """Cells of one ground each: their shapes, moves per inch, and their zones.

    A zone is a set of things that cost a toll; `zones` says what entering each one costs from
    each other one, row by row, the last row from nowhere.
    """

    cells: "np.ndarray[Any, Any]"
    slowness: Floats
    zone: Ints
    tolls: Floats

    @cached_property
    def open(self) -> "GroundMap":
        """The cells that can be entered."""
        return self._only(np.isfinite(self.slowness))

    def _only(self, kept: NDArray[np.bool_]) -> "GroundMap":
        return GroundMap(self.cells[kept], self.slowness[kept], self.zone[kept], self.tolls)

    def area(self, zone: int) -> BaseGeometry:
        """All of a zone that can be entered."""
        return shapely.coverage_union_all(self.open.cells[self.open.zone == zone])

    def furthest_in(self, budget: float) -> float:
        """How far he gets on the quickest ground there is; 0 where there is none."""
        return budget / float(self.slowness.min(initial=BARRED))

    def evenly(self, place: TablePoint, radius_in: float) -> float | None:
        """The slowness of all the table within the radius, None where it differs or has a toll."""
        near = shapely.dwithin(self.cells, shapely.Point(place.x, place.y), radius_in)
        kinds = distinct(self.slowness[near])
        even = len(kinds) == 1 and np.isfinite(kinds[0]) and not self.zone[near].any()
        return float(kinds[0]) if even else None


@dataclass(frozen=True, eq=False)
class Plots:
    """The table cut along all outlines: each piece and the things it lies in, by number."""

    shapes: "np.ndarray[Any, Any]"
    over: tuple[frozenset[int], ...]


def ground_map(field: Field, ground_of: GroundOf, tolls: Mapping[int, float]) -> GroundMap:
    """The table's cells under a book's grounds; `tolls` is what entering each thing costs."""
    plots = _plots(field)
    limits = [ground_of(numbers).limit_in for numbers in plots.over]
    slowness = np.array([BARRED if not limit else 1.0 / limit for limit in limits])
    paid = [numbers.intersection(tolls) for numbers in plots.over]
    zones = list(dict.fromkeys([frozenset[int](), *paid]))
    zone = np.array([zones.index(numbers) for numbers in paid], dtype=np.intp)
    cells, plot = _merged(plots.shapes, slowness + 1j * zone)
    entering = [[sum(tolls[i] for i in to - of) for to in zones] for of in [*zones, frozenset()]]
    return GroundMap(cells, slowness[plot], zone[plot], np.array(entering, dtype=np.float64))


def _plots(field: Field) -> Plots:
    """The table's plots, cut once for all questions about the field."""
    if "plots" not in field.lay.kept:
        field.lay.kept["plots"] = _cut(field)
    plots: Plots = field.lay.kept["plots"]
    return plots


def _cut(field: Field) -> Plots:
    table = shapely.box(0.0, 0.0, field.scene.width, field.scene.height)
    rings = [thing.footprint.boundary for thing in field.scene.things]
    lines = shapely.intersection(shapely.union_all([table.exterior, *rings]), table)
    shapes = shapely.get_parts(shapely.polygonize([shapely.unary_union(lines)]))
    over: list[set[int]] = [set() for _ in shapes]
    if field.scene.things:
        inner = shapely.point_on_surface(shapes)
        for plot, thing in zip(*field.tree.query(inner, predicate="within"), strict=True):
            over[plot].add(int(thing))
    return Plots(shapes, tuple(map(frozenset, over)))


def _merged(
    shapes: "np.ndarray[Any, Any]", kinds: NDArray[np.complex128]
) -> tuple["np.ndarray[Any, Any]", Ints]:
    """The plots without the lines between two of one kind, and a plot of each cell's kind."""
    cells: list[Polygon] = []
    first: list[int] = []
    for kind in distinct(kinds):
        alike = np.flatnonzero(kinds == kind)
        parts = shapely.get_parts(shapely.coverage_union_all(shapes[alike]))
        cells += list(parts)
        first += [int(alike[0])] * len(parts)
    return np.array(cells, dtype=object), np.array(first, dtype=np.intp)
