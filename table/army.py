"""Who may be on the table: sides, soldiers and how their tags are made."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

TagFamily = Literal["qr", "aruco"]


@dataclass(frozen=True, slots=True)
class TagStyle:
    """How a tag is printed and worn, in inches.

    `size` is the white square's side (for an ArUco marker the black square's); `height` how
    high it lies above what the figure stands on; `figure` where the figure's centre is,
    forward and to the right of the tag's centre.
    """

    size: float = 1.0
    height: float = 0.0
    figure: tuple[float, float] = (-0.75, 0.0)
    family: TagFamily = "qr"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the armies on the table and its colour, "#rrggbb"."""

    name: str
    colour: str = "#808080"


@dataclass(frozen=True, slots=True)
class Enlisted:
    """A soldier as the army lists him, on the table or not."""

    id: str
    side: str
    weapons: tuple[str, ...] = ()
    team: str | None = None
    role: str | None = None
    base: float = 1.0
    tag: TagStyle = TagStyle()
    marker: int | None = None  # his ArUco marker's number


@dataclass(frozen=True)
class Army:
    """All sides and all soldiers of a game."""

    tags: TagStyle
    sides: tuple[Side, ...]
    soldiers: tuple[Enlisted, ...]

    @cached_property
    def _by_id(self) -> dict[str, Enlisted]:
        return {soldier.id: soldier for soldier in self.soldiers}

    @cached_property
    def _by_marker(self) -> dict[int, Enlisted]:
        return {s.marker: s for s in self.soldiers if s.marker is not None}

    def soldier(self, soldier_id: str) -> Enlisted | None:
        """The soldier of that id, None where the army has none."""
        return self._by_id.get(soldier_id)

    def marked(self, marker: int) -> Enlisted | None:
        """The soldier with that ArUco marker, None where the army has none."""
        return self._by_marker.get(marker)

    def side(self, name: str) -> Side | None:
        """The side of that name."""
        return next((side for side in self.sides if side.name == name), None)
