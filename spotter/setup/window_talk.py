"""The set-up in a window: the same talk as in the terminal, with the camera's picture beside it."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from overlay.window.paint_setup import SetupView, StepState
from overlay.window.setup_desk import LetterTyped, OptionClicked, SetupDesk
from spotter.setup.steps.order import STEPS, is_over
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import PictureNote, Watch, meant
from table.errors import UserError
from table.picture import Picture

_PAUSE_S = 0.02
_GLANCE_S = 0.4  # between two looks at the picture while the player thinks
_MOST_LINES = 60
_UNASKED: dict[str, Any] = {
    "asks": False,
    "question": "",
    "options": (),
    "default": "",
    "typed": "",
}


class WindowTalk:
    """Says and asks in a window."""

    def __init__(self, table: TableSetup, desk: SetupDesk | None = None) -> None:
        self._table = table
        self._desk = desk or SetupDesk()
        self._view = SetupView()
        self._looked_s = float("-inf")

    def head(self, title: str) -> None:
        """Begin a step: what was said in the one before goes."""
        self._view = replace(self._view, steps=self._steps(title), lines=(), **_UNASKED)
        self._paint()

    def _steps(self, title: str) -> tuple[tuple[str, StepState], ...]:
        """All steps; those that a title names, one or several with commas between, are now."""
        states: list[tuple[str, StepState]] = []
        named = f", {title.partition(': ')[2]}, "
        for step in STEPS:
            done: StepState = "done" if is_over(step, self._table) else "later"
            states.append((step.title, "now" if f", {step.title}, " in named else done))
        return tuple(states)

    def tell(self, *lines: str) -> None:
        """Say something."""
        kept = (*self._view.lines, *lines)[-_MOST_LINES:]
        self._view = replace(self._view, lines=kept, **_UNASKED)
        self._paint()

    def ask(
        self,
        question: str,
        options: Sequence[str] = (),
        *,
        default: str = "",
        watch: Watch | None = None,
    ) -> str:
        """What the player types or clicks."""
        self._view = replace(
            self._view,
            asks=True,
            question=question,
            options=tuple(options),
            default=default,
            typed="",
        )
        self._looked_s = float("-inf")
        while True:
            self._look(watch)
            self._paint()
            for event in self._desk.events():
                line = self._line_after(event)
                if line is not None:
                    self._view = replace(
                        self._view, over_picture=(), dots=None, rings=(), **_UNASKED
                    )
                    self._paint()
                    return meant(line, options, default)
            time.sleep(_PAUSE_S)

    def _line_after(self, event: LetterTyped | OptionClicked) -> str | None:
        """The line that is whole now; None while the player goes on typing."""
        if isinstance(event, OptionClicked):
            return event.text
        if event.letter == "\r":
            return self._view.typed
        typed = self._view.typed
        typed = typed[:-1] if event.letter == "\b" else typed + event.letter
        self._view = replace(self._view, typed=typed)
        return None

    def _look(self, watch: Watch | None) -> None:
        """The newest picture, and what is to be said of it, some times a second."""
        now_s = time.monotonic()
        if now_s - self._looked_s < (_GLANCE_S if watch is not None else _PAUSE_S):
            return
        self._looked_s = now_s
        picture = self._picture()
        glance = PictureNote() if watch is None or picture is None else watch(picture)
        shown = picture if glance.picture is None else glance.picture
        self._view = replace(
            self._view,
            picture=shown if shown is not None else self._view.picture,
            over_picture=glance.lines,
            dots=glance.dots,
            rings=glance.rings,
            good=glance.good,
        )

    def _picture(self) -> Picture | None:
        try:
            taken = self._table.camera.glimpse()
        except UserError:
            return None  # there is no camera yet, or it is gone: the step itself says so
        return None if taken is None else taken.picture

    def _paint(self) -> None:
        self._desk.show(self._view)

    def close(self) -> None:
        """Take the window away."""
        self._desk.close()
