"""What vision stumbles over is kept so that it can be reproduced."""

import pytest

from spotter.files.table_files import read_setup
from spotter.files.table_folder import TableFiles
from spotter.files.vision_fault import FaultKeeper
from spotter.live.guarded_tracking import understood, watching_of
from spotter.live.replaying import replayed
from tests.spotter.plain_desk import DESK_AT_FIRST, picture_of, write_setup
from vision.live.track import track


@pytest.fixture
def stumbling(monkeypatch):
    """Vision that stumbles over a picture whose first pixel is red."""

    def stumble(before, picture, *rest):
        if tuple(picture[0, 0]) == (0, 0, 255):
            return [][len(picture)]
        return track(before, picture, *rest)

    monkeypatch.setattr("vision.live.track.track", stumble)


def bad_picture():
    """A picture that vision stumbles over."""
    picture = picture_of(DESK_AT_FIRST, 1)
    picture[0, 0] = 0, 0, 255
    return picture


def test_what_vision_stumbles_over_is_kept_and_met_again(tmp_path, stumbling):  # noqa: ARG001
    """The folder's replay meets the same exception; a second time only the log grows."""
    write_setup(tmp_path)
    files = TableFiles(tmp_path / "table.toml", tmp_path / "army.toml")
    setup = read_setup(files)
    watching, faults = watching_of(setup), FaultKeeper(tmp_path / "faults", files)
    first, _ = understood(None, picture_of(DESK_AT_FIRST, 0), watching, 0.0)

    for at_s in (1.0, 2.0):
        after, said = understood(first, bad_picture(), watching, at_s, faults=faults)

    kept = tmp_path / "faults" / "001"
    assert after is first
    assert f"IndexError, kept in {kept}" in said
    assert [path.name for path in sorted((tmp_path / "faults").iterdir())] == ["001", "log.txt"]
    assert (tmp_path / "faults" / "log.txt").read_text().count("IndexError in stumble") == 2
    assert "list index out of range" in (kept / "note.txt").read_text()
    again = read_setup(TableFiles(kept / "table.toml", kept / "army.toml"))
    *_, last = replayed(sorted(kept.glob("*.png")), again)
    assert "IndexError" in last.trouble


def test_a_disk_that_refuses_ends_no_game(tmp_path, stumbling):  # noqa: ARG001
    """The fault is said all the same."""
    write_setup(tmp_path)
    setup = read_setup(TableFiles(tmp_path / "table.toml", tmp_path / "army.toml"))
    (tmp_path / "file").write_text("no folder")
    faults = FaultKeeper(tmp_path / "file")

    tracked, said = understood(None, bad_picture(), watching_of(setup), 0.0, faults=faults)

    assert tracked is None
    assert "(IndexError)" in said
