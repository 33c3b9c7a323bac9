"""A recording in the window: played at any speed, or picture by picture with the keys."""

import time
from pathlib import Path

import pygame

from overlay.marks.answer_cache import AnswerCache
from overlay.window.hud import Hud
from overlay.window.live_picture import LivePicture
from overlay.window.setup_window import has_screen
from overlay.window.window import Window
from rules.book.shelf import book_named
from spotter.files.table_files import Setup
from spotter.live.live_view import live_picture
from spotter.live.replaying import Replayed, differing, replayed
from table.scene import Scene

_STEP_S = 1.0  # between two pictures at speed 1
_STEP_KEYS = {pygame.K_RIGHT, pygame.K_PERIOD, pygame.K_RETURN}


def show_replay(pictures: list[Path], setup: Setup, *, rules: str | None, speed: float) -> bool:
    """Show the pictures one after the other; False where there is no screen to show them on."""
    if not has_screen():
        return False
    asking = None if rules is None else AnswerCache(book_named(rules))
    window = Window(Scene(setup.spec.width, setup.spec.height), asking, setup.army)
    for moment in replayed(pictures, setup):
        last = moment.path == pictures[-1]
        hud = Hud(phase="replay", message=_words(moment, setup), now=_now(speed, last=last))
        window.feed(moment.scene(setup), _view(moment), hud)
        _wait(window, speed)
        if not window.open:
            break
    while window.open:
        window.step()
        window.tick()
    window.close()
    return True


def _view(moment: Replayed) -> LivePicture | None:
    if moment.picture is None or moment.tracked is None or moment.trouble is not None:
        return None
    return live_picture(moment.picture, moment.tracked)


def _wait(window: Window, speed: float) -> None:
    """Until the next picture is due; at speed 0 until the right arrow is pressed."""
    due_s = time.monotonic() + (_STEP_S / speed if speed > 0 else float("inf"))
    while window.open and time.monotonic() < due_s:
        pressed = pygame.event.get(pygame.KEYDOWN) if speed <= 0 else []
        if any(event.key in _STEP_KEYS for event in pressed):
            return
        for event in pressed:
            pygame.event.post(event)
        window.step()
        window.tick()


def _now(speed: float, *, last: bool) -> str | None:
    """What the viewer can do."""
    if last:
        return "the last picture; Q ends the replay"
    return None if speed > 0 else "right arrow: the next picture"


def _words(moment: Replayed, setup: Setup) -> str:
    """The picture's name, and where it is understood differently than when it was recorded."""
    parts = [moment.path.name]
    if moment.hand:
        parts.append("a hand is over the table")
    if moment.notice:
        parts.append(moment.notice)
    parts += [f"differs: {line}" for line in differing(moment.path, moment.scene(setup))[:3]]
    return "; ".join(parts)
