"""What the camera gives the window to lay its marks on."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from overlay.marks.marks import Box
from overlay.paint.view import View, framed_view
from table.picture import Picture
from table.places import Floats


@dataclass(frozen=True, eq=False)
class LivePicture:
    """The newest picture: the play area straight from above, and as the camera took it.

    Both are blue, green, red; `from_above` may have any size and shows exactly the play area.
    """

    from_above: Picture | None = None
    taken: Picture | None = None
    camera_from_table: Callable[[Floats], Floats] | None = None
    table_from_camera: Callable[[Floats], Floats] | None = None

    @property
    def has_camera_view(self) -> bool:
        """Whether marks can be laid on the picture as it was taken."""
        maps = (self.camera_from_table, self.table_from_camera)
        return self.taken is not None and None not in maps


def picture_surface(picture: Picture) -> pygame.Surface:
    """A camera's picture as pygame has it."""
    height, width = picture.shape[:2]
    return pygame.image.frombuffer(picture.tobytes(), (width, height), "BGR")


def camera_view(live: LivePicture, frame: Box, size_wh: tuple[int, int]) -> View:
    """The picture as it was taken, fitted into the table's part of the window."""
    assert live.taken is not None
    assert live.camera_from_table is not None
    assert live.table_from_camera is not None
    height, width = live.taken.shape[:2]
    window = framed_view((0.0, 0.0, float(width), float(height)), frame, size_wh)
    camera_from_table, table_from_camera = live.camera_from_table, live.table_from_camera
    return View(
        size_wh,
        lambda xy: window.px_from_table(camera_from_table(xy)),
        lambda px: table_from_camera(window.table_from_px(px)),
    )
