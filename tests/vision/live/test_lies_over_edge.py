"""What reaches in over the edge and looks like an arm: asked about once it lies still."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from shapely import Point

from fixtures.recorded import recorded
from table.directions import step
from table.picture import Picture
from table.places import TablePoint
from tests.virtual.incidents.over import darkened, filled
from tests.virtual.incidents.stage import Man, Stage, noisy, recorded_stage
from vision.live.evidence import LIVE, STILLS, Patience
from vision.live.track import track
from vision.live.tracked import Tracked, Watching

ASKED_S = 6.0
WOOD = (88, 132, 178)


@cache
def stage() -> Stage:
    """A recorded table at rest."""
    return recorded_stage(recorded("oak-turn"), sequence=True)


def nearest_the_edge() -> Man:
    """Of those in plain view who stand to the right, the nearest to the edge at the bottom."""
    right = (man for man in stage().men.values() if man.is_plain and man.x > 12.0)
    return max(right, key=lambda man: man.tag.y)


def with_stick(reach_in: float = 0.0) -> Picture:
    """A pointed stick from beyond the edge to over a man's tag, so much farther in."""
    man, out = nearest_the_edge(), 90.0
    tip = step(man.tag, out, -1.6 - reach_in)
    end = TablePoint(tip.x, stage().spec.height + 4.0)
    broad = step(tip, out, 2.0)
    ring = [
        tip, step(broad, 0.0, 0.8), step(end, 0.0, 1.1), step(end, 180.0, 1.1),
        step(broad, 180.0, 0.8),
    ]  # fmt: skip
    pixels = stage().pixels([(p.x, p.y) for p in ring], 0.2)
    return filled(darkened(stage().picture, pixels + 3, 0.8, 3.0), pixels, WOOD, grain=2.0)


def watching(patience: Patience = LIVE) -> Watching:
    """The table's files."""
    return Watching(stage().spec, stage().army, stage().lens, stage().empty, patience=patience)


class Camera:
    """Pictures with fresh noise, ten a second unless told otherwise."""

    def __init__(self, watched: Watching, step_s: float = 0.1) -> None:
        self.watching, self.step_s, self.at_s = watched, step_s, 0.0
        self.tracked: Tracked | None = None
        self._rng = np.random.default_rng(5)

    def shows(self, picture: Picture, pictures: int) -> Tracked:
        """So many pictures of it."""
        for _ in range(pictures):
            seen = noisy(picture, self._rng)
            self.tracked = track(self.tracked, seen, self.watching, self.at_s)
            self.at_s += self.step_s
        assert self.tracked is not None
        return self.tracked


def is_asked(tracked: Tracked) -> bool:
    """Whether the players are to be asked."""
    told = tracked.observation(0.0)
    return told is not None and told.lies_still is not None


def test_it_is_a_hand_until_it_has_lain_there_long():
    """The game waits at once, and asks after six seconds of the camera's time."""
    camera = Camera(watching())
    camera.shows(stage().picture, 8)

    early = camera.shows(with_stick(), round(ASKED_S / camera.step_s) - 2)
    late = camera.shows(with_stick(), 4)

    assert early.hand
    assert not is_asked(early)
    assert late.hand
    told = late.observation(0.0)
    assert told.hand
    man, at = nearest_the_edge(), told.lies_still.at
    assert abs(at.x - man.tag.x) < 1.0
    assert man.tag.y - 2.0 < at.y < stage().spec.height + 2.5


def test_what_stirs_is_not_asked_about():
    """An arm that moves now and then is one."""
    camera = Camera(watching())
    camera.shows(stage().picture, 8)
    sticks = [with_stick(), with_stick(0.7)]

    asked = [is_asked(camera.shows(sticks[i % 2], 40)) for i in range(4)]

    assert asked == [False] * 4


def test_what_stays_is_scenery_and_hides_who_stands_there():
    """By the players' word the hand is over, he is hidden, and nobody else is touched."""
    camera = Camera(watching())
    before = camera.shows(stage().picture, 8).observation(0.0)
    asked = camera.shows(with_stick(), round(ASKED_S / camera.step_s) + 3).observation(0.0)

    camera.watching = replace(camera.watching, lies_since_s=asked.lies_still.since_s)
    told = camera.shows(with_stick(), 30).observation(0.0)

    man = nearest_the_edge().id
    assert not told.hand
    assert told.lies_still is None
    assert man in told.covered
    assert not told.bare
    seen = {one.id for one in told.scene.soldiers} | told.covered
    assert seen == {one.id for one in before.scene.soldiers}
    on_it = Point(nearest_the_edge().tag.x, stage().spec.height - 3.0)
    assert any(one.footprint.covers(on_it) for one in told.scene.unexplained)

    gone = camera.shows(stage().picture, 40).observation(0.0)
    assert not gone.hand
    assert not gone.covered
    assert {one.id for one in gone.scene.soldiers} == seen


def test_a_word_for_another_time_changes_nothing():
    """What lies there now is not what they spoke of."""
    camera = Camera(replace(watching(), lies_since_s=0.3))
    camera.shows(stage().picture, 8)

    told = camera.shows(with_stick(), 80)

    assert told.hand
    assert is_asked(told)


@pytest.mark.parametrize(("pictures", "asked"), [(4, False), (8, True)])
def test_of_stills_each_is_a_moment(pictures, asked):
    """A folder's pictures need no seconds."""
    camera = Camera(watching(STILLS), step_s=1.0)
    camera.shows(stage().picture, 2)

    assert is_asked(camera.shows(with_stick(), pictures)) is asked
