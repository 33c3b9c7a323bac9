"""The window's pixels: background or live picture, the table's drawing, what follows the mouse."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pygame

from overlay.marks.marks import TEXT_IN, Box, Drawing, Label, ManMark, Mark, Words
from overlay.marks.text_size import name_on_base_in
from overlay.paint.paint_pixels import paint
from overlay.paint.view import View, framed_view
from overlay.strokes.layout import enlarged, laid_out
from overlay.strokes.mark_strokes import strokes_of
from overlay.strokes.theme import Theme
from overlay.window.desk_parts import capital_of
from overlay.window.live_picture import LivePicture, picture_surface
from table.scene import Scene

_SIDE_IN = 0.8
_LABEL_TIMES = 10 / 9  # names and numbers on the table, beside the desk's words


def _window_box(scene: Scene) -> Box:
    """The part of the table plane that the window shows: the table, and a rim for its numbers."""
    return (-_SIDE_IN, -_SIDE_IN, scene.width + _SIDE_IN, scene.height + _SIDE_IN)


def shown_wh(scene: Scene) -> tuple[float, float]:
    """How much of the table plane the window shows, in inches."""
    left, top, right, bottom = _window_box(scene)
    return right - left, bottom - top


def window_view(scene: Scene, frame: Box, size_wh: tuple[int, int]) -> View:
    """The table straight from above, as large as its part of the window lets it be."""
    return framed_view(_window_box(scene), frame, size_wh)


def _words_times(view: View) -> float:
    """How much larger than on the desk words must be to be read in this window."""
    return max(1.0, _LABEL_TIMES * least_in(view) / TEXT_IN)


def least_in(view: View) -> float:
    """The smallest capitals that can be read in this window, in inches of the table.

    They are as tall as those of the words around it, so they grow with the screen.
    """
    return capital_of(view.size_wh) / view.px_per_in(1.0, 1.0)


def laid_out_window(
    scene: Scene, drawing: Drawing, view: View, keep_clear: Sequence[Box] = ()
) -> tuple[Mark, ...]:
    """The drawing's marks with its labels in their places; its title and cards lie beside it."""
    times, smallest_in = _words_times(view), least_in(view)
    inside = (0.1, 0.1, scene.width - 0.1, scene.height - 0.1)
    named = _named_beside(drawing.marks, smallest_in)
    words = (_readable(mark, smallest_in) for mark in enlarged(named, times))
    return laid_out(tuple(words), inside, keep_clear)


def _named_beside(marks: Sequence[Mark], smallest_in: float) -> list[Mark]:
    """Men whose names are too small on their bases have them beside."""
    made = list[Mark]()
    for mark in marks:
        on_base_in = _on_base_in(mark) if isinstance(mark, ManMark) else None
        if isinstance(mark, ManMark) and on_base_in is not None and on_base_in < smallest_in:
            made.append(replace(mark, name=""))
            made.append(Label(mark.centre, mark.name, "note", mark.radius_in, rank=4))
        else:
            made.append(mark)
    return made


def _on_base_in(man: ManMark) -> float | None:
    """How tall a man's name stands on his base; None where it is no drawn base that has it."""
    drawn = man.is_there and not man.outlined_only
    return name_on_base_in(man.name, man.radius_in) if drawn else None


def _readable(mark: Mark, smallest_in: float) -> Mark:
    """Names and numbers in a size that can be read."""
    if not isinstance(mark, Words | Label) or mark.height_in >= smallest_in:
        return mark
    return replace(mark, height_in=smallest_in)


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
