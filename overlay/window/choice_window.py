"""A window that asks one thing: which of these; by click or by key."""

from collections.abc import Sequence

import pygame
from pygame import freetype

from overlay.paint.paint_pixels import paint
from overlay.paint.view import pixel_view
from overlay.window.choice_desk import Choice, choice_desk
from overlay.window.opened_window import opened_window
from overlay.window.paint_desk import desk_strokes

SIZE_WH = (1280, 720)
_HZ = 30
_LEAVES = frozenset({pygame.K_ESCAPE, pygame.K_q})


def chosen_of(title: str, choices: Sequence[Choice]) -> int | None:
    """The number of what the players chose, counted from 0; None where they left."""
    pygame.display.init()
    freetype.init()
    window = opened_window("Spotter", SIZE_WH)
    clock = pygame.time.Clock()
    try:
        while True:
            _paint_choice(window.get_surface(), title, choices)
            window.flip()
            for event in pygame.event.get():
                if _leaves(event):
                    return None
                at = picked(event, window.size, title, choices)
                if at is not None:
                    return at
            clock.tick(_HZ)
    finally:
        window.destroy()


def _paint_choice(surface: pygame.Surface, title: str, choices: Sequence[Choice]) -> None:
    """The list's pixels."""
    size = surface.get_size()
    paint(surface, desk_strokes(choice_desk(size, title, choices)), pixel_view(size))


def picked(
    event: pygame.event.Event, size_wh: tuple[int, int], title: str, choices: Sequence[Choice]
) -> int | None:
    """What an event chooses; Enter takes the first."""
    keys = [choice.key for choice in choices]
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
        button = choice_desk(size_wh, title, choices).button_at(*event.pos)
        return None if button is None else keys.index(button.key)
    if event.type != pygame.KEYDOWN:
        return None
    if event.key in {pygame.K_RETURN, pygame.K_KP_ENTER}:
        return 0
    name = pygame.key.name(event.key).strip("[]")
    return keys.index(name) if name in keys else None


def _leaves(event: pygame.event.Event) -> bool:
    closes = event.type in {pygame.QUIT, pygame.WINDOWCLOSE}
    return closes or (event.type == pygame.KEYDOWN and event.key in _LEAVES)
