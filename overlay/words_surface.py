"""Words as pixels, in the font that ships with pygame, so that they look the same everywhere."""

from functools import lru_cache

import pygame
from pygame import freetype

from overlay.inks import Rgb
from overlay.text_size import CAPITAL_EM


@lru_cache(maxsize=1)
def _font() -> freetype.Font:
    freetype.init()
    font = freetype.Font(None)
    font.pad = True  # every line as tall as the font, so that its own line is at a known height
    font.kerning = False  # the layout's widths know of none
    return font


@lru_cache(maxsize=2048)
def words_surface(text: str, capital_px: float, rgb: Rgb) -> tuple[pygame.Surface, int]:
    """A line of words on nothing, and how far below its top the capitals stand."""
    made, room = _font().render(text, rgb, size=capital_px / CAPITAL_EM)
    return made, room.y
