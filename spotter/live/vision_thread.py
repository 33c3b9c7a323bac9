"""Vision in its own thread: the newest picture in, what is on the table out.

Vision takes as long as it takes; whoever draws or rules asks for the newest `Seen` and never
waits. A live camera's old pictures are skipped; a recording's are all looked at in order, each
once the one before was taken notice of.
"""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from spotter.camera.health import CameraHealth, checked
from spotter.camera.live_camera import LiveCamera, Taken
from spotter.camera.sources import Film, PhotoFiles, Source
from spotter.files.table_files import Setup
from spotter.files.vision_fault import FaultKeeper
from spotter.live.guarded_tracking import understood, watching_of
from table.errors import UserError
from table.table_spec import TableSpec
from vision.live.evidence import LIVE, PHOTOS, STILLS, Patience
from vision.live.merge import DeadBand
from vision.live.tracked import DEAD_BAND, Tracked
from vision.surface.flat_table import Pixels

_AFTERGLOW_S = 0.5  # from another projected picture to a camera's picture that shows it
_GLANCE_S = 0.4  # how often a silent camera is asked for its health


@dataclass(frozen=True, slots=True, eq=False)
class UnderstoodPicture:
    """What was understood of the newest picture; `trouble` is what hinders the view, in words."""

    number: int
    taken: Taken | None = None
    tracked: Tracked | None = None
    trouble: str | None = None
    notice: str | None = None  # what became of the camera since somebody last asked
    over: bool = False  # a recording has come to its end


def _patience(source: Source) -> Patience:
    """How many pictures make a moment: one of a folder, more of a film or a camera."""
    if isinstance(source, PhotoFiles):
        return STILLS
    return LIVE if isinstance(source, Film | LiveCamera) else PHOTOS


class VisionThread:
    """The thread that sees."""

    def __init__(  # noqa: PLR0913 - the optional ones are named at every call
        self,
        source: Source,
        setup: Setup,
        *,
        pace_s: float = 0.0,
        dead_band: DeadBand = DEAD_BAND,
        faults: FaultKeeper | None = None,
        shown: bool = True,
    ) -> None:
        """`shown` where a window shows the pictures too."""
        self._source = source
        self._faults = faults
        self._watching = watching_of(setup, dead_band, _patience(source), shown=shown)
        self._pace_s = pace_s
        self._lock = threading.Condition()
        self._seen = UnderstoodPicture(0)
        self._noticed = True  # whether somebody asked for `_seen`
        self._closed = threading.Event()
        self._forget = threading.Event()
        self._lit: Pixels | None = None
        self._faded: Pixels | None = None  # what was lit before
        self._lit_since_s = float("-inf")
        self._thread = threading.Thread(target=self._look_on, daemon=True, name="vision")
        self._thread.start()

    def look_again(self) -> None:
        """Forget where the camera was and look at everything anew at the next dark picture."""
        self._forget.set()

    def watch_for(self, spec: TableSpec) -> None:
        """The table file has changed: look at everything anew by it."""
        self._watching = replace(self._watching, spec=spec)
        self._forget.set()

    def let_lie(self, since_s: float) -> None:
        """The players say that what reaches in and lies there since then is no hand."""
        self._watching = replace(self._watching, lies_since_s=since_s)

    def shine(self, lit: Pixels | None) -> None:
        """Tell which cells of the table the projector lights now, None for no light."""
        with self._lock:
            if lit is not self._lit:
                self._faded, self._lit_since_s = self._still_lit(), time.monotonic()
                self._lit = lit

    def _lit_now(self) -> Pixels | None:
        """The cells that may be lit in the newest picture."""
        with self._lock:
            return self._still_lit()

    def _still_lit(self) -> Pixels | None:
        """The lit cells, and those whose light has just gone and may still be in a picture."""
        glows = time.monotonic() - self._lit_since_s < _AFTERGLOW_S
        if not glows or self._faded is None or self._lit is None:
            return self._faded if glows and self._lit is None else self._lit
        return np.maximum(self._faded, self._lit)

    def newest(self) -> UnderstoodPicture:
        """What was understood last."""
        with self._lock:
            self._noticed = True
            self._lock.notify_all()
            return self._seen

    def after(self, number: int, timeout_s: float) -> UnderstoodPicture:
        """The newest once it is newer than `number`, or whatever there is when time is up."""
        with self._lock:
            self._lock.wait_for(lambda: self._seen.number > number, timeout_s)
        return self.newest()

    def close(self) -> None:
        """Stop looking."""
        self._closed.set()
        self.newest()
        self._thread.join(timeout=5.0)

    def _look_on(self) -> None:
        tracked: Tracked | None = None
        trouble: str | None = None
        try:
            for taken, ailing in self._pictures():
                if self._closed.is_set():
                    return
                trouble = ailing
                if tracked is None and taken is not None:
                    self._show(taken)
                if taken is not None and ailing is None:
                    tracked, trouble = self._understood(tracked, taken)
                self._tell(taken, tracked, trouble)
        except UserError as problem:  # the source itself cannot go on
            trouble = str(problem)
        self._wait_until_noticed()
        self._tell(None, tracked, trouble, over=True)

    def _show(self, taken: Taken) -> None:
        """Let a picture be seen before it is understood: until the table is found, it is all."""
        with self._lock:
            self._seen = replace(self._seen, taken=taken)

    def _understood(
        self, before: Tracked | None, taken: Taken
    ) -> tuple[Tracked | None, str | None]:
        """What the picture shows, or what was known and why it shows nothing."""
        lit = self._lit_now()
        if not self._forget.is_set():
            return self._guarded(before, taken, lit)
        if before is not None and lit is not None:
            return replace(before, anew=False, wants_dark=True), None
        self._forget.clear()
        fresh, trouble = self._guarded(None, taken, None)
        return fresh or before, trouble

    def _guarded(
        self, before: Tracked | None, taken: Taken, lit: Pixels | None
    ) -> tuple[Tracked | None, str | None]:
        watching, faults = self._watching, self._faults
        return understood(before, taken.picture, watching, taken.at_s, lit, faults=faults)

    def _pictures(self) -> Iterator[tuple[Taken | None, str | None]]:
        """Pictures as they come, each with what ails the camera."""
        if isinstance(self._source, LiveCamera):
            yield from self._live_pictures(self._source)
            return
        for taken in self._source:
            self._wait_until_noticed()
            yield taken, None
            self._closed.wait(self._pace_s)

    def _wait_until_noticed(self) -> None:
        with self._lock:
            self._lock.wait_for(lambda: self._noticed or self._closed.is_set())

    def _live_pictures(self, camera: LiveCamera) -> Iterator[tuple[Taken | None, str | None]]:
        health = CameraHealth(time.monotonic())
        number = -1
        while not self._closed.is_set():
            taken = camera.newest(number, _GLANCE_S)
            picture = None if taken is None else taken.picture
            number = number if taken is None else taken.number
            health = checked(health, picture, time.monotonic())
            if taken is not None or health.trouble is not None:
                yield taken, health.trouble

    def _tell(
        self,
        taken: Taken | None,
        tracked: Tracked | None,
        trouble: str | None,
        *,
        over: bool = False,
    ) -> None:
        with self._lock:
            last = self._seen
            kept = None if self._noticed else last.notice
            fresh = None if taken is None or trouble or tracked is None else tracked.notice
            notice = "; ".join(dict.fromkeys(word for word in (kept, fresh) if word)) or None
            self._seen = UnderstoodPicture(
                last.number + 1, taken or last.taken, tracked, trouble, notice, over
            )
            self._noticed = False
            self._lock.notify_all()
