"""Inks: what a mark means, and how that meaning looks on paper and as light.

Every meaning has a second sign besides its colour (a dash, a hatch or a symbol), so that it
survives colour-blind eyes and projector light on brown wood. The hues are those that the three
common kinds of colour blindness keep apart: blue, orange, green-blue, vermilion, purple.
"""

from dataclasses import dataclass
from typing import Literal

Rgb = tuple[int, int, int]
HatchStyle = Literal["none", "slant", "backslant", "cross", "dots", "level"]
Symbol = Literal["none", "tick", "cross", "half", "query", "star", "mine", "lock", "dot"]

SOLID: tuple[float, ...] = ()
LONG = (0.6, 0.25)
SHORT = (0.28, 0.2)
DOTTED = (0.1, 0.22)
DASH_DOT = (0.6, 0.18, 0.1, 0.18)


@dataclass(frozen=True, slots=True)
class Ink:
    """One meaning: its colour on paper and as light, and its second signs.

    `dash` is lengths on and off in inches; `fill` how strongly an area is tinted on paper, 0
    to 1.
    """

    paper: Rgb
    light: Rgb
    dash: tuple[float, ...] = SOLID
    hatch: HatchStyle = "none"
    symbol: Symbol = "none"
    fill: float = 0.0
    width_in: float = 0.07


BLUE: Rgb = (0, 92, 160)
SKY: Rgb = (86, 180, 233)
GREEN: Rgb = (0, 128, 94)
MINT: Rgb = (60, 255, 190)
ORANGE: Rgb = (205, 125, 0)
AMBER: Rgb = (255, 185, 40)
VERMILION: Rgb = (196, 62, 0)
FLAME: Rgb = (255, 96, 40)
PURPLE: Rgb = (138, 63, 140)
PINK: Rgb = (255, 130, 220)
BLACK: Rgb = (24, 24, 24)
WHITE: Rgb = (255, 255, 255)
GREY: Rgb = (110, 110, 110)
SILVER: Rgb = (190, 190, 190)

INKS: dict[str, Ink] = {
    # Sight and permission: three states, three colours, three line styles, three symbols.
    "clear": Ink(GREEN, MINT, symbol="tick", fill=0.16),
    "hindered": Ink(ORANGE, AMBER, LONG, "slant", "half", 0.18),
    "blocked": Ink(VERMILION, FLAME, SHORT, "cross", "cross", 0.14),
    "unsure": Ink(PURPLE, PINK, DASH_DOT, "dots", "query", 0.12),
    "seen": Ink((190, 150, 20), (255, 230, 120), LONG, fill=0.16, width_in=0.05),
    # Ranges: the dash grows shorter with the distance.
    "band-1": Ink(BLUE, SKY, SOLID, width_in=0.07),
    "band-2": Ink(BLUE, SKY, (0.9, 0.4), width_in=0.06),
    "band-3": Ink(BLUE, SKY, (0.45, 0.35), width_in=0.06),
    "band-4": Ink(BLUE, SKY, (0.15, 0.35), width_in=0.06),
    # Movement.
    "reach": Ink(BLUE, SKY, SOLID, "dots", fill=0.16),
    "path": Ink(BLUE, SKY, SOLID, width_in=0.12),
    "forbidden": Ink(VERMILION, FLAME, SHORT, symbol="cross", width_in=0.12),
    # Fire.
    "danger": Ink(VERMILION, FLAME, SOLID, "slant", "star", 0.20),
    "ghost": Ink(PURPLE, PINK, SHORT, fill=0.07),
    "aim": Ink(BLACK, WHITE, LONG),
    "saved": Ink(ORANGE, AMBER, LONG, symbol="half"),
    "safe": Ink(GREEN, MINT, SOLID, symbol="tick"),
    "hit": Ink(VERMILION, FLAME, SOLID, symbol="star", width_in=0.1),
    "lane": Ink(PURPLE, PINK, DASH_DOT, symbol="star", width_in=0.09),
    "overwatch": Ink(PURPLE, PINK, LONG, "backslant", fill=0.10),
    "smoke": Ink(GREY, SILVER, DOTTED, "cross", fill=0.25),
    "mines": Ink(VERMILION, FLAME, DASH_DOT, "dots", "mine", 0.10),
    # Units.
    "link": Ink(GREEN, MINT, SOLID, width_in=0.06),
    "broken": Ink(VERMILION, FLAME, SHORT, symbol="cross", width_in=0.09),
    # Neutral.
    "blocker": Ink(VERMILION, FLAME, SHORT, symbol="cross", width_in=0.13),
    "cover": Ink(ORANGE, AMBER, SOLID, symbol="half", width_in=0.1),
    "measure": Ink(BLACK, WHITE, SOLID, width_in=0.06),
    "chosen": Ink(BLACK, WHITE, SOLID, width_in=0.1),
    "grid": Ink((206, 196, 174), (70, 70, 70), SOLID, width_in=0.025),
    "hexes": Ink((120, 110, 92), (120, 120, 120), DOTTED, width_in=0.05),
    "note": Ink(BLACK, WHITE),
    "quiet": Ink(GREY, SILVER, SOLID, width_in=0.04),
}
