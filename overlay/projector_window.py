"""The projector's display beside the window: light on the desk, or none on demand.

projector = ProjectorWindow(projector_from_table, army, display=1)
projector.show(scene, drawing, now_s)     # paints only what changed
projector.blank(now_s)                    # dark, for whoever wants to look without light
projector.light                           # what falls on the table, and since when
"""

from collections.abc import Callable, Container

import pygame

from overlay.layout import laid_out, put_aside
from overlay.light_marks import light_marks
from overlay.light_plan import LightPlan, light_plan
from overlay.marks import Card, Drawing, Label, Mark
from overlay.masks import keep_clear, mask_rings
from overlay.paint_projector import Warp, paint_projector
from overlay.theme import LIGHT
from table.army import Army
from table.scene import Scene

_CENTRED_ON = 0x2FFF0000  # SDL's sign for "in the middle of display number ..."
_TITLE_CHARACTERS = 60
Shining = Callable[[LightPlan], None]


class ProjectorWindow:
    """A whole display of light."""

    def __init__(
        self,
        projector_from_table: Warp,
        army: Army | None = None,
        *,
        display: int | None = None,
        corner_marker_in: float = 1.5,
    ) -> None:
        pygame.display.init()
        sizes = pygame.display.get_desktop_sizes()
        number = len(sizes) - 1 if display is None else min(display, len(sizes) - 1)
        at = (_CENTRED_ON | number, _CENTRED_ON | number)
        self._screen = pygame.Window("Spotter's light", sizes[number], at, borderless=True)
        if len(sizes) > 1:
            self._screen.set_fullscreen(desktop=True)
        self._warp = projector_from_table
        self._army = army
        self._corner_in = corner_marker_in
        self._shown: tuple[Mark, ...] | None = None
        self.light: LightPlan | None = None

    def show(
        self, scene: Scene, drawing: Drawing, now_s: float, before: Shining | None = None
    ) -> None:
        """Throw a drawing on the desk; nothing happens while it stays the same.

        `before` is told of the new light before it falls, so that nobody takes it for a thing.
        """
        marks = desk_marks(scene, drawing, self._army, self._corner_in)
        if marks == self._shown:
            return
        surface = self._screen.get_surface()
        dark = mask_rings(scene, self._army, self._corner_in)
        paint_projector(surface, marks, self._warp, dark, LIGHT)
        self._flip(scene, marks, now_s, before)

    def blank(self, scene: Scene, now_s: float) -> None:
        """No light at all, until the next `show`."""
        self._screen.get_surface().fill((0, 0, 0))
        self._flip(scene, (), now_s)

    def close(self) -> None:
        """Give the display back."""
        self._screen.destroy()

    def _flip(
        self, scene: Scene, marks: tuple[Mark, ...], now_s: float, before: Shining | None = None
    ) -> None:
        surface, size_in = self._screen.get_surface(), (scene.width, scene.height)
        light = light_plan(surface, self._warp, size_in, now_s)
        if before is not None:
            before(light)
        self._screen.flip()
        self._shown, self.light = marks, light


def desk_marks(
    scene: Scene, drawing: Drawing, army: Army | None, corner_marker_in: float = 1.5
) -> tuple[Mark, ...]:
    """A drawing laid out on the desk itself: words clear of tags, title and cards where free."""
    bounds = (0.2, 0.2, scene.width - 0.2, scene.height - 0.2)
    clear = keep_clear(scene, army, corner_marker_in)
    names = {soldier.id for soldier in scene.soldiers}
    marks = [m for m in light_marks(drawing.marks, scene) if not _plain_name(m, names)]
    title = Card(drawing.title[:_TITLE_CHARACTERS], (), "note", height_in=0.3)
    things = [thing.footprint.bounds for thing in scene.things]
    cards = put_aside((title, *drawing.cards), marks, bounds, [*clear, *things])
    return laid_out((*marks, *cards), bounds, [*clear, *things])


def _plain_name(mark: Mark, names: Container[str]) -> bool:
    """Whether this only names a man or a thing, whom players see for themselves."""
    return isinstance(mark, Label) and (mark.rank < 0 or mark.text in names)
