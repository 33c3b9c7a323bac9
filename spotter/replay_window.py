"""A recording in the window: played at any speed, or picture by picture with the keys."""

import time
from pathlib import Path

import pygame

from overlay.asking import Asking
from overlay.hud import Hud
from overlay.setup_window import has_screen
from overlay.window import Window
from rules.books import book_named
from spotter.live_view import live_picture
from spotter.recording import recorded_moment
from spotter.scene_difference import differences
from spotter.table_files import Setup
from vision.picture_file import read_picture
from vision.track import Tracked, Watching, track

_STEP_S = 1.0  # between two pictures at speed 1
_STEP_KEYS = {pygame.K_RIGHT, pygame.K_PERIOD, pygame.K_RETURN}


def show_replay(pictures: list[Path], setup: Setup, *, rules: str | None, speed: float) -> bool:
    """Show the pictures one after the other; False where there is no screen to show them on."""
    if not has_screen():
        return False
    asking = None if rules is None else Asking(book_named(rules))
    watching = Watching(setup.spec, setup.army, setup.lens, setup.empty)
    window: Window | None = None
    tracked: Tracked | None = None
    for number, path in enumerate(pictures):
        picture = read_picture(path)
        tracked = track(tracked, picture, watching, float(number))
        window = window or Window(tracked.scene, asking, setup.army)
        live = live_picture(picture, tracked.pose, setup.spec.width, setup.spec.height)
        window.feed(tracked.scene, live, Hud(message=_words(path, tracked)))
        _wait(window, speed)
        if not window.open:
            break
    while window is not None and window.open:
        window.step()
        window.tick()
    if window is not None:
        window.close()
    return True


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


def _words(path: Path, tracked: Tracked) -> str:
    """The picture's name, and where it is understood differently than when it was recorded."""
    parts = [path.name]
    if tracked.hand:
        parts.append("a hand is over the table")
    if tracked.notice:
        parts.append(tracked.notice)
    moment = recorded_moment(path)
    if moment is not None:
        parts += [f"differs: {line}" for line in list(differences(moment[0], tracked.scene))[:3]]
    return "; ".join(parts)
