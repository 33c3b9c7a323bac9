"""What the players say of their table: its size and the things they put on it."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ThingSpec:
    """A thing the players own, and what they know of it; all but its kind may be unknown.

    `colour` is what it mostly shows ("#rrggbb", sRGB in neutral light), `colours` all that it
    shows, most first. `size` is its length and width, a round thing's diameter or a strip's width
    alone. `look` is a picture of it, straight from above.
    """

    kind: str
    colour: str | None
    height: float
    colours: tuple[str, ...] = ()
    size: tuple[float, ...] = ()
    look: Path | None = None
    name: str | None = None

    @property
    def shown(self) -> tuple[str, ...]:
        """All its colours that are known, what it mostly shows first."""
        first = () if self.colour is None else (self.colour,)
        return (*first, *(colour for colour in self.colours if colour != self.colour))

    @property
    def words(self) -> str:
        """What players call it in a complaint: its name, or its kind and colour."""
        if self.name is not None:
            return f"{self.kind} {self.name!r}"
        return " ".join((self.kind, *self.shown[:1]))


def rgb_of(colour: str) -> tuple[int, int, int]:
    """A colour like "#b03030" as red, green, blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@dataclass(frozen=True, slots=True)
class TableSpec:
    """The play area and corner markers in inches, and the things that may lie on it."""

    width: float
    height: float
    corner_marker: float = 1.5
    things: tuple[ThingSpec, ...] = ()
