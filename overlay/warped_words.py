"""Words that lie on the table: a rendered line bent into the view by its local slope.

A projector hangs askew, so its words must be turned and stretched as its lines are. Each line
of words is small, so the map is taken as straight over its length.
"""

import numpy as np
import pygame

from overlay.strokes import Text
from overlay.view import View
from overlay.words_surface import words_surface
from table.places import Floats

_CAPITAL_PX = 32.0  # capitals in the rendered line


def paint_warped(surface: pygame.Surface, stroke: Text, view: View) -> None:
    """Paint a line of words where it falls, pixel by pixel of the target."""
    words, ascent_px = words_surface(stroke.text, _CAPITAL_PX, stroke.rgb)
    target_from_words = _affine(stroke, view, words.get_width(), ascent_px)
    low, high = _bounds(target_from_words, words.get_size(), surface.get_size())
    if (high <= low).any():
        return
    x, y = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    places = np.column_stack([x.ravel() + 0.5, y.ravel() + 0.5, np.ones(x.size)])
    back = places @ np.linalg.inv(target_from_words).T
    strength = _sampled(pygame.surfarray.array_alpha(words), back[:, :2]).reshape(x.shape)
    _blend(surface, low, high, strength, stroke.rgb)


def _affine(stroke: Text, view: View, width_px: int, ascent_px: float) -> Floats:
    x, y = stroke.at
    origin, right, down = view.px_from_table(np.array([(x, y), (x + 1.0, y), (x, y + 1.0)]))
    back = {"left": 0.0, "middle": 0.5, "right": 1.0}[stroke.align] * width_px
    scale = stroke.height_in / _CAPITAL_PX
    slope = np.column_stack([right - origin, down - origin]) * scale
    shift = origin - slope @ (back, ascent_px)
    return np.array([[*slope[0], shift[0]], [*slope[1], shift[1]], [0.0, 0.0, 1.0]])


def _bounds(
    affine: Floats, words_wh: tuple[int, int], target_wh: tuple[int, int]
) -> tuple[Floats, Floats]:
    w, h = words_wh
    corners = np.array([(0, 0, 1), (w, 0, 1), (w, h, 1), (0, h, 1)]) @ affine.T
    low = np.maximum(np.floor(corners[:, :2].min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(corners[:, :2].max(axis=0)) + 1, target_wh).astype(int)
    return low, high


def _sampled(alpha: "np.ndarray[tuple[int, int], np.dtype[np.uint8]]", xy: Floats) -> Floats:
    """The rendered line's strength at some places between its pixels, 0 to 1."""
    padded = np.pad(alpha.astype(np.float64) / 255, 1)
    at = np.clip(xy + 0.5, 0.0, np.array(padded.shape) - 1.001)
    ix, iy = at[:, 0].astype(int), at[:, 1].astype(int)
    fx, fy = at[:, 0] - ix, at[:, 1] - iy
    upper = padded[ix, iy] * (1 - fx) + padded[ix + 1, iy] * fx
    lower = padded[ix, iy + 1] * (1 - fx) + padded[ix + 1, iy + 1] * fx
    return np.asarray(upper * (1 - fy) + lower * fy)


def _blend(
    surface: pygame.Surface, low: Floats, high: Floats, strength: Floats, rgb: tuple[int, int, int]
) -> None:
    pixels = pygame.surfarray.pixels3d(surface)
    part = pixels[low[0] : high[0], low[1] : high[1]]
    share = strength.T[:, :, None]
    part[:] = (part * (1 - share) + np.array(rgb) * share).astype(np.uint8)
    del pixels, part  # while they live the surface is locked
