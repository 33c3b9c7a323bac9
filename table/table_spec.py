"""What the players say of their table: its size and the things they put on it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ThingSpec:
    """A thing the players own: its colour ("#rrggbb", sRGB in neutral light), its height."""

    kind: str
    colour: str
    height: float

    @property
    def rgb(self) -> tuple[int, int, int]:
        """The colour as red, green, blue, 0 to 255."""
        return (
            int(self.colour[1:3], 16),
            int(self.colour[3:5], 16),
            int(self.colour[5:7], 16),
        )


@dataclass(frozen=True, slots=True)
class TableSpec:
    """The play area and corner markers in inches, and the things that may lie on it."""

    width: float
    height: float
    corner_marker: float = 1.5
    things: tuple[ThingSpec, ...] = ()
