"""Words as pixels, in the font that ships with pygame, so that they look the same everywhere."""

from functools import lru_cache

import pygame
from pygame import freetype

from overlay.marks.text_size import CAPITAL_EM, width_in
from overlay.strokes.inks import Rgb

_LARGE_PX = 48.0


@lru_cache(maxsize=1)
def _font() -> freetype.Font:
    freetype.init()
    font = freetype.Font(None)
    font.pad = True  # every line as tall as the font, so that its own line is at a known height
    font.kerning = False  # the layout's widths know of none
    return font


@lru_cache(maxsize=2048)
def words_surface(text: str, capital_px: float, rgb: Rgb) -> tuple[pygame.Surface, float]:
    """A line of words on nothing, and how far below its top the capitals stand.

    Letters are drawn large and shrunk: drawn small, each would be moved to whole pixels, and
    words would grow a tenth wider than the room the layout gave them.
    """
    assert text.strip(), "pygame crashes on shrinking nothing"
    large_px = max(capital_px, _LARGE_PX)
    fine, room = _font().render(text, rgb, size=large_px / CAPITAL_EM)
    wide = max(1, round(width_in(text, capital_px)))
    tall = max(1, round(fine.get_height() * capital_px / large_px))
    return pygame.transform.smoothscale(fine, (wide, tall)), room.y * tall / fine.get_height()
