"""Hands, darkness, a pushed camera and warm light, all in one virtual game."""

import numpy as np
import pytest

from tests.virtual.random_table import random_table
from tests.virtual.sequence import play_sequence, random_moves
from vision.track import Watching, track

pytestmark = pytest.mark.slow
FAULTS = {3: "darker", 5: "bump", 7: "warmer"}
NEAR_IN = 0.12


@pytest.mark.parametrize("seed", [11, 12])
def test_nobody_is_lost_whatever_happens_to_light_and_camera(seed):
    """Two men are moved while the light changes and the camera is pushed under a hand."""
    virtual = random_table(
        seed, "normal", men=8, size_wh=(1280, 720), table_wh=(24.0, 16.0), helmets=False, hand=False
    )
    watching = Watching(virtual.spec, virtual.army, virtual.camera.lens)
    tracked, notices = None, []
    for number, moment in enumerate(
        play_sequence(virtual, random_moves(virtual, 2), faults=FAULTS)
    ):
        tracked = track(tracked, moment.picture, watching, float(number))
        notices += [tracked.notice] if tracked.notice else []
        real = {man.id: man for man in moment.table.scene.soldiers}
        seen = {man.id: man for man in tracked.scene.soldiers}
        assert tracked.hand == (moment.table.hand is not None), number
        assert set(seen) == set(real) | set(moment.truth["held"]), number
        if not tracked.hand:
            off_in = [np.hypot(seen[i].x - m.x, seen[i].y - m.y) for i, m in real.items()]
            assert max(off_in) < NEAR_IN, number
    assert len(notices) == 1
    assert "camera moved" in notices[0]
