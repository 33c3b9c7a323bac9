"""End to end: from a virtual camera's picture to the painted answer about it.

python -m tests.bench --only delay
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Self

import cv2

from overlay.marks.answer_cache import AnswerCache
from overlay.window.window import Window
from rules.book.shelf import book_named
from spotter.camera.live_camera import Taken
from spotter.files.table_files import Setup
from spotter.live.live_view import live_picture
from spotter.live.vision_thread import VisionThread
from table.picture import Picture
from tests.bench.baselines import plain_pyzbar
from tests.bench.cases import Case, virtual_case
from tests.bench.jobs import Row, job
from tests.bench.picture_bench import crowded_table
from tests.bench.timing import Took
from tests.virtual.render import render
from tests.virtual.virtual_table import moved

FULL_SEED = 9143  # forty men among fifteen things
SIZE_WH, LARGE_WH = (1920, 1080), (3840, 2160)


class VirtualFilm:
    """A camera whose next picture comes when it is let go."""

    name, live = "virtual camera", False

    def __init__(self, pictures: Sequence[Picture]) -> None:
        self._pictures = pictures
        self._shutter = threading.Semaphore(0)
        self.taken_s = 0.0

    def release(self) -> None:
        """Take the next picture."""
        self._shutter.release()

    def __iter__(self) -> Iterator[Taken]:
        for number, picture in enumerate(self._pictures):
            self._shutter.acquire()
            self.taken_s = time.perf_counter()
            yield Taken(picture, float(number), number, f"picture {number}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.release()


class Player:
    """Looks on: a window over the vision thread, a man chosen and aiming at another."""

    def __init__(self, film: VirtualFilm, setup: Setup) -> None:
        self._film, self._setup = film, setup
        self._vision_thread = VisionThread(film, setup)
        self._window: Window | None = None
        self._number = 0

    def delay_s(self) -> float:
        """Seconds from the next picture to its painted answer."""
        self._film.release()
        self.paint_next(wait=True)
        return time.perf_counter() - self._film.taken_s

    def paint_next(self, *, wait: bool) -> None:
        """Paint the next picture that was understood; `wait` for the answers too."""
        seen = self._vision_thread.after(self._number, timeout_s=60.0)
        self._number = seen.number
        assert seen.tracked is not None, seen.trouble
        assert seen.taken is not None
        scene = seen.tracked.scene
        ground = live_picture(seen.taken.picture, seen.tracked)
        if self._window is None:
            self._window = Window(scene, AnswerCache(book_named("omog-advanced")), self._setup.army)
            self._window.choose(scene.soldiers[0].id, scene.soldiers[1].id)
        self._window.feed(scene, ground)
        self._window.paint(wait=wait)

    def pictures_a_second(self, count: int) -> float:
        """How many of so many pictures are understood and painted in a second, all at hand."""
        for _ in range(count):
            self._film.release()
        began = time.perf_counter()
        for _ in range(count):
            self.paint_next(wait=False)
        return count / (time.perf_counter() - began)

    def close(self) -> None:
        """Stop looking."""
        self._film.release()
        self._vision_thread.close()


@job(
    beside="seconds by the clock, the median and the worst, and the median in plain "
    "`pyzbar.decode` passes over the picture"
)
def delay(*, quick: bool) -> Iterator[Row]:
    """From a virtual camera's 1080p picture to the painted answer."""
    virtual = crowded_table()
    case = virtual_case(virtual)
    man = virtual.scene.soldiers[0]
    after = render(moved(virtual, replace(man, x=man.x + 1.2, y=man.y + 0.4)))
    rounds = 2 if quick else 4
    film = VirtualFilm([case.picture, case.picture, *[after, after, case.picture] * rounds])
    player = Player(film, Setup(case.spec, case.army, case.lens))
    first, *rest = (player.delay_s() for _ in range(2 + 3 * rounds))
    player.close()
    plain = plain_s(case.picture)
    told = {
        "nothing has changed": Took((rest[0], *rest[2::3])),
        "a man was set down elsewhere": Took(tuple(rest[1::3])),
        "the first picture": Took((first,)),
    }
    for what, took in told.items():
        yield {
            "picture": what,
            "seconds": f"{took.median:.3f} ({took.worst:.3f})",
            "passes": round(took.median / plain, 2),
        }


@job(
    beside="by the clock, on all cores, the best of three seconds; a webcam gives 30; and the "
    "processor's milliseconds for each, in all threads"
)
def pictures_per_second(*, quick: bool) -> Iterator[Row]:
    """Pictures a second of a live table with 40 soldiers and 15 things."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(-1)  # as the program is run
    for size_wh in (SIZE_WH,) if quick else (SIZE_WH, LARGE_WH):
        for what, films in _films(size_wh).items():
            yield _pace(size_wh, what, films, 1 if quick else 3)
    cv2.setNumThreads(threads)


def _films(size_wh: tuple[int, int]) -> dict[str, tuple[Case, list[Picture]]]:
    """A second of a table at rest, and of one where a man is moved."""
    virtual = crowded_table(size_wh, seed=FULL_SEED)
    case = virtual_case(virtual)
    man = virtual.scene.soldiers[0]
    again = render(replace(virtual, sensor=replace(virtual.sensor, seed=5)))
    after = render(moved(virtual, replace(man, x=man.x + 1.2, y=man.y + 0.4)))
    at_rest = [case.picture, again]
    a_second = [*at_rest * 14, after, after, *[case.picture] * 2]
    return {"at rest": (case, at_rest * 15), "a man moved to and fro": (case, a_second)}


def _pace(
    size_wh: tuple[int, int], what: str, film: tuple[Case, list[Picture]], rounds: int
) -> Row:
    """How a second of pictures is kept up with; others on the machine slow one or another."""
    case, pictures = film
    reel = VirtualFilm([case.picture, *pictures * rounds])
    player = Player(reel, Setup(case.spec, case.army, case.lens))
    player.delay_s()  # the first picture is another matter
    began_s = time.process_time()
    pace = max(player.pictures_a_second(len(pictures)) for _ in range(rounds))
    work_ms = 1000 * (time.process_time() - began_s) / (rounds * len(pictures))
    player.close()
    return {
        "size": f"{size_wh[0]} x {size_wh[1]}",
        "table": what,
        "men": len(case.truth.scene.soldiers),
        "things": len(case.truth.scene.things),
        "pictures a second": round(pace, 1),
        "ms a picture": round(work_ms, 1),
    }


def plain_s(picture: Picture) -> float:
    """Seconds by the clock of a plain pass, the median of some."""
    return clocked(lambda: plain_pyzbar(picture)).median


def clocked(work: Callable[[], object], runs: int = 5) -> Took:
    """Seconds by the clock of some runs."""
    took = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return Took(tuple(took))
