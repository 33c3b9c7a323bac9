"""Recordings: moments one after the other, corrections that become truth."""

import json

import numpy as np
import pytest

from overlay.marks.corrections import KindSet
from spotter.camera.live_camera import Taken
from spotter.files.recording import Recorder, recorded_moment
from spotter.files.table_files import read_setup
from spotter.files.table_folder import TableFiles
from spotter.live.observations import ObservationFeed
from spotter.live.play_table import PlayTable
from spotter.live.vision_thread import UnderstoodPicture
from table.errors import UserError
from table.places import TablePoint
from table.scene import Scene
from tests.spotter.plain_desk import DESK_AT_FIRST, picture_of, write_setup
from vision.live.track import track
from vision.live.tracked import Watching

PICTURE = np.full((60, 80, 3), 90, np.uint8)


def test_moments_follow_those_already_there(tmp_path):
    """A game that goes on records after its last moment and overwrites nothing."""
    Recorder(tmp_path).remember(PICTURE, Scene(36, 24), hand=False, at_s=0.0)
    Recorder(tmp_path).remember(PICTURE, Scene(36, 24), hand=True, at_s=1.5)

    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["000001.jpg", "000001.json", "000002.jpg", "000002.json"]
    scene, facts = recorded_moment(tmp_path / "000002.jpg")
    assert scene == Scene(36.0, 24.0)
    assert (facts["hand"], facts["at_s"], facts["corrected"]) == (True, 1.5, False)


def test_a_folder_that_is_gone_is_said(tmp_path):
    """What cannot be written is a sentence, and no half file stays."""
    recorder = Recorder(tmp_path / "gone")

    with pytest.raises(UserError, match="cannot be written"):
        recorder.remember(PICTURE, Scene(36, 24), hand=False)


def test_a_correction_is_the_truth_of_that_picture(tmp_path):
    """What the players set right is written to the moment they looked at, and to no other."""
    write_setup(tmp_path)
    setup = read_setup(TableFiles(tmp_path / "table.toml", tmp_path / "army.toml"))
    record = tmp_path / "rec"
    record.mkdir()
    table = PlayTable(setup.army, None)
    feed = ObservationFeed(table, Recorder(record))
    watching = Watching(setup.spec, setup.army)
    before = None
    for number, desk in enumerate((DESK_AT_FIRST, DESK_AT_FIRST.moved("R01", 7.0, 4.0))):
        picture = picture_of(desk, number)
        before = track(before, picture, watching, float(number))
        feed(UnderstoodPicture(number, Taken(picture, float(number), number, "p"), before))
        if number == 0:
            table.correct((KindSet("napkin-1", TablePoint(11.0, 2.0), "mat"),), 0.0)
            feed.corrected()

    told = [json.loads((record / f"00000{n}.json").read_text()) for n in (1, 2)]
    assert [one["corrected"] for one in told] == [True, False]
    assert [one["things"][0]["kind"] for one in told] == ["mat", "mat"]
