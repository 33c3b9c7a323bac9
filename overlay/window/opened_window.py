"""A window as large as wished, or as large as the screen has room for."""

import pygame

# What the desktop's own bars and the window's frame take, in pixels.
_BARS_WH = (16, 80)
BLIND_DRIVERS = frozenset({"offscreen", "dummy"})  # their desktop is nobody's


def opened_window(
    title: str, wished_wh: tuple[int, int], *, as_large_as_it_goes: bool = False
) -> pygame.Window:
    """A window that can be resized, whole on the first screen; where nobody looks, as wished."""
    size_wh = wished_wh
    if pygame.display.get_driver() not in BLIND_DRIVERS:
        desktop_wh = pygame.display.get_desktop_sizes()[0]
        size_wh = _room_wh(desktop_wh) if as_large_as_it_goes else fitted_wh(wished_wh, desktop_wh)
    return pygame.Window(title, size_wh, resizable=True)


def _room_wh(desktop_wh: tuple[int, int]) -> tuple[int, int]:
    """What the desktop has room for.

    >>> _room_wh((1280, 720))
    (1264, 640)
    """
    width, height = (max(1, side - bars) for side, bars in zip(desktop_wh, _BARS_WH, strict=True))
    return width, height


def fitted_wh(wished_wh: tuple[int, int], desktop_wh: tuple[int, int]) -> tuple[int, int]:
    """The wished size, shrunk in proportion where the desktop has no room for it."""
    rooms = zip(_room_wh(desktop_wh), wished_wh, strict=True)
    scale = min(1.0, *(room / wished for room, wished in rooms))
    width, height = (max(1, int(wished * scale)) for wished in wished_wh)
    return width, height
