"""The projector in a game: light while it is plugged in, a sentence while it is not.

Pulling its cable never ends the game: the display is given back, and taken again when it returns.
"""

from collections.abc import Callable

import pygame

from overlay.marks.marks import Drawing
from overlay.projector.light_plan import LightPlan
from overlay.projector.projector_window import Painted, ProjectorWindow
from overlay.projector.seat import Seat
from table.scene import Scene
from vision.live.resting import lit_cells
from vision.surface.flat_table import Pixels

_LOOK_S = 0.5  # how often the displays are counted


def displays() -> int:
    """How many displays are plugged in."""
    return len(pygame.display.get_desktop_sizes())


class ProjectorLight:
    """Light on the desk, if there is a projector to throw it."""

    def __init__(
        self,
        display: int,
        open_window: Callable[[], ProjectorWindow],
        plugged_in: Callable[[], int] = displays,
    ) -> None:
        self._display = display
        self._open_window = open_window
        self._plugged_in = plugged_in
        self._window: ProjectorWindow | None = None
        self._looked_s = float("-inf")
        self.trouble: str | None = None

    def look_after(self, now_s: float) -> None:
        """Open the window when the projector is there, close it when it is not."""
        if now_s - self._looked_s < _LOOK_S:
            return
        self._looked_s = now_s
        if self._plugged_in() <= self._display:
            self.close()
            self.trouble = f"projector: display {self._display} is not there; plug it in"
        elif self._window is None:
            self._try(self._open)

    def painted(self, scene: Scene, drawing: Drawing, seat: Seat | None = None) -> Painted | None:
        """A drawing as the projector would throw it, None while it is not there; in any thread."""
        window = self._window
        try:
            return None if window is None else window.painted(scene, drawing, seat)
        except pygame.error:  # pulled out meanwhile, which `look_after` notices
            return None

    def throw(
        self,
        painted: Painted,
        scene: Scene,
        now_s: float,
        shine: Callable[[Pixels | None], None],
    ) -> None:
        """Let light fall on the desk; `shine` is told the lit cells before they are lit."""
        window = self._window
        if window is None:
            shine(None)
            return
        self._try(
            lambda: window.throw(painted, now_s, lambda light: shine(_cells_lit(light, scene)))
        )

    def blank(self, scene: Scene, now_s: float) -> None:
        """No light."""
        window = self._window
        if window is not None and (window.light is None or not window.light.dark):
            self._try(lambda: window.blank(scene, now_s))

    def lit(self, scene: Scene) -> Pixels | None:
        """The cells of the table that are lit now, None where none is."""
        light = None if self._window is None else self._window.light
        return None if light is None else _cells_lit(light, scene)

    def close(self) -> None:
        """Give the display back."""
        if self._window is not None:
            self._window.close()
        self._window = None

    def _open(self) -> None:
        self._window = self._open_window()
        self.trouble = None

    def _try(self, paint: Callable[[], None]) -> None:
        """A display that goes away while it is painted on is looked after soon."""
        try:
            paint()
        except pygame.error as problem:
            self._window = None
            self.trouble = f"projector: {problem}; plug it in again"


def _cells_lit(light: LightPlan, scene: Scene) -> Pixels | None:
    return None if light.dark else lit_cells(light.lit, scene.width, scene.height)
