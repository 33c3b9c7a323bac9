"""From a click on a man to the painted answer, while a live table is watched beside it.

python -m tests.bench --only click
"""

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from fixtures.recorded import photo_names, recorded
from overlay.marks.answer_cache import AnswerCache
from overlay.window.window import Window
from rules.book.shelf import NAMES, book_named
from table.scene import Scene
from table.scene_file import read_scene
from tests.bench.baselines import PASS_1080P, plain_pyzbar
from tests.bench.cases import folder_case
from tests.bench.delay_bench import clocked
from tests.bench.jobs import Row, job
from tests.bench.sight_bench import picture_1080p
from tests.bench.timing import Took
from vision.live.track import track
from vision.live.tracked import Watching

_FRAME_S = 1 / 60
_PICTURE_S = 1 / 30


class LiveLoop:
    """A table watched in a thread of its own, a picture every `pace_s` at most."""

    def __init__(self, name: str, pace_s: float = _PICTURE_S) -> None:
        self.looked, self._pace_s = 0, pace_s
        case = folder_case(recorded(name).folder)
        self._picture, self._watching = case.picture, Watching(case.spec, case.army, case.lens)
        self._known = track(None, self._picture, self._watching)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._look_on, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _look_on(self) -> None:
        while not self._done.is_set():
            began = time.perf_counter()
            self.looked += 1
            at_s = self.looked * _PICTURE_S
            self._known = track(self._known, self._picture, self._watching, at_s)
            self._done.wait(max(0.0, self._pace_s - (time.perf_counter() - began)))


@dataclass(frozen=True, slots=True)
class Clicked:
    """Seconds from a click to what is painted first, and to all of it."""

    first_s: float
    whole_s: float


def clicked(window: Window, scene: Scene, man: str) -> Clicked:
    """A man chosen on a table that nobody has asked about."""
    window.feed(replace(scene, soldiers=tuple(replace(one) for one in scene.soldiers)))
    window.choose("", None)
    window.paint(wait=True)
    before = window._layers._made[0]
    began = time.perf_counter()
    window.choose(man, None)
    first_s = None
    while True:
        start = time.perf_counter()
        window.paint()
        now = time.perf_counter()
        layers = window._layers
        if first_s is None and layers._made[0] is not before:
            first_s = now - began
        if first_s is not None and layers._is_done:
            return Clicked(first_s, now - began)
        time.sleep(max(0.0, _FRAME_S - (now - start)))


@job(beside=f"by the clock, frames of a sixtieth of a second, {PASS_1080P}")
def click(*, quick: bool) -> Iterator[Row]:
    """From a click on a man to bands and shots, and to his reach too, beside a live table."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    picture = picture_1080p()
    for name in photo_names()[: 1 if quick else 99]:
        scene = read_scene(recorded(name).truth)
        row: Row = {"table": name}
        with LiveLoop(name):
            plain = clocked(lambda: plain_pyzbar(picture))
            for rules in ("omog-advanced",) if quick else NAMES:
                first, whole = _clicks(scene, rules, 3 if quick else 8)
                row[f"{rules}, first"] = first.beside(plain)
                row[f"{rules}, whole"] = whole.beside(plain)
        yield row


def _clicks(scene: Scene, rules: str, most: int) -> tuple[Took, Took]:
    window = Window(scene, AnswerCache(book_named(rules)))
    try:
        found = [clicked(window, scene, man.id) for man in scene.soldiers[:most]]
    finally:
        window.close()
    return Took(tuple(one.first_s for one in found)), Took(tuple(one.whole_s for one in found))
