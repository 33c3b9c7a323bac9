"""Strokes: the few things every painter can do, in table inches.

Marks become strokes once for all devices; a painter maps the points and fills pixels.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from overlay.inks import Rgb
from table.places import Floats


@dataclass(frozen=True, eq=False, slots=True)
class Fill:
    """A region in one colour; the first ring is the outer one. `alpha` is 0 to 1."""

    rings: tuple[Floats, ...]
    rgb: Rgb
    alpha: float = 1.0


@dataclass(frozen=True, eq=False, slots=True)
class Path:
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


Stroke = Fill | Path | Text


def mixed(rgb: Rgb, ground: Rgb, share: float) -> Rgb:
    """A colour thinned on its ground, so that lines need no transparency."""
    r, g, b = (round(a * share + z * (1 - share)) for a, z in zip(rgb, ground, strict=True))
    return (r, g, b)


def circle_xy(x: float, y: float, radius_in: float, corners: int = 72) -> Floats:
    """A circle's corners."""
    turn = np.linspace(0.0, 2 * np.pi, corners, endpoint=False)
    return np.column_stack([x + radius_in * np.cos(turn), y + radius_in * np.sin(turn)])


def closed(ring: Floats) -> Floats:
    """A ring as a line that comes back to its start."""
    return np.concatenate([ring, ring[:1]])
