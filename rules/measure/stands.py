"""Many places where somebody may stand, as arrays: what `Field.stand` tells of one man.

In go places; out come elevations and the things that hold each, for questions about all of them
at once.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from dataclasses import field as kept_field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.measure.field import Field, Stand
from rules.measure.lengths import HAIR_IN
from rules.measure.ragged import Flags
from table.places import Floats

Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class Stands:
    """Places where men stand: centres, half their bases, elevations, and what they are in.

    `inside` has a row for each place and a column for each thing of the scene's list. `kept` is
    where costly answers that depend on nothing but the places are kept for the next question.
    """

    field: Field
    xy: Floats
    radius: Floats
    elevation_in: Floats
    inside: Flags
    kept: dict[Any, Any] = kept_field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.xy)

    def take(self, some: slice) -> "Stands":
        """These of them."""
        rows = self.xy[some], self.radius[some], self.elevation_in[some], self.inside[some]
        return Stands(self.field, *rows)

    def stand(self, number: int) -> Stand:
        """One of them."""
        x, y = self.xy[number].tolist()
        held = frozenset(np.flatnonzero(self.inside[number]).tolist())
        return Stand(x, y, float(self.radius[number]), float(self.elevation_in[number]), held)

    def within(self, *words: str) -> Flags:
        """Who is in a thing that means one of the words."""
        return np.asarray(self.inside[:, list(self.field.things_of(*words))].any(axis=1))

    def near(self, number: int, near_in: float) -> Flags:
        """Who is within a distance of a thing, a hair more included."""
        return self.keep(("near", number, near_in), lambda: self._near(number, near_in))

    def _near(self, number: int, near_in: float) -> Flags:
        footprint = self.field.footprints[number]
        return np.asarray(shapely.dwithin(footprint, self._points, near_in + HAIR_IN))

    def deep_inside(self, words: frozenset[str], deep_in: float) -> Flags:
        """Which of the things of these words each is more than so far inside."""
        return self.keep(("deep", words, deep_in), lambda: self._deep_inside(words, deep_in))

    def _deep_inside(self, words: frozenset[str], deep_in: float) -> Flags:
        deep = np.zeros(self.inside.shape, dtype=bool)
        for number in self.field.things_of(*words):
            held = np.flatnonzero(self.inside[:, number])
            outline = self.field.footprints[number].exterior
            deep[held, number] = shapely.distance(outline, self._points[held]) > deep_in + HAIR_IN
        return deep

    def keep(self, key: Hashable, answer: Callable[[], Result]) -> Result:
        """The answer kept under that key, worked out the first time."""
        if key not in self.kept:
            self.kept[key] = answer()
        found: Result = self.kept[key]
        return found

    @cached_property
    def _points(self) -> "NDArray[np.object_]":
        return np.asarray(shapely.points(self.xy))


def stands_at(field: Field, places_xy: Floats, radius_in: float = 0.5) -> Stands:
    """Men who stand at these places on whatever lifts them there, and on nothing else."""
    places = np.asarray(places_xy, dtype=np.float64).reshape(-1, 2)
    inside = np.zeros((len(places), len(field.scene.things)), dtype=bool)
    if inside.size:
        points = shapely.points(places)
        place, thing = field.tree.query(points, predicate="dwithin", distance=HAIR_IN)
        inside[place, thing] = True
    lifted_in = np.where(inside & field.lifts, field.heights_in, 0.0).max(axis=1, initial=0.0)
    return Stands(field, places, np.full(len(places), radius_in), lifted_in, inside)


def stands_of(field: Field, stands: Sequence[Stand]) -> Stands:
    """Men who stand as these do."""
    inside = np.zeros((len(stands), len(field.scene.things)), dtype=bool)
    for row, stand in enumerate(stands):
        inside[row, list(stand.inside)] = True
    at = np.array([(s.x, s.y, s.radius, s.elevation_in) for s in stands]).reshape(-1, 4)
    return Stands(field, at[:, :2], at[:, 2], at[:, 3], inside)
