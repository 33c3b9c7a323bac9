"""Marks as light: painted in the projector's own pixels, sharp, black wherever nothing is said.

Points are warped by `projector_from_table`, so lines are drawn once, at the projector's own
resolution, and never resampled.
"""

from collections.abc import Sequence

import numpy as np
import pygame

from overlay.mark_strokes import strokes_of
from overlay.marks import Mark, Rings
from overlay.paint_pixels import paint
from overlay.theme import LIGHT, Theme
from overlay.view import View, mapped_view
from table.places import ProjectorPixel, TablePoint
from table.plane_map import PlaneMap

Warp = PlaneMap[TablePoint, ProjectorPixel]


def paint_projector(
    surface: pygame.Surface,
    marks: Sequence[Mark],
    projector_from_table: Warp,
    dark: Sequence[Rings],
    theme: Theme = LIGHT,
) -> None:
    """Paint laid-out marks on the projector's surface; `dark` rings stay black."""
    view = mapped_view(projector_from_table, surface.get_size(), upright=False)
    surface.fill((0, 0, 0))
    paint(surface, strokes_of(marks, theme), view)
    for rings in dark:
        _blacken(surface, rings, view)


def _blacken(surface: pygame.Surface, rings: Rings, view: View) -> None:
    """Holes of a mask are filled too: what lies between tags is better dark than striped."""
    outer = view.px_from_table(np.asarray(rings[0], np.float64))
    pygame.draw.polygon(surface, (0, 0, 0), outer.tolist())
