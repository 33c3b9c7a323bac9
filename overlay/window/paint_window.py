"""The window's pixels: background or live picture, the table's drawing, what follows the mouse."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pygame

from overlay.marks.marks import Box, Card, Drawing, Label, Mark, Words
from overlay.marks.text_size import width_in
from overlay.paint.paint_pixels import paint
from overlay.paint.view import View, framed_view
from overlay.strokes.layout import enlarged, laid_out, put_aside
from overlay.strokes.mark_strokes import strokes_of
from overlay.strokes.theme import Theme
from overlay.window.desk_parts import LEAST_PX
from overlay.window.live_picture import LivePicture, picture_surface
from table.places import TablePoint
from table.scene import Scene

_SIDE_IN = 0.8
_TOP_IN = 1.5  # room for the title, so that it hides nothing
TITLE_AT = TablePoint(0.0, -0.75)
_LEAST_CAPITAL_PX = 10.0  # smaller words cannot be read on a screen
_TITLE_IN = 0.4


def window_box(scene: Scene) -> Box:
    """The part of the table plane that the window shows: the table, and room for words above."""
    return (-_SIDE_IN, -_TOP_IN, scene.width + _SIDE_IN, scene.height + _SIDE_IN)


def window_view(scene: Scene, frame: Box, size_wh: tuple[int, int]) -> View:
    """The table straight from above, as large as its part of the window lets it be."""
    return framed_view(window_box(scene), frame, size_wh)


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
    smallest_in = least_in(view)
    title_in = max(_TITLE_IN, smallest_in)
    title = Words(TITLE_AT, fitting(drawing.title, title_in, scene.width), "note", title_in)
    words = (_readable(mark, smallest_in) for mark in enlarged(drawing.marks, times))
    return (*laid_out((*words, *cards), inside, keep_clear), title)


def least_in(view: View) -> float:
    """The smallest capitals that can be read in this window, in inches of the table."""
    return LEAST_PX / view.px_per_in(1.0, 1.0)


def _readable(mark: Mark, smallest_in: float) -> Mark:
    """Names and numbers in a size that can be read."""
    if not isinstance(mark, Words | Label) or mark.height_in >= smallest_in:
        return mark
    return replace(mark, height_in=smallest_in)


def fitting(title: str, height_in: float, wide_in: float) -> str:
    """As many whole parts of a title as fit above the table; all is in the card beside it.

    >>> fitting("R1 may not shoot B1: he is hidden; he has fired", 0.4, 12.0)
    'R1 may not shoot B1: he is hidden'
    """
    ends = [at for at, sign in enumerate(title) if sign in ":;"]
    parts = [title, *(title[:at] for at in reversed(ends))]
    return next((part for part in parts if width_in(part, height_in) <= wide_in), "")


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


def paint_taken(surface: pygame.Surface, live: LivePicture, frame: Box) -> None:
    """The picture as the camera took it, fitted into the table's part of the window."""
    assert live.taken is not None
    height, width = live.taken.shape[:2]
    view = framed_view((0.0, 0.0, float(width), float(height)), frame, surface.get_size())
    (left, top), (right, bottom) = view.px_from_table(np.array([(0.0, 0.0), (width, height)]))
    size = (round(right - left), round(bottom - top))
    surface.blit(
        pygame.transform.scale(picture_surface(live.taken), size), (round(left), round(top))
    )
