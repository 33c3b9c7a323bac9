"""The window of `spotter setup`: what to do at the left, what the camera sees at the right.

It is given a `SetupView` and paints it; it gives back what the player did. It knows no step.
"""

from dataclasses import dataclass

import pygame

from overlay.window.opened_window import opened_window
from overlay.window.paint_setup import ClickableText, SetupView, paint_setup

SIZE_WH = (1280, 720)


@dataclass(frozen=True, slots=True)
class LetterTyped:
    """The player typed a letter; a carriage return is Enter, a backspace takes one away."""

    letter: str


@dataclass(frozen=True, slots=True)
class OptionClicked:
    """The player clicked an option, by its text, or one of the words back, skip and stop."""

    text: str


class SetupDesk:
    """The window itself."""

    def __init__(self, title: str = "Spotter: set up a table") -> None:
        pygame.display.init()
        pygame.font.init()
        self._window = opened_window(title, SIZE_WH)
        self.buttons: tuple[ClickableText, ...] = ()

    def show(self, view: SetupView) -> pygame.Surface:
        """Paint it; what was painted comes back for whoever wants to keep it."""
        surface = self._window.get_surface()
        self.buttons = paint_setup(surface, view)
        self._window.flip()
        return surface

    def events(self) -> list[LetterTyped | OptionClicked]:
        """What the player did since the last call."""
        told = [self._event(event) for event in pygame.event.get()]
        return [event for event in told if event is not None]

    def _event(self, event: pygame.event.Event) -> LetterTyped | OptionClicked | None:
        if event.type in {pygame.QUIT, pygame.WINDOWCLOSE}:
            return OptionClicked("stop")
        if event.type == pygame.KEYDOWN:
            return _key(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            hit = next((b for b in self.buttons if b.box.collidepoint(event.pos)), None)
            return None if hit is None else OptionClicked(hit.text)
        return None

    def close(self) -> None:
        """Take the window away."""
        self._window.destroy()


def _key(event: pygame.event.Event) -> LetterTyped | OptionClicked | None:
    if event.key in {pygame.K_RETURN, pygame.K_KP_ENTER}:
        return LetterTyped("\r")
    if event.key == pygame.K_BACKSPACE:
        return LetterTyped("\b")
    if event.key == pygame.K_ESCAPE:
        return OptionClicked("stop")
    letter = event.dict.get("unicode", "")
    return LetterTyped(letter) if letter and letter.isprintable() else None
