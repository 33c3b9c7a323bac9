"""Learning in the middle of a game: what players name on the live picture, beside the drawing.

What was named is terrain at once. Meanwhile its look is learnt from the newest picture and proven;
what is found again goes into the table file and is watched for from then on. When players take the
name back, the entry goes too.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import numpy as np

from overlay.marks.corrections import Correction, ThingDrawn
from spotter.files.table_files import Setup
from spotter.live.vision_thread import UnderstoodPicture, VisionThread
from spotter.setup.lessons import Lesson, PointedAt, learn
from spotter.setup.teaching import PhotographedTable
from table.errors import UserError
from table.places import CameraPixel, TablePoint, TableXY
from table.table_file import put_in_place, read_table
from vision.look import tag_patches

_BY_HAND = "take the entry out by hand"


@dataclass(frozen=True, slots=True)
class _Written:
    """The table file before and after an entry."""

    before: bytes
    after: bytes


class Apprentice:
    """The thread that learns; `say` tells the players what came of it."""

    def __init__(
        self,
        table: Path,
        setup: Setup,
        say: Callable[[str], None],
        known: tuple[Correction, ...] = (),
    ) -> None:
        self._table, self._setup, self._say = table, setup, say
        self._known = known
        self._written: dict[ThingDrawn, _Written] = {}
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True, name="apprentice")
        self._thread.start()

    def heed(
        self,
        corrections: tuple[Correction, ...],
        seen: UnderstoodPicture,
        vision_thread: VisionThread,
    ) -> None:
        """Learn what was newly named; unlearn what was taken back."""
        known, self._known = self._known, corrections
        for one in corrections:
            if isinstance(one, ThingDrawn) and one.named and one not in known:
                self._jobs.put(partial(self._learn, one, seen, vision_thread))
        for one in known:
            if isinstance(one, ThingDrawn) and one.named and one not in corrections:
                self._jobs.put(partial(self._unlearn, one, vision_thread))

    def close(self) -> None:
        """Learn what has come in, and end."""
        self._jobs.put(None)
        self._thread.join(timeout=10.0)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except UserError as problem:
                self._say(f"it stays where you named it; {problem}")

    def _learn(self, one: ThingDrawn, seen: UnderstoodPicture, vision_thread: VisionThread) -> None:
        if seen.taken is None or seen.tracked is None:
            raise UserError("the camera shows no picture to learn it from")
        pose, tags = seen.tracked.pose, seen.tracked.known.tags
        patches = tag_patches(tags, self._setup.army)
        photo = PhotographedTable(seen.taken.picture, pose, patches, self._table, self._setup.empty)
        before = self._table.read_bytes()
        learnt = learn([PointedAt(photo, _foot(photo, one))], Lesson(one.kind, one.height_in))
        self._written[one] = _Written(before, self._table.read_bytes())
        vision_thread.watch_for(read_table(self._table))
        lost = f"; not found any more: {', '.join(learnt.lost)}" if learnt.lost else ""
        self._say(f"the {one.kind} is learnt and found again{lost}")

    def _unlearn(self, one: ThingDrawn, vision_thread: VisionThread) -> None:
        written = self._written.pop(one, None)
        if written is None:
            return
        if self._table.read_bytes() != written.after:
            raise UserError(f"{self._table}: was changed meanwhile; {_BY_HAND}")
        put_in_place(self._table, written.before, _BY_HAND)
        vision_thread.watch_for(read_table(self._table))


def _foot(photo: PhotographedTable, one: ThingDrawn) -> TablePoint:
    """Where a thing stands whose top is seen at a place of the table's surface."""
    seen = TableXY(np.array([(one.at.x, one.at.y)]))
    ((x, y),) = photo.pose.camera_from_table(seen, 0.0)
    return photo.place(CameraPixel(float(x), float(y)), one.height_in)
