"""The window's pixels: background or live picture, the table's drawing, what follows the mouse."""

from collections.abc import Sequence

import numpy as np
import pygame

from overlay.layout import enlarged, laid_out, put_aside
from overlay.live_picture import LivePicture, picture_surface
from overlay.mark_strokes import strokes_of
from overlay.marks import Card, Drawing, Mark, Words
from overlay.paint_pixels import paint
from overlay.theme import Theme
from overlay.view import Box, View, fitted_view
from table.places import TablePoint
from table.scene import Scene

_SIDE_IN = 0.6
_TOP_IN = 3.1  # room for the title and the game's line, so that they hide nothing
TITLE_AT = TablePoint(0.0, -2.35)
HUD_AT = TablePoint(0.0, -2.1)
_LEAST_CAPITAL_PX = 10.0  # smaller words cannot be read on a screen
_TITLE_IN = 0.55


def window_box(scene: Scene) -> Box:
    """The part of the table plane that the window shows: the table, and room for words above."""
    return (-_SIDE_IN, -_TOP_IN, scene.width + _SIDE_IN, scene.height + _SIDE_IN)


def window_view(scene: Scene, size_wh: tuple[int, int]) -> View:
    """The table straight from above, as large as the window lets it be."""
    return fitted_view(window_box(scene), size_wh)


def words_times(view: View) -> float:
    """How much larger than on the desk words must be to be read in this window."""
    return max(1.0, _LEAST_CAPITAL_PX / (0.25 * view.px_per_in(1.0, 1.0)))


def laid_out_window(
    scene: Scene, drawing: Drawing, view: View, keep_clear: Sequence[Box] = ()
) -> tuple[Mark, ...]:
    """The drawing's marks with labels and cards in their places, and the title above."""
    times = words_times(view)
    inside = (0.1, 0.1, scene.width - 0.1, scene.height - 0.1)
    larger = [card for card in enlarged(drawing.cards, times) if isinstance(card, Card)]
    cards = put_aside(larger, drawing.marks, inside, keep_clear)
    title = Words(TITLE_AT, drawing.title, "note", _TITLE_IN)
    marks = laid_out((*enlarged(drawing.marks, times), *cards), inside, keep_clear)
    return (*marks, title)


def marks_layer(
    marks: Sequence[Mark], view: View, theme: Theme, ground: tuple[int, int, int] | None
) -> pygame.Surface:
    """The marks on a surface of their own, transparent where `ground` is None."""
    layer = pygame.Surface(view.size_wh, pygame.SRCALPHA if ground is None else 0)
    if ground is not None:
        layer.fill(ground)
    paint(layer, strokes_of(marks, theme), view)
    return layer


def paint_picture(surface: pygame.Surface, live: LivePicture, view: View, scene: Scene) -> None:
    """The live picture under the marks: the play area, or the whole picture as it was taken."""
    if live.from_above is not None:
        corners = view.px_from_table(np.array([(0.0, 0.0), (scene.width, scene.height)]))
        (left, top), (right, bottom) = np.round(corners).astype(int)
        size = (int(right - left), int(bottom - top))
        made = pygame.transform.scale(picture_surface(live.from_above), size)
        surface.blit(made, (int(left), int(top)))


def paint_taken(surface: pygame.Surface, live: LivePicture) -> None:
    """The picture as the camera took it, fitted into the surface."""
    assert live.taken is not None
    height, width = live.taken.shape[:2]
    view = fitted_view((0.0, 0.0, float(width), float(height)), surface.get_size())
    (left, top), (right, bottom) = view.px_from_table(np.array([(0.0, 0.0), (width, height)]))
    size = (round(right - left), round(bottom - top))
    surface.blit(
        pygame.transform.scale(picture_surface(live.taken), size), (round(left), round(top))
    )
