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
class InkStyle:
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

INKS: dict[str, InkStyle] = {
    # Sight and permission: three states, three colours, three line styles, three symbols.
    "clear": InkStyle(GREEN, MINT, symbol="tick", fill=0.16),
    "hindered": InkStyle(ORANGE, AMBER, LONG, "slant", "half", 0.18),
    "blocked": InkStyle(VERMILION, FLAME, SHORT, "cross", "cross", 0.14),
    "unsure": InkStyle(PURPLE, PINK, DASH_DOT, "dots", "query", 0.12),
    "later": InkStyle(GREY, SILVER, LONG),  # what would be, were it allowed now
    "seen": InkStyle((190, 150, 20), (255, 230, 120), LONG, fill=0.16, width_in=0.05),
    # Ranges: the dash grows shorter with the distance.
    "band-1": InkStyle(BLUE, SKY, SOLID, width_in=0.07),
    "band-2": InkStyle(BLUE, SKY, (0.9, 0.4), width_in=0.06),
    "band-3": InkStyle(BLUE, SKY, (0.45, 0.35), width_in=0.06),
    "band-4": InkStyle(BLUE, SKY, (0.15, 0.35), width_in=0.06),
    # Movement.
    "reach": InkStyle(BLUE, SKY, SOLID, "dots", fill=0.16),
    "path": InkStyle(BLUE, SKY, SOLID, width_in=0.12),
    "forbidden": InkStyle(VERMILION, FLAME, SHORT, symbol="cross", width_in=0.12),
    # Fire.
    "danger": InkStyle(VERMILION, FLAME, SOLID, "slant", "star", 0.20),
    # Danger by place: the darker and the more hatched, the likelier.
    "threat-1": InkStyle(VERMILION, FLAME, DOTTED, fill=0.10, width_in=0.03),
    "threat-2": InkStyle(VERMILION, FLAME, SHORT, "slant", fill=0.18, width_in=0.04),
    "threat-3": InkStyle(VERMILION, FLAME, SOLID, "cross", fill=0.26, width_in=0.05),
    "ghost": InkStyle(PURPLE, PINK, SHORT, fill=0.07),
    "aim": InkStyle(BLACK, WHITE, LONG),
    "saved": InkStyle(ORANGE, AMBER, LONG, symbol="half"),
    "safe": InkStyle(GREEN, MINT, SOLID, symbol="tick"),
    "hit": InkStyle(VERMILION, FLAME, SOLID, symbol="star", width_in=0.1),
    "lane": InkStyle(PURPLE, PINK, DASH_DOT, symbol="star", width_in=0.09),
    "overwatch": InkStyle(PURPLE, PINK, LONG, "backslant", fill=0.10),
    "smoke": InkStyle(GREY, SILVER, DOTTED, "cross", fill=0.25),
    "mines": InkStyle(VERMILION, FLAME, DASH_DOT, "dots", "mine", 0.10),
    # Units.
    "link": InkStyle(GREEN, MINT, SOLID, width_in=0.06),
    "broken": InkStyle(VERMILION, FLAME, SHORT, symbol="cross", width_in=0.09),
    # Neutral.
    "blocker": InkStyle(VERMILION, FLAME, SHORT, symbol="cross", width_in=0.13),
    "cover": InkStyle(ORANGE, AMBER, SOLID, symbol="half", width_in=0.1),
    "measure": InkStyle(BLACK, WHITE, SOLID, width_in=0.06),
    "chosen": InkStyle(BLACK, WHITE, SOLID, width_in=0.1),
    "grid": InkStyle((206, 196, 174), (70, 70, 70), SOLID, width_in=0.025),
    "hexes": InkStyle((120, 110, 92), (120, 120, 120), DOTTED, width_in=0.05),
    "note": InkStyle(BLACK, WHITE),
    "unlisted": InkStyle(GREY, SILVER, DOTTED, width_in=0.04),
    "quiet": InkStyle(GREY, SILVER, SOLID, width_in=0.04),
}
