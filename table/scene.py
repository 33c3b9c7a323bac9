"""What is on the table at one moment. All lengths are inches in the table frame."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import dist
from typing import Any

from shapely import Polygon

from table.places import TablePoint


@dataclass(frozen=True, slots=True)
class Soldier:
    """One figure with an id: where its base's centre is and what is known of it.

    `elevation` is the height of what he stands on, `on` the thing he stands on or in.
    `error` is the radius that holds his true centre 95 times in 100, if vision measured it.
    `state` is what the camera cannot see and the game keeps; treat it as read-only.
    `hidden`: something covers him, he is known to be there; `lifted`: his place is seen bare.
    """

    id: str
    side: str
    x: float
    y: float
    weapons: tuple[str, ...] = ()
    team: str | None = None
    role: str | None = None
    base: float = 1.0
    facing: float = 0.0
    elevation: float = 0.0
    on: str | None = None
    confidence: float = 1.0
    error: float | None = None
    state: Mapping[str, Any] = field(default_factory=dict)
    hidden: bool = False
    lifted: bool = False

    @property
    def place(self) -> TablePoint:
        """His base's centre."""
        return TablePoint(self.x, self.y)

    @property
    def radius(self) -> float:
        """Half his base."""
        return self.base / 2


@dataclass(frozen=True, slots=True)
class Thing:
    """A mug, book, napkin...: its kind and the footprint it stands on."""

    id: str
    kind: str
    footprint: Polygon
    height: float
    confidence: float = 1.0
    side: str | None = None
    meant_as: str | None = None  # the file's "as": what it means, whatever its kind
    inverted: bool = False
    name: str | None = None  # what players call it
    became: str | None = None  # what a game made of it, such as a hulk; no scene file has it

    @property
    def outline(self) -> tuple[TablePoint, ...]:
        """The footprint's ring, its first point not repeated."""
        return tuple(TablePoint(x, y) for x, y in self.footprint.exterior.coords[:-1])

    @property
    def sides_in(self) -> tuple[float, float]:
        """Length and width as a ruler laid along the thing has them, however it is turned."""
        corners = self.footprint.minimum_rotated_rectangle.exterior.coords
        one, other = (dist(corners[i], corners[i + 1]) for i in (0, 1))
        return max(one, other), min(one, other)


@dataclass(frozen=True, slots=True)
class Order:
    """An order card; its top edge points along `facing`."""

    order: str
    x: float
    y: float
    facing: float = 0.0

    @property
    def place(self) -> TablePoint:
        """The card's centre."""
        return TablePoint(self.x, self.y)


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Something that lies there and is on no list: its outline as seen, its length and width."""

    footprint: Polygon
    place: TablePoint
    is_round: bool
    size: tuple[float, float]

    @property
    def outline(self) -> tuple[TablePoint, ...]:
        """The ring around it, its first point not repeated."""
        return tuple(TablePoint(x, y) for x, y in self.footprint.exterior.coords[:-1])


@dataclass(frozen=True)
class Scene:
    """Everything on the table at one moment.

    `unread` are tags that were seen and could not be read, `unknown` those that were read
    and are in no army, `unexplained` what else lies there, which is never terrain.
    """

    width: float
    height: float
    soldiers: tuple[Soldier, ...] = ()
    things: tuple[Thing, ...] = ()
    orders: tuple[Order, ...] = ()
    unread: tuple[TablePoint, ...] = ()
    unknown: tuple[str, ...] = ()
    unexplained: tuple[Unexplained, ...] = ()

    def __post_init__(self) -> None:
        assert len(self._soldier_by_id) == len(self.soldiers), "soldier ids repeat"
        assert len(self._thing_by_id) == len(self.things), "thing ids repeat"

    @cached_property
    def _soldier_by_id(self) -> dict[str, Soldier]:
        return {soldier.id: soldier for soldier in self.soldiers}

    @cached_property
    def _thing_by_id(self) -> dict[str, Thing]:
        return {thing.id: thing for thing in self.things}

    def soldier(self, soldier_id: str) -> Soldier | None:
        """The soldier of that id, None where there is none."""
        return self._soldier_by_id.get(soldier_id)

    def thing(self, thing_id: str) -> Thing | None:
        """The thing of that id, None where there is none."""
        return self._thing_by_id.get(thing_id)

    def with_soldiers(self, *changed: Soldier) -> "Scene":
        """The scene with these soldiers in place of those of the same id."""
        by_id = {soldier.id: soldier for soldier in changed}
        assert by_id.keys() <= self._soldier_by_id.keys(), by_id.keys()
        return replace(self, soldiers=tuple(by_id.get(s.id, s) for s in self.soldiers))

    def without_soldiers(self, ids: frozenset[str]) -> "Scene":
        """The scene with these soldiers taken off."""
        return replace(self, soldiers=tuple(s for s in self.soldiers if s.id not in ids))
