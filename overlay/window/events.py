"""pygame's events as the window's own, with the mouse in table inches."""

import pygame

from overlay.paint.view import View
from overlay.window.window_events import Event, KeyDown, MouseMoved, Pressed, Released

_NAMES = {"page up": "pageup", "page down": "pagedown", "[+]": "+", "[-]": "-", "enter": "return"}
_WRITTEN = frozenset("+-=0123456789")
_BUTTONS = {1, 3}


def window_event(event: pygame.event.Event, view: View) -> Event | None:
    """The same event for the window; None for one that does not concern it."""
    match event.type:
        case pygame.MOUSEMOTION:
            return MouseMoved(view.place_at(event.pos))
        case pygame.MOUSEBUTTONDOWN if event.button in _BUTTONS:
            return Pressed(view.place_at(event.pos), event.button)
        case pygame.MOUSEBUTTONUP if event.button in _BUTTONS:
            return Released(view.place_at(event.pos), event.button)
        case pygame.KEYDOWN:
            return _key(event)
        case _:
            return None


def _key(event: pygame.event.Event) -> KeyDown:
    """The key by what it writes where that is a sign or a digit: so it is on every keyboard."""
    typed = getattr(event, "unicode", "")
    name = typed if typed in _WRITTEN else pygame.key.name(event.key)
    ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    return KeyDown(_NAMES.get(name, name), ctrl, bool(event.mod & pygame.KMOD_SHIFT))
