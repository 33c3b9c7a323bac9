"""What was seen goes to the table, and to the recording what mattered."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from spotter.eyes import Seen
from spotter.play_table import PlayTable
from spotter.recording import Recorder
from table.directions import between_deg, distance_in
from table.errors import UserError
from table.scene import Scene


class Seeing:
    """Hands each understanding to the table once; a disk that is full does not stop the game."""

    def __init__(self, table: PlayTable, recorder: Recorder | None) -> None:
        self.table = table
        self._recorder = recorder
        self._scene: Scene | None = None
        self._remembered: tuple[Scene, bool] | None = None

    def __call__(self, seen: Seen) -> None:
        """Take notice of what was seen."""
        table = self.table
        if table.trouble is not None and seen.trouble is None and not seen.over:
            table.say("the camera sees the table again")
        table.trouble = seen.trouble
        if seen.tracked is None or seen.taken is None or seen.trouble is not None:
            return
        scene, hand = seen.tracked.scene, seen.tracked.hand
        # The scene is the very same value while nothing has changed, however many pictures
        # nobody asked for came in between.
        if scene is not self._scene or hand != table.hand:
            self._scene = scene
            table.see(scene, hand=hand, now_s=time.monotonic(), notice=seen.notice)
            self._remember(seen)
        elif seen.notice:
            table.say(seen.notice)

    def corrected(self) -> None:
        """The players set the newest picture's scene right: that is its truth."""
        scene, recorder = self.table.seen, self._recorder
        if recorder is not None and scene is not None:
            with self._said():
                recorder.correct(scene)

    def _remember(self, seen: Seen) -> None:
        scene, hand, recorder = self.table.seen, self.table.hand, self._recorder
        if recorder is None or scene is None or seen.taken is None or self._knows(scene, hand):
            return
        self._remembered = (scene, hand)
        facts = {"hand": hand, "at_s": round(seen.taken.at_s, 3), "message": self.table.message}
        with self._said():
            recorder.remember(seen.taken.picture, scene, **facts)

    def _knows(self, scene: Scene, hand: object) -> bool:
        known = self._remembered
        return known is not None and known[1] == hand and _is_alike(known[0], scene)

    @contextmanager
    def _said(self) -> Iterator[None]:
        """What the disk refuses is said, and the game goes on."""
        try:
            yield
        except UserError as problem:
            self.table.say(str(problem))


def _is_alike(one: Scene, other: Scene) -> bool:
    """Whether nothing is elsewhere: measuring the same table again is no new moment."""
    if one.things != other.things or one.orders != other.orders:
        return False
    if {man.id for man in one.soldiers} != {man.id for man in other.soldiers}:
        return False
    return all(
        distance_in(man.place, then.place) < 1e-3 and between_deg(man.facing, then.facing) < 0.1
        for man in other.soldiers
        for then in (one.soldier(man.id),)
        if then is not None
    )
