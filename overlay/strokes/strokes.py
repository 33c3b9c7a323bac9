"""Strokes: the few things every painter can do, in table inches.

Marks become strokes once for all devices; a painter maps the points and fills pixels.
"""

from dataclasses import dataclass
from typing import Literal

from overlay.strokes.inks import Rgb
from table.places import Floats


@dataclass(frozen=True, eq=False, slots=True)
class Fill:
    """A region in one colour; the first ring is the outer one. `alpha` is 0 to 1."""

    rings: tuple[Floats, ...]
    rgb: Rgb
    alpha: float = 1.0


@dataclass(frozen=True, eq=False, slots=True)
class StrokePath:
    """Open lines of one colour and width; dashes are lines of their own already."""

    lines: tuple[Floats, ...]
    rgb: Rgb
    width_in: float


@dataclass(frozen=True, eq=False, slots=True)
class Text:
    """A line of words; `at` is on the line the capitals stand on, `halo` what is behind them."""

    at: tuple[float, float]
    text: str
    height_in: float
    rgb: Rgb
    align: Literal["left", "middle", "right"] = "left"
    halo: Rgb | None = None


Stroke = Fill | StrokePath | Text


def mixed(rgb: Rgb, ground: Rgb, share: float) -> Rgb:
    """A colour thinned on its ground, so that lines need no transparency."""
    r, g, b = (round(a * share + z * (1 - share)) for a, z in zip(rgb, ground, strict=True))
    return (r, g, b)
