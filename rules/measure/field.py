"""A scene prepared for questions under one book's meanings.

In goes a scene and what its things mean; out come the things by word, who stands in what, at
which elevation, and a tree of footprints. Built once and shared by all questions of a scene.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from operator import is_
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon, STRtree

from rules.measure.lengths import HAIR_IN
from rules.measure.meanings import Meanings
from rules.measure.memory import Memory
from table.places import Floats, TablePoint
from table.scene import Scene, Soldier, Thing

KEPT_FIELDS = 8
KEPT_PLACES = 20_000  # of one lay of things
FEW = 4  # men: more are looked up all together


@dataclass(frozen=True, slots=True)
class Stand:
    """Where somebody stands: his centre, half his base, his elevation, the things he is in.

    `inside` holds places in the scene's list of things.
    """

    x: float
    y: float
    radius: float
    elevation_in: float
    inside: frozenset[int]

    @property
    def place(self) -> TablePoint:
        """His centre."""
        return TablePoint(self.x, self.y)


@dataclass(frozen=True, eq=False)
class Lay:
    """The things of a table and what they mean, whoever stands among them.

    Things are known by their place in the scene's list (`number`). `kept` is where costly answers
    that depend on nothing but the things are kept for the next question.
    """

    things: tuple[Thing, ...]
    size_in: tuple[float, float]
    meanings: Meanings
    kept: dict[Any, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def held(self) -> Memory[TablePoint, tuple[int, ...]]:
        """The things that hold a place, of places asked about before."""
        return Memory(KEPT_PLACES)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What each thing means."""
        return tuple(self.meanings.word(thing) for thing in self.things)

    @cached_property
    def footprints(self) -> "np.ndarray[Any, Any]":
        """All footprints."""
        prints = np.array([thing.footprint for thing in self.things], dtype=object)
        shapely.prepare(prints)
        return prints

    @cached_property
    def heights_in(self) -> Floats:
        """How high each thing stands."""
        return np.array([thing.height for thing in self.things], dtype=np.float64)

    @cached_property
    def tree(self) -> STRtree:
        """The footprints by place; its numbers are the things'."""
        return STRtree(self.footprints)

    @cached_property
    def number_of(self) -> dict[str, int]:
        """Each thing's number, by its id."""
        return {thing.id: number for number, thing in enumerate(self.things)}

    @cached_property
    def lifts(self) -> NDArray[np.bool_]:
        """Whether each thing lifts who stands in it to its height."""
        return np.array([self.meanings.lifts(thing) for thing in self.things], dtype=bool)

    def is_of(self, scene: Scene, meanings: Meanings) -> bool:
        """Whether this is how the scene's things lie: the same things, not others like them."""
        same = len(scene.things) == len(self.things) and all(map(is_, scene.things, self.things))
        return same and meanings is self.meanings and self.size_in == (scene.width, scene.height)


@dataclass(frozen=True, eq=False)
class Field:
    """The scene, how its things lie, and what follows for each soldier.

    `kept` is where costly answers that depend on nothing but the field are kept for the next
    question.
    """

    scene: Scene
    lay: Lay
    kept: dict[Any, Any] = field(default_factory=dict, repr=False)
    _few: dict[str, Stand] = field(default_factory=dict, repr=False)

    @property
    def meanings(self) -> Meanings:
        """What things mean."""
        return self.lay.meanings

    @property
    def words(self) -> tuple[str, ...]:
        """What each thing means, in the scene's order."""
        return self.lay.words

    @property
    def footprints(self) -> "np.ndarray[Any, Any]":
        """All footprints in the scene's order."""
        return self.lay.footprints

    @property
    def heights_in(self) -> Floats:
        """How high each thing stands, in the scene's order."""
        return self.lay.heights_in

    @property
    def tree(self) -> STRtree:
        """The footprints by place; its numbers are the things'."""
        return self.lay.tree

    @property
    def number_of(self) -> dict[str, int]:
        """Each thing's place in the scene's list, by its id."""
        return self.lay.number_of

    @property
    def lifts(self) -> NDArray[np.bool_]:
        """Whether each thing lifts who stands in it to its height, in the scene's order."""
        return self.lay.lifts

    @cached_property
    def stands(self) -> dict[str, Stand]:
        """Where each soldier of the scene stands, by his id."""
        men = self.scene.soldiers
        held = self._holding([man.place for man in men])
        return {man.id: self._stand(man, held[i]) for i, man in enumerate(men)}

    def stand(self, soldier: Soldier) -> Stand:
        """Where this soldier stands, whether he is the scene's own or moved elsewhere."""
        if self.scene.soldier(soldier.id) is not soldier:
            return self._stand(soldier, self._holding([soldier.place])[0])
        # Whoever asks about more than the two men of one shot will ask about the others too.
        if "stands" in vars(self) or len(self._few) >= FEW:
            return self.stands[soldier.id]
        if soldier.id not in self._few:
            self._few[soldier.id] = self._stand(soldier, self._holding([soldier.place])[0])
        return self._few[soldier.id]

    def ground_stand(self, place: TablePoint, hills: frozenset[str], radius: float) -> Stand:
        """A man who stands on the ground there: on the highest hill, else on the table."""
        held = self.holding(place)
        return Stand(place.x, place.y, radius, self.highest_in(held, hills), frozenset(held))

    def holding(self, place: TablePoint) -> tuple[int, ...]:
        """The things whose outline holds the place, boundary and a hair beyond it included."""
        return self._holding([place])[0]

    def highest_in(self, numbers: Iterable[int], words: frozenset[str]) -> float:
        """The greatest height of these things that mean one of the words, else 0."""
        heights = (self.scene.things[i].height for i in numbers if self.words[i] in words)
        return max(heights, default=0.0)

    def things_of(self, *words: str) -> tuple[int, ...]:
        """The numbers of all things that mean one of the words."""
        return tuple(i for i, word in enumerate(self.words) if word in words)

    def thing(self, number: int) -> Thing:
        """The thing of that number."""
        return self.scene.things[number]

    def inside(self, soldier: Soldier, *words: str) -> tuple[int, ...]:
        """The things he is in that mean one of the words (all of them where none is given)."""
        found = sorted(self.stand(soldier).inside)
        return tuple(i for i in found if not words or self.words[i] in words)

    def words_at(self, place: TablePoint) -> frozenset[str]:
        """What all the things that hold the place mean."""
        return frozenset(self.words[i] for i in self.holding(place))

    def words_of(self, soldier: Soldier) -> frozenset[str]:
        """What all the things he is in mean."""
        return frozenset(self.words[i] for i in self.stand(soldier).inside)

    def elevation_in(self, soldier: Soldier) -> float:
        """How high what he stands on is."""
        return self.stand(soldier).elevation_in

    def to_thing_in(self, place: TablePoint, number: int) -> float:
        """The distance from a place to a thing, 0 inside it."""
        footprint: Polygon = self.footprints[number]
        return float(footprint.distance(shapely.Point(place.x, place.y)))

    def to_outline_in(self, place: TablePoint, number: int) -> float:
        """The distance from a place to the nearest point of a thing's outline."""
        footprint: Polygon = self.footprints[number]
        return float(footprint.exterior.distance(shapely.Point(place.x, place.y)))

    def _holding(self, places: list[TablePoint]) -> list[tuple[int, ...]]:
        if not self.scene.things:
            return [() for _ in places]
        known = self.lay.held
        found = {place: known.get(place) for place in places}
        new = [place for place, held in found.items() if held is None]
        if new:
            looked_up = dict(zip(new, self._looked_up(new), strict=True))
            known.keep(looked_up)
            found |= looked_up
        return [found[place] or () for place in places]

    def _looked_up(self, places: list[TablePoint]) -> list[tuple[int, ...]]:
        points = shapely.points([(place.x, place.y) for place in places])
        at, held = self.tree.query(points, predicate="dwithin", distance=HAIR_IN)
        return [tuple(sorted(held[at == i].tolist())) for i in range(len(places))]

    def _stand(self, man: Soldier, held: tuple[int, ...]) -> Stand:
        lifts = (self.scene.things[i].height for i in held if self.lifts[i])
        elevation_in = max(lifts, default=0.0)
        inside = frozenset(held)
        if man.on in self.number_of:
            inside |= {self.number_of[man.on]}
        return Stand(man.x, man.y, man.radius, max(man.elevation, elevation_in), inside)


_recent: list[Field] = []


def field_of(scene: Scene, meanings: Meanings) -> Field:
    """The field of a scene, the same one for the same scene and meanings.

    A scene with the same things as one asked about lately shares all that follows from them.
    """
    recent = tuple(_recent)
    for known in recent:
        if known.scene is scene and known.meanings is meanings:
            return known
    lays = (known.lay for known in recent if known.lay.is_of(scene, meanings))
    made = Field(scene, next(lays, None) or _lay_of(scene, meanings))
    _recent.append(made)
    del _recent[:-KEPT_FIELDS]
    return made


def _lay_of(scene: Scene, meanings: Meanings) -> Lay:
    made = Lay(scene.things, (scene.width, scene.height), meanings)
    assert len(made.words) == len(scene.things)
    return made
