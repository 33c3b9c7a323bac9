"""A game at the desk in a real window: what `Driver` does, by a real mouse and keyboard."""

import time
from contextlib import contextmanager

import pygame

from tests.spotter.live.desk_driver import PATIENCE_S, Driver
from tests.spotter.live.virtual_screen import virtual_screen

_KEYS = {"escape": "Escape", "return": "Return"}


class RealDesk(Driver):
    """The same desk; its clicks and keys go the whole way through the screen."""

    def __init__(self, screen, *words, **more) -> None:
        self._hands = screen
        self._came = 0  # events that reached the window
        super().__init__(*words, **more)
        take = self.window._take

        def taken(event):
            self._came += event.type in {pygame.MOUSEBUTTONUP, pygame.KEYDOWN}
            return take(event)

        self.window._take = taken
        self._left, self._top, *size = screen.window()
        assert tuple(size) == tuple(more["size_wh"]), "the window has the size it was given"

    def press(self, key: str) -> None:
        """A key of the keyboard."""
        with self._comes():
            self._hands.key(_KEYS.get(key, key))
        self.done()

    def _click(self, x: float, y: float, button: int = 1) -> None:
        with self._comes():
            self._hands.click(self._left + int(x), self._top + int(y), button)
        self.done()

    @contextmanager
    def _comes(self):
        """Until what was done has come through the screen to the window."""
        before, until_s = self._came, time.monotonic() + PATIENCE_S
        yield
        while self._came == before:
            assert time.monotonic() < until_s, "the window never heard of it"
            self.step()


@contextmanager
def real_screen(monkeypatch, size_wh):
    """A virtual screen on which this very process opens its window."""
    with virtual_screen(size_wh) as screen:
        monkeypatch.setenv("DISPLAY", screen.display)
        monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
        pygame.display.quit()
        try:
            yield screen
        finally:
            pygame.display.quit()
