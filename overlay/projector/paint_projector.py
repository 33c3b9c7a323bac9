"""Marks as light: painted in the projector's own pixels, sharp, black wherever nothing is said.

Points are warped by `projector_from_table`, so lines are drawn once, at the projector's own
resolution, and never resampled.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pygame

from overlay.marks.marks import Mark
from overlay.paint.paint_pixels import paint
from overlay.paint.view import View, mapped_view
from overlay.projector.masks import Corners
from overlay.strokes.mark_strokes import strokes_of
from overlay.strokes.theme import LIGHT, Theme
from table.places import ProjectorPixel, TablePoint
from table.plane_map import PlaneMap

Warp = PlaneMap[TablePoint, ProjectorPixel]


def paint_projector(
    surface: pygame.Surface,
    marks: Sequence[Mark],
    projector_from_table: Warp,
    dark: Sequence[Corners],
    theme: Theme = LIGHT,
) -> None:
    """Paint laid-out marks on the projector's surface; `dark` rings stay black."""
    view = _view(projector_from_table, surface.get_size())
    surface.fill((0, 0, 0))
    paint(surface, strokes_of(marks, theme), view)
    if dark:
        _blacken(surface, dark, view)


@lru_cache(maxsize=4)
def _view(projector_from_table: Warp, size_wh: tuple[int, int]) -> View:
    return mapped_view(projector_from_table, size_wh, upright=False)


def _blacken(surface: pygame.Surface, rings: Sequence[Corners], view: View) -> None:
    """Fill every ring with black, all mapped at once."""
    mapped = view.px_from_table(np.array([place for ring in rings for place in ring]))
    start = 0
    for ring in rings:
        pygame.draw.polygon(surface, (0, 0, 0), mapped[start : start + len(ring)].tolist())
        start += len(ring)
