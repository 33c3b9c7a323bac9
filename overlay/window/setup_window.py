"""Plain windows for the set-up: the camera's picture with marks and words, the projector's whole.

The set-up commands say what to show and get back what the player did, in the picture's pixels.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pygame

from overlay.paint.words_surface import words_surface
from overlay.window.live_picture import picture_surface
from overlay.window.opened_window import BLIND_DRIVERS, opened_window
from table.picture import Picture
from table.places import CameraPixel, CameraXY

SIZE_WH = (1280, 760)
_LINE_PX = 26
_GOOD, _PLAIN, _GROUND = (80, 230, 120), (255, 255, 255), (20, 20, 20)
_LINUX_SCREENS = frozenset({"DISPLAY", "WAYLAND_DISPLAY"})

_KEYS = {
    pygame.K_RETURN: True,
    pygame.K_KP_ENTER: True,
    pygame.K_SPACE: True,
    pygame.K_ESCAPE: False,
    pygame.K_q: False,
}
MouseWord = Literal["press", "move", "release"]
_MOUSE: dict[int, MouseWord] = {
    pygame.MOUSEBUTTONDOWN: "press",
    pygame.MOUSEMOTION: "move",
    pygame.MOUSEBUTTONUP: "release",
}


def has_screen() -> bool:
    """Whether a window would be seen; a driver chosen by hand counts as seen."""
    by_hand = bool(os.environ.get("SDL_VIDEODRIVER"))
    if sys.platform == "linux" and not by_hand and not _LINUX_SCREENS & os.environ.keys():
        return False  # asking the drivers all the same makes them complain on standard error
    try:
        pygame.display.init()
    except pygame.error:
        return False
    return by_hand or pygame.display.get_driver() not in BLIND_DRIVERS


def is_watched() -> bool:
    """Whether somebody can see a window and click in it, which no blind driver lets him."""
    return has_screen() and pygame.display.get_driver() not in BLIND_DRIVERS


@dataclass(frozen=True, slots=True)
class Done:
    """The player pressed Enter or Space (`accepted`), or closed the window or pressed Escape."""

    accepted: bool


@dataclass(frozen=True, slots=True)
class Mouse:
    """The mouse went down, moved or went up at a pixel of the picture."""

    what: MouseWord
    at: CameraPixel


class SetupWindow:
    """The camera's picture, fitted into a window, with dots, a ring and lines of words over it."""

    def __init__(self, title: str, size_wh: tuple[int, int] = SIZE_WH) -> None:
        pygame.display.init()
        pygame.font.init()
        self._window = opened_window(title, size_wh)
        self._scale, self._shift = 1.0, (0.0, 0.0)

    def show(
        self,
        picture: Picture,
        lines: Sequence[str],
        *,
        dots: CameraXY | None = None,
        ring: CameraXY | None = None,
        good: bool = True,
    ) -> pygame.Surface:
        """Paint all of it; what was painted comes back for whoever wants to keep it."""
        surface = self._window.get_surface()
        self._fit(picture, surface.get_size())
        size = (round(picture.shape[1] * self._scale), round(picture.shape[0] * self._scale))
        surface.fill(_GROUND)
        small = pygame.transform.smoothscale(picture_surface(picture), size)
        surface.blit(small, self._shift)
        for x, y in [] if dots is None else dots:
            pygame.draw.circle(surface, _GOOD, self._window_from_camera(x, y), 6, 2)
        if ring is not None:
            corners = [self._window_from_camera(x, y) for x, y in ring]
            pygame.draw.lines(surface, _GOOD, True, corners, 2)
            for corner in corners:
                pygame.draw.circle(surface, _GOOD, corner, 9, 2)
        _write(surface, lines, _GOOD if good else _PLAIN)
        self._window.flip()
        return surface

    def events(self) -> list[Done | Mouse]:
        """What the player did since the last call."""
        told = [self._event(event) for event in pygame.event.get()]
        return [event for event in told if event is not None]

    def close(self) -> None:
        """Take the window away."""
        self._window.destroy()

    def _fit(self, picture: Picture, size_wh: tuple[int, int]) -> None:
        height, width = picture.shape[:2]
        self._scale = min(size_wh[0] / width, size_wh[1] / height)
        self._shift = (
            (size_wh[0] - width * self._scale) / 2,
            (size_wh[1] - height * self._scale) / 2,
        )

    def _window_from_camera(self, x: float, y: float) -> tuple[float, float]:
        return (x + 0.5) * self._scale + self._shift[0], (y + 0.5) * self._scale + self._shift[1]

    def _camera_from_window(self, at: tuple[float, float]) -> CameraPixel:
        x, y = (
            (value - shift) / self._scale - 0.5
            for value, shift in zip(at, self._shift, strict=True)
        )
        return CameraPixel(x, y)

    def _event(self, event: pygame.event.Event) -> Done | Mouse | None:
        if event.type in {pygame.QUIT, pygame.WINDOWCLOSE}:
            return Done(accepted=False)
        if event.type == pygame.KEYDOWN and event.key in _KEYS:
            return Done(_KEYS[event.key])
        if event.type in _MOUSE:
            return Mouse(_MOUSE[event.type], self._camera_from_window(event.pos))
        return None


def _write(surface: pygame.Surface, lines: Sequence[str], rgb: tuple[int, int, int]) -> None:
    """Words at the top left on a dark ground, readable over any picture."""
    if not lines:
        return
    words = [words_surface(line, _LINE_PX / 2, rgb)[0] for line in lines if line]
    width = max((word.get_width() for word in words), default=0) + 20
    ground = pygame.Surface((width, _LINE_PX * len(words) + 12), pygame.SRCALPHA)
    ground.fill((0, 0, 0, 170))
    surface.blit(ground, (0, 0))
    for row, word in enumerate(words):
        surface.blit(word, (10, 8 + _LINE_PX * row))


class ProjectorScreen:
    """A display filled with one picture at a time, dot for dot."""

    def __init__(self, display: int | None = None) -> None:
        """Fill that display, the last one where none is named."""
        pygame.display.init()
        sizes = pygame.display.get_desktop_sizes()
        number = len(sizes) - 1 if display is None else display
        self.size_wh: tuple[int, int] = sizes[number]
        self._surface = pygame.display.set_mode(
            self.size_wh, pygame.FULLSCREEN | pygame.NOFRAME, display=number
        )
        pygame.mouse.set_visible(False)

    def show(self, picture: Picture) -> None:
        """Fill the display with this picture."""
        pygame.event.pump()
        self._surface.blit(picture_surface(picture), (0, 0))
        pygame.display.flip()

    def close(self) -> None:
        """Give the display back."""
        pygame.mouse.set_visible(True)
        pygame.display.quit()


def display_count() -> int:
    """How many displays there are, 0 where there is no screen."""
    return len(pygame.display.get_desktop_sizes()) if has_screen() else 0
