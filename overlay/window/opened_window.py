"""A window as large as wished, or as large as the screen has room for."""

import pygame

# What the desktop's own bars and the window's frame take, in pixels.
_BARS_WH = (16, 80)
BLIND_DRIVERS = frozenset({"offscreen", "dummy"})  # their desktop is nobody's


def opened_window(title: str, wished_wh: tuple[int, int]) -> pygame.Window:
    """A window that can be resized, whole on the first screen."""
    size_wh = wished_wh
    if pygame.display.get_driver() not in BLIND_DRIVERS:
        size_wh = fitted_wh(wished_wh, pygame.display.get_desktop_sizes()[0])
    return pygame.Window(title, size_wh, resizable=True)


def fitted_wh(wished_wh: tuple[int, int], desktop_wh: tuple[int, int]) -> tuple[int, int]:
    """The wished size, shrunk in proportion where the desktop has no room for it."""
    rooms = [desktop - bars for desktop, bars in zip(desktop_wh, _BARS_WH, strict=True)]
    scale = min(1.0, *(room / wished for room, wished in zip(rooms, wished_wh, strict=True)))
    width, height = (max(1, int(wished * scale)) for wished in wished_wh)
    return width, height
