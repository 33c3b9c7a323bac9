"""A number for each scene: the same for scenes that say the same, another once something changed.

Answers and drawings are kept by it. A scene's place in memory would not do: it is given to the
next scene as soon as the first is forgotten.
"""

from itertools import count
from threading import Lock

from table.scene import Scene

_KEPT = 16

_lock = Lock()
_numbers = count(1)
_recent: list[tuple[Scene, int]] = []


def scene_version(scene: Scene) -> int:
    """The scene's number; one that was long forgotten gets a new one."""
    with _lock:
        for known, number in reversed(_recent):
            if known is scene:
                return number
        for known, number in reversed(_recent):
            if known == scene:
                _keep(scene, number)
                return number
        number = next(_numbers)
        _keep(scene, number)
        return number


def _keep(scene: Scene, number: int) -> None:
    _recent.append((scene, number))
    del _recent[:-_KEPT]
