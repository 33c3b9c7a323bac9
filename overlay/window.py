"""The window: pygame's events in, the newest picture out, commands for whoever runs the program.

    window = Window(asking, scene, army)
    while window.open:
        window.feed(scene, live_picture, hud)
        for command in window.step(): ...

All decisions are in window_state.py, all drawing in window_marks.py; this file only connects
them with a screen. The table's drawing is made by a worker, so that the window answers the
mouse while a rulebook still thinks.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
from pygame import freetype

from overlay.asking import Asking
from overlay.corrections import Correction, soldier_at
from overlay.hud import Hud
from overlay.latest import Latest
from overlay.live_picture import LivePicture, camera_view
from overlay.mark_strokes import strokes_of
from overlay.masks import keep_clear
from overlay.menu import Deed
from overlay.opened_window import opened_window
from overlay.paint_pixels import paint
from overlay.paint_plan import save_surface
from overlay.paint_svg import paint_svg
from overlay.paint_window import (
    laid_out_window,
    marks_layer,
    paint_picture,
    paint_taken,
    window_view,
)
from overlay.plan import plan_of
from overlay.theme import GLASS, PAPER, Theme
from overlay.view import View
from overlay.window_events import window_event
from overlay.window_marks import asked_of, mouse_marks, table_drawing
from overlay.window_state import (
    Command,
    HudSeen,
    Pressed,
    Quit,
    SceneSeen,
    WindowState,
    next_state,
    window_of,
)
from table.army import Army
from table.places import TablePoint
from table.scene import Scene

FRAMES_HZ = 30
SIZE_WH = (1280, 860)
_TITLE = "Spotter"
_RIGHT = 3  # the mouse's button
DeedsOf = Callable[[str, str | None], tuple[Deed, ...]]  # of a man, and the chosen man with him


class Window:
    """The one window of the program."""

    def __init__(  # noqa: PLR0913 - the optional ones are named at every call
        self,
        scene: Scene,
        asking: Asking | None = None,
        army: Army | None = None,
        *,
        size_wh: tuple[int, int] = SIZE_WH,
        fullscreen: bool = False,
        deeds: DeedsOf | None = None,
        corrections: tuple[Correction, ...] = (),
    ) -> None:
        pygame.display.init()
        freetype.init()
        self._screen = opened_window(_TITLE, size_wh)
        self._clock = pygame.time.Clock()
        self._asking = asking
        self._deeds = deeds
        self._live: LivePicture | None = None
        self._layers: Latest[pygame.Surface] = Latest()
        words = () if asking is None else tuple(sorted(asking.book.meanings.words))
        self.state: WindowState = window_of(scene, army, corrections, words)
        self.open = True
        if fullscreen:
            self._show_fullscreen(fullscreen=True)

    def feed(self, scene: Scene, live: LivePicture | None = None, hud: Hud | None = None) -> None:
        """Give the window what is true now."""
        if scene is not self.state.seen:
            self.state, _ = next_state(self.state, SceneSeen(scene))
        if hud is not None:
            self.state, _ = next_state(self.state, HudSeen(hud))
        if not self.state.paused:
            self._live = live

    def choose(self, soldier: str, target: str | None) -> None:
        """Show a man, and his shot at a target, as if the players had clicked them."""
        self.state = replace(self.state, chosen=soldier, target=target, weapon=0)

    def step(self) -> list[Command]:
        """Take what the players did, paint, and say what the program must do."""
        commands = [command for event in pygame.event.get() for command in self._take(event)]
        if any(isinstance(command, Quit) for command in commands):
            self.open = False
        self.paint()
        self._screen.flip()
        return commands

    def tick(self) -> float:
        """Wait for the next frame; the seconds since the last one."""
        return self._clock.tick(FRAMES_HZ) / 1000

    def paint(self, *, wait: bool = False) -> pygame.Surface:
        """Paint the window as it is now; `wait` for the table's drawing rather than be quick."""
        surface = self._screen.get_surface()
        view, theme = self.view, self.theme
        key = (*asked_of(self.state), view.size_wh, theme.name)
        make = self._maker(view, theme)
        made = self._layers.waited_for(key, make) if wait else self._layers.want(key, make)
        self._paint_ground(surface, view, theme)
        if made is not None:
            surface.blit(made, (0, 0))
        paint(surface, strokes_of(mouse_marks(self.state, self._asking), theme), view)
        return surface

    @property
    def view(self) -> View:
        """Where the table lies in the window."""
        size = self._screen.size
        if self._as_camera and self._live is not None:
            return camera_view(self._live, size)
        return window_view(self.state.scene, size)

    @property
    def theme(self) -> Theme:
        """Paper for a plan, bright lines over a live picture; the army's own colours."""
        return self._with_sides(PAPER if self._live is None else GLASS)

    def _with_sides(self, theme: Theme) -> Theme:
        army = self.state.army
        return theme.with_sides({} if army is None else {s.name: s.colour for s in army.sides})

    def save(self, path: Path) -> None:
        """Keep what is on screen: pixels as PNG, the marks alone as SVG."""
        if path.suffix.lower() == ".svg":
            drawing = table_drawing(self.state, self._asking, on_picture=False)
            paint_svg(plan_of(self.state.scene, drawing), path, self._with_sides(PAPER))
        else:
            save_surface(self.paint(wait=True), path)

    def close(self) -> None:
        """Take the window off the screen."""
        self.open = False
        self._layers.close()
        self._screen.destroy()

    @property
    def _as_camera(self) -> bool:
        return self.state.as_camera and self._live is not None and self._live.has_camera_view

    def _take(self, event: pygame.event.Event) -> tuple[Command, ...]:
        told = window_event(event, self.view)
        if told is None:
            return (Quit(),) if event.type in {pygame.QUIT, pygame.WINDOWCLOSE} else ()
        if isinstance(told, Pressed) and told.button == _RIGHT:
            told = replace(told, deeds=self._deeds_at(told.at))
        before = self.state.fullscreen
        self.state, commands = next_state(self.state, told)
        if self.state.fullscreen != before:
            self._show_fullscreen(fullscreen=self.state.fullscreen)
        return commands

    def _deeds_at(self, at: TablePoint) -> tuple[Deed, ...]:
        man = soldier_at(self.state.scene, at)
        if man is None or self._deeds is None:
            return ()
        return self._deeds(man.id, self.state.chosen)

    def _show_fullscreen(self, *, fullscreen: bool) -> None:
        if fullscreen:
            self._screen.set_fullscreen(desktop=True)
        else:
            self._screen.set_windowed()

    def _maker(self, view: View, theme: Theme) -> Callable[[], pygame.Surface]:
        """What the worker does: the table's marks and their pixels, from a state that stays."""
        state, asking, on_picture = self.state, self._asking, self._live is not None

        def make() -> pygame.Surface:
            drawing = table_drawing(state, asking, on_picture=on_picture)
            clear = keep_clear(state.scene, state.army) if on_picture else ()
            marks = laid_out_window(state.scene, drawing, view, clear)
            return marks_layer(marks, view, theme, None if on_picture else theme.ground)

        return make

    def _paint_ground(self, surface: pygame.Surface, view: View, theme: Theme) -> None:
        if self._live is None:
            return
        surface.fill(theme.ground)
        if self._as_camera:
            paint_taken(surface, self._live)
        else:
            paint_picture(surface, self._live, view, self.state.scene)
