"""A player at the set-up's window: presses real keys and clicks real buttons, as events."""

import pygame

from overlay.window.setup_desk import SetupDesk


class PressingDesk(SetupDesk):
    """A window whose player answers each question once, by a rule of his own.

    `answers(question)` gives what he types, or the option he clicks as ("click", text).
    """

    def __init__(self, answers) -> None:
        super().__init__()
        self._answers = answers
        self.presses = 0
        self.clicks = 0
        self.shown = []
        self.painted = []
        self._asked = None

    @property
    def options(self):
        """What can be chosen now."""
        return self._view.options

    @property
    def told(self):
        """All lines that were said while something was asked."""
        return [line for view in self.shown for line in view.lines]

    def show(self, view):
        """Paint, and remember what is asked."""
        surface = super().show(view)
        self._view = view
        self.painted.append(view)
        return surface

    def events(self):
        """Answer the question that stands there, then say what came of it."""
        view = self._view
        asked = (view.question, view.options, view.lines)
        if view.question and asked != self._asked:
            self._asked = asked
            self.shown.append(view)
            self._answer(self._answers(view.question))
        return super().events()

    def _answer(self, said) -> None:
        if isinstance(said, tuple):
            self._click(said[1])
            return
        for letter in f"{said}\r":
            self.presses += 1
            key = pygame.K_RETURN if letter == "\r" else ord(letter)
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter))

    def _click(self, text) -> None:
        self.clicks += 1
        button = next(b for b in self.buttons if b.text == text)
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=button.box.center)
        )
