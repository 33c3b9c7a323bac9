"""Strokes to pixels with pygame: the loop that the plan, the window and the projector share."""

from collections.abc import Sequence

import numpy as np
import pygame

from overlay.paint.view import View
from overlay.paint.warped_words import Inch, paint_warped
from overlay.paint.words_surface import words_surface
from overlay.strokes.inks import Rgb
from overlay.strokes.strokes import Fill, Stroke, StrokePath, Text
from table.places import Floats

_SMALLEST_PX = 2.0
_HAIR_PX = 1.6
_MEANT_IN = 0.045  # a line this wide says something and keeps its colour, however small
_STEP_IN = 2.0
_JOINTS_FROM_PX = 8.0


def paint(surface: pygame.Surface, strokes: Sequence[Stroke], view: View) -> None:
    """Paint strokes on a surface of the view's size."""
    lines, inches = _in_pixels(strokes, view)
    widths = np.hypot(*(inches[:, 1] - inches[:, 0]).T).tolist() if strokes else []
    for n, (stroke, shown) in enumerate(zip(strokes, lines, strict=True)):
        match stroke:
            case Fill():
                _fill(surface, stroke, shown)
            case StrokePath():
                _path(surface, stroke, shown, widths[n])
            case Text() if view.upright:
                _text(surface, stroke, inches[n, 0].tolist(), widths[n])
            case Text():
                at, right, down = inches[n]
                paint_warped(
                    surface, stroke, Inch(*(xy.tolist() for xy in (at, right - at, down - at)))
                )


def _in_pixels(strokes: Sequence[Stroke], view: View) -> tuple[list[list[Floats]], Floats]:
    """Every stroke's lines in pixels, all mapped at once, and where an inch from its start leads.

    That is (strokes, 3, 2): its start, an inch to the right of it, an inch below it.
    """
    lines = [_lines(stroke) for stroke in strokes]
    if view.bends:
        lines = [tuple(map(_stepped, found)) for found in lines]
    flat = [line for found in lines for line in found]
    if not flat:
        return [[] for _ in strokes], np.zeros((len(strokes), 3, 2))
    firsts = np.array([found[0][0] if found else (0.0, 0.0) for found in lines])
    steps = (firsts[:, None] + ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))).reshape(-1, 2)
    mapped = view.px_from_table(np.concatenate([steps, *flat]))
    ends = np.cumsum([len(line) for line in flat])
    parts = iter(_split(mapped[len(steps) :], ends.tolist()))
    inches = mapped[: len(steps)].reshape(-1, 3, 2)
    return [[next(parts) for _ in found] for found in lines], inches


def _stepped(line: Floats) -> Floats:
    """The line in steps so short that a lens hardly bends any of them."""
    gaps = np.hypot(*np.diff(line, axis=0).T)
    counts = np.maximum(1, np.ceil(gaps / _STEP_IN)).astype(int)
    steps = [
        np.linspace(start, end, count, endpoint=False)
        for start, end, count in zip(line[:-1], line[1:], counts, strict=True)
    ]
    return np.concatenate([*steps, line[-1:]])


def _split(xy: Floats, ends: Sequence[int]) -> list[Floats]:
    return [xy[start:end] for start, end in zip((0, *ends), ends, strict=False)]


def _lines(stroke: Stroke) -> tuple[Floats, ...]:
    match stroke:
        case Fill():
            return stroke.rings
        case StrokePath():
            return stroke.lines
        case Text():
            return (np.array([stroke.at]),)


def _fill(surface: pygame.Surface, stroke: Fill, rings: list[Floats]) -> None:
    outer = rings[0]
    if stroke.alpha >= 1.0 and len(rings) == 1:
        pygame.draw.polygon(surface, stroke.rgb, outer.tolist())
        return
    low = np.maximum(np.floor(outer.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(outer.max(axis=0)) + 1, surface.get_size()).astype(int)
    if (high <= low).any():
        return
    layer = pygame.Surface((int(high[0] - low[0]), int(high[1] - low[1])), pygame.SRCALPHA)
    pygame.draw.polygon(layer, (*stroke.rgb, round(255 * stroke.alpha)), (outer - low).tolist())
    for hole in rings[1:]:
        pygame.draw.polygon(layer, (0, 0, 0, 0), (hole - low).tolist())
    surface.blit(layer, (int(low[0]), int(low[1])))


def _path(
    surface: pygame.Surface, stroke: StrokePath, lines: list[Floats], px_per_in: float
) -> None:
    """Lines of any width: hairs smoothed, thin ones plain, thick ones as bars with joints."""
    width_px = stroke.width_in * px_per_in
    if stroke.width_in >= _MEANT_IN:
        width_px = max(width_px, _HAIR_PX)
    if not lines:
        return
    if width_px < _HAIR_PX:
        for line in lines:
            pygame.draw.aalines(surface, stroke.rgb, False, line.tolist())
    elif width_px < _JOINTS_FROM_PX:
        for line in lines:
            pygame.draw.lines(surface, stroke.rgb, False, line.tolist(), round(width_px))
    else:
        _thick(surface, lines, stroke.rgb, width_px)


def _thick(surface: pygame.Surface, lines: list[Floats], rgb: Rgb, width_px: float) -> None:
    """Each step of the lines as a bar, with round joints between them."""
    joined = np.concatenate(lines)
    inside = np.ones(len(joined) - 1, bool)  # the steps that do not lead from line to line
    inside[np.cumsum([len(line) for line in lines])[:-1] - 1] = False
    steps = np.diff(joined, axis=0)
    length = np.hypot(steps[:, 0], steps[:, 1])
    kept = inside & (length > 1e-9)
    a, b = joined[:-1][kept], joined[1:][kept]
    side = np.column_stack([-steps[kept, 1], steps[kept, 0]]) / length[kept, None] * width_px / 2
    for bar in np.stack([a + side, b + side, b - side, a - side], axis=1).tolist():
        pygame.draw.polygon(surface, rgb, bar)
    for joint in joined[1:-1][inside[:-1] & inside[1:]].tolist():
        pygame.draw.circle(surface, rgb, joint, width_px / 2)


def _text(surface: pygame.Surface, stroke: Text, at: list[float], px_per_in: float) -> None:
    capital_px = stroke.height_in * px_per_in
    if capital_px < _SMALLEST_PX or not stroke.text.strip():
        return
    words, ascent_px = words_surface(stroke.text, round(capital_px, 1), stroke.rgb)
    x, y = at
    back = {"left": 0.0, "middle": 0.5, "right": 1.0}[stroke.align] * words.get_width()
    surface.blit(words, (round(x - back), round(y - ascent_px)))
