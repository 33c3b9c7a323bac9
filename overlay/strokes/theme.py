"""Themes: the same inks on paper, as projected light, and over a live picture."""

from dataclasses import dataclass, replace
from typing import Literal

from overlay.strokes.inks import BLACK, INKS, WHITE, InkStyle, Rgb
from table.table_spec import rgb_of

# Sides without a colour of their own: hues that keep apart for colour-blind eyes too.
_SPARE_SIDES: tuple[Rgb, ...] = ((192, 57, 43), (36, 92, 168), (71, 104, 47), (195, 166, 116))
_NAMED_SIDES: dict[str, Rgb] = {
    "red": (192, 57, 43),
    "blue": (36, 92, 168),
    "green": (71, 114, 47),
    "tan": (195, 160, 104),
    "grey": (120, 124, 130),
    "gray": (120, 124, 130),
    "yellow": (214, 170, 20),
    "white": (225, 225, 220),
    "black": (50, 50, 54),
}


@dataclass(frozen=True)
class Theme:
    """How inks become colours on one kind of device.

    `fills` says whether areas may be tinted; a projector must not, since what it lights is what
    the camera measures. `casing` is drawn under lines so that they show on any ground.
    """

    name: Literal["paper", "light", "glass"]
    ground: Rgb
    text: Rgb
    halo: Rgb
    fills: bool
    casing: Rgb | None
    hatch_in: float
    sides: tuple[tuple[str, Rgb], ...] = ()

    def rgb(self, ink: InkStyle) -> Rgb:
        """The ink's colour in this theme."""
        return ink.paper if self.name == "paper" else ink.light

    def side_rgb(self, side: str) -> Rgb:
        """The side's colour: its own, else the one its name says, else a spare one."""
        known = dict(self.sides)
        spare = _SPARE_SIDES[sum(map(ord, side)) % len(_SPARE_SIDES)]
        return known.get(side) or _NAMED_SIDES.get(side.lower()) or spare

    def side_place(self, side: str) -> int:
        """Which of the army's sides it is; 0 where the army is not known."""
        names = [name for name, _ in self.sides]
        return names.index(side) if side in names else 0

    def with_sides(self, colours: dict[str, str]) -> "Theme":
        """The theme with the army's own side colours, "#rrggbb"."""
        return replace(self, sides=tuple((name, rgb_of(c)) for name, c in colours.items()))


PAPER = Theme("paper", (250, 246, 235), BLACK, (255, 253, 246), True, (255, 253, 246), 0.45)
LIGHT = Theme("light", (0, 0, 0), WHITE, (0, 0, 0), False, None, 0.7)
GLASS = Theme("glass", (16, 16, 18), WHITE, (12, 12, 14), True, (12, 12, 14), 0.55)


def ink_named(name: str) -> InkStyle:
    """The ink of a meaning; a mistyped one is our own bug and raises."""
    return INKS[name]
