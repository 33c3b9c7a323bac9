"""What was seen goes to the table, and to the recording what mattered."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from spotter.files.recording import Recorder
from spotter.live.play_table import PlayTable
from spotter.live.table_clock import TableClock
from spotter.live.vision_thread import UnderstoodPicture
from table.directions import between_deg, distance_in
from table.errors import UserError
from table.observation import Observation
from table.scene import Scene


class ObservationFeed:
    """Hands each understanding to the table once; a disk that is full does not stop the game."""

    def __init__(
        self, table: PlayTable, recorder: Recorder | None, clock: TableClock | None = None
    ) -> None:
        self.table = table
        self.clock = TableClock() if clock is None else clock
        self._recorder = recorder
        self._last: Observation | None = None
        self._remembered: tuple[Scene, bool] | None = None
        # Other programs that want the table with every picture.
        self.told: Callable[[Scene, float], None] | None = None

    def __call__(self, seen: UnderstoodPicture) -> None:
        """Take notice of what was seen."""
        table = self.table
        if table.trouble is not None and seen.trouble is None and not seen.over:
            table.say("the camera sees the table again")
        table.trouble = seen.trouble
        taken = seen.taken
        at_s = self.clock.now_s() if taken is None else self.clock.seen_at(taken.at_s)
        observation = _observation_of(seen, at_s)
        # However many pictures nobody asked for came in between: what tells nothing new is not
        # told again.
        if observation is not None and not _is_known(self._last, observation):
            self._last = observation
            table.see(observation)
            self._remember(seen)
        elif seen.notice:
            table.say(seen.notice)
        if self.told is not None and table.seen is not None:
            self.told(table.seen, at_s)

    def corrected(self) -> None:
        """The players set the newest picture's scene right: that is its truth."""
        scene, recorder = self.table.seen, self._recorder
        if recorder is not None and scene is not None:
            with self._said():
                recorder.correct(scene)

    def _remember(self, seen: UnderstoodPicture) -> None:
        scene, hand, recorder = self.table.seen, self.table.hand, self._recorder
        if recorder is None or scene is None or seen.taken is None or self._knows(scene, hand):
            return
        # A picture whose change is not sure yet would be remembered with what is true no more.
        if seen.tracked is not None and seen.tracked.pending is not None:
            return
        self._remembered = (scene, hand)
        live = self.table.live
        facts = {
            "hand": hand,
            "at_s": round(seen.taken.at_s, 3),
            "message": self.table.message,
            "events": 0 if live is None else live.events,
        }
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


def _observation_of(seen: UnderstoodPicture, at_s: float) -> Observation | None:
    """What was seen as an observation, None where the picture tells nothing."""
    tracked = seen.tracked
    if tracked is None or seen.taken is None:
        return None
    told = tracked.observation(at_s, seen.notice)
    if seen.trouble is None or (told is not None and told.camera == "lost"):
        return told
    return Observation(tracked.known.scene, at_s, camera="gone", notice=seen.notice)


def _is_known(last: Observation | None, now: Observation) -> bool:
    """Whether it tells nothing but what the last one did, later."""
    return last is not None and replace(now, at_s=last.at_s, notice=last.notice) == last


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
