"""Strokes to pixels with pygame: the loop that the plan, the window and the projector share."""

from collections.abc import Sequence

import numpy as np
import pygame

from overlay.strokes import Fill, Path, Stroke, Text
from overlay.view import View
from overlay.warped_words import paint_warped
from overlay.words_surface import words_surface
from table.places import Floats

_SMALLEST_PX = 2.0
_HAIR_PX = 1.6
_MEANT_IN = 0.045  # a line this wide says something and keeps its colour, however small
_JOINTS_FROM_PX = 3.0


def paint(surface: pygame.Surface, strokes: Sequence[Stroke], view: View) -> None:
    """Paint strokes on a surface of the view's size."""
    for stroke in strokes:
        match stroke:
            case Fill():
                _fill(surface, stroke, view)
            case Path():
                _path(surface, stroke, view)
            case Text():
                _text(surface, stroke, view)


def _fill(surface: pygame.Surface, stroke: Fill, view: View) -> None:
    rings = [view.px_from_table(ring) for ring in stroke.rings]
    if stroke.alpha >= 1.0 and len(rings) == 1:
        pygame.draw.polygon(surface, stroke.rgb, rings[0].tolist())
        return
    outer = rings[0]
    low = np.maximum(np.floor(outer.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(outer.max(axis=0)) + 1, surface.get_size()).astype(int)
    if (high <= low).any():
        return
    layer = pygame.Surface((int(high[0] - low[0]), int(high[1] - low[1])), pygame.SRCALPHA)
    pygame.draw.polygon(layer, (*stroke.rgb, round(255 * stroke.alpha)), (outer - low).tolist())
    for hole in rings[1:]:
        pygame.draw.polygon(layer, (0, 0, 0, 0), (hole - low).tolist())
    surface.blit(layer, (int(low[0]), int(low[1])))


def _path(surface: pygame.Surface, stroke: Path, view: View) -> None:
    """Lines of any width: pygame's own for hairs, else bars with round joints."""
    if not stroke.lines:
        return
    joined = view.px_from_table(np.concatenate(stroke.lines))
    lengths = np.array([len(line) for line in stroke.lines])
    x, y = stroke.lines[0][0]
    width_px = stroke.width_in * view.px_per_in(float(x), float(y))
    if stroke.width_in >= _MEANT_IN:
        width_px = max(width_px, _HAIR_PX)
    if width_px < _HAIR_PX:
        for line in np.split(joined, np.cumsum(lengths)[:-1]):
            pygame.draw.aalines(surface, stroke.rgb, False, line.tolist())
        return
    inside = np.ones(len(joined) - 1, bool)  # the steps that do not lead from line to line
    inside[np.cumsum(lengths)[:-1] - 1] = False
    for bar in _bars(joined, inside, width_px):
        pygame.draw.polygon(surface, stroke.rgb, bar)
    if width_px >= _JOINTS_FROM_PX:
        for joint in joined[1:-1][inside[:-1] & inside[1:]].tolist():
            pygame.draw.circle(surface, stroke.rgb, joint, width_px / 2)


def _bars(
    line: Floats, inside: "np.ndarray[tuple[int], np.dtype[np.bool_]]", width_px: float
) -> list[list[list[float]]]:
    """The four corners of each step of a line."""
    steps = np.diff(line, axis=0)
    length = np.hypot(steps[:, 0], steps[:, 1])
    kept = inside & (length > 1e-9)
    a, b = line[:-1][kept], line[1:][kept]
    side = np.column_stack([-steps[kept, 1], steps[kept, 0]]) / length[kept, None] * width_px / 2
    bars: list[list[list[float]]] = np.stack([a + side, b + side, b - side, a - side], 1).tolist()
    return bars


def _text(surface: pygame.Surface, stroke: Text, view: View) -> None:
    capital_px = stroke.height_in * view.px_per_in(*stroke.at)
    if capital_px < _SMALLEST_PX or not stroke.text.strip():
        return
    if not view.upright:
        paint_warped(surface, stroke, view)
        return
    words, ascent_px = words_surface(stroke.text, round(capital_px, 1), stroke.rgb)
    ((x, y),) = view.px_from_table(np.array([stroke.at]))
    back = {"left": 0.0, "middle": 0.5, "right": 1.0}[stroke.align] * words.get_width()
    surface.blit(words, (round(x - back), round(y - ascent_px)))
