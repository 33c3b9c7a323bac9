"""Light through a projector's lens: straight lines of the table are drawn bent."""

import numpy as np
import pygame

from overlay.paint.paint_pixels import paint
from overlay.paint.view import mapped_view
from overlay.strokes.strokes import StrokePath
from table.bent_map import Bend, BentMap
from table.places import ProjectorPixel, TablePoint

SIZE_WH = (800, 600)


def test_a_long_line_follows_the_bend():
    """A line across the table is lit all along, not only at its ends."""
    plane = np.array([[20.0, 0, 40], [0, 20.0, 60], [0, 0, 1]])
    bent = BentMap(TablePoint, ProjectorPixel, plane, Bend((400.0, 500.0), 400.0, 0.06))
    surface = pygame.Surface(SIZE_WH)
    line = np.array([(1.0, 2.0), (35.0, 2.0)])
    paint(
        surface,
        [StrokePath((line,), (255, 255, 255), 0.2)],
        mapped_view(bent, SIZE_WH, upright=False),
    )

    places = np.column_stack([np.linspace(2, 34, 30), np.full(30, 2.0)])
    lit = [surface.get_at((round(x), round(y)))[0] for x, y in bent.many(places)]
    assert min(lit) > 200
