"""Words that lie on the table: a rendered line turned and stretched as the view does it there.

A projector hangs askew, so its words must lean as its lines do. Each line of words is small, so
the map is taken as straight over its length, and its shear, which is less than a letter's
width, is left out: that makes it a stretch and a turn, which pygame does quickly.
"""

from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

import pygame

from overlay.paint.words_surface import words_surface
from overlay.strokes.inks import Rgb
from overlay.strokes.strokes import Text

_TURN_STEP_DEG = 0.5


class Inch(NamedTuple):
    """What an inch is in pixels at a place: where that is, and where right and down lead."""

    at: list[float]
    right: list[float]
    down: list[float]


def paint_warped(surface: pygame.Surface, stroke: Text, inch: Inch) -> None:
    """Paint a line of words where it falls on the table."""
    if not stroke.text.strip():
        return
    lie, origin = _lie(inch, stroke.height_in), inch.at
    made, wide_px, below_px = _laid(stroke.text, stroke.rgb, lie)
    # From the start of the line the words stand on to the middle of the picture of them.
    shift = {"left": 0.5, "middle": 0.0, "right": -0.5}[stroke.align] * wide_px
    c, s = cos(radians(lie.turn_deg)), sin(radians(lie.turn_deg))
    middle = (origin[0] + c * shift - s * below_px, origin[1] + s * shift + c * below_px)
    w, h = made.get_size()
    surface.blit(made, (round(middle[0] - w / 2), round(middle[1] - h / 2)))


class _Lie(NamedTuple):
    """How words lie in the picture: their size, how much wider, turned, seen from behind."""

    capital_px: float
    stretch: float
    turn_deg: float
    mirrored: bool


def _lie(inch: Inch, height_in: float) -> _Lie:
    right, down = inch.right, inch.down
    return _Lie(
        capital_px=round(height_in * hypot(*down), 1),
        stretch=round(hypot(*right) / hypot(*down), 2),
        turn_deg=round(degrees(atan2(right[1], right[0])) / _TURN_STEP_DEG) * _TURN_STEP_DEG,
        mirrored=right[0] * down[1] - right[1] * down[0] < 0,
    )


def _framed(words: pygame.Surface) -> pygame.Surface:
    """The words with nothing round them, for pygame smears a picture's edge when it turns it."""
    wide, tall = words.get_size()
    framed = pygame.Surface((wide + 4, tall + 4), pygame.SRCALPHA)
    framed.blit(words, (2, 2))
    return framed


@lru_cache(maxsize=2048)
def _laid(text: str, rgb: Rgb, lie: _Lie) -> tuple[pygame.Surface, float, float]:
    """The words laid so, how long their line is, and how far below it their middle is."""
    words, ascent_px = words_surface(text, lie.capital_px, rgb)
    wide, tall = max(1, round(words.get_width() * lie.stretch)), words.get_height()
    level = _framed(pygame.transform.smoothscale(words, (wide, tall)))
    below_px = tall / 2 - ascent_px
    if lie.mirrored:
        level, below_px = pygame.transform.flip(level, flip_x=False, flip_y=True), -below_px
    return pygame.transform.rotozoom(level, -lie.turn_deg, 1.0), wide, below_px
