"""Pictures from folders, films, numbered files and addresses."""

from itertools import islice
from threading import Event

import cv2
import numpy as np
import pytest

from spotter.camera import live_camera
from spotter.camera.sources import open_source
from table.errors import UserError
from tests.spotter.phone_camera import phone_camera
from tests.spotter.running import PATIENCE_S


def shade(value, size_wh=(64, 48)):
    return np.full((size_wh[1], size_wh[0], 3), value, np.uint8)


def write_photos(folder, names):
    for value, name in enumerate(names):
        cv2.imwrite(str(folder / name), shade(20 + 10 * value))


def shades(source):
    with source:
        return [round(float(taken.picture.mean())) for taken in source]


def test_folder(tmp_path):
    """A folder gives its pictures in the order of their names and nothing else."""
    write_photos(tmp_path, ["b.png", "a.png", "c.JPG"])
    (tmp_path / "notes.txt").write_text("no picture")
    with open_source(str(tmp_path)) as source:
        taken = list(source)

    assert [one.name for one in taken] == ["a.png", "b.png", "c.JPG"]
    assert [one.number for one in taken] == [0, 1, 2]
    assert not source.live


def test_pattern(tmp_path):
    """Numbered files come by their numbers, from whatever number they begin with."""
    write_photos(tmp_path, ["img_010.png", "img_9.png", "img_x.png", "other_1.png"])

    assert shades(open_source(str(tmp_path / "img_%03d.png"))) == [30, 20]


def test_photo(tmp_path):
    """One photograph is a source of one picture."""
    write_photos(tmp_path, ["one.png"])

    assert shades(open_source(str(tmp_path / "one.png"))) == [20]


def test_film(tmp_path):
    """A film gives all its pictures with times that follow its rate."""
    path = str(tmp_path / "film.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for value in range(5):
        writer.write(shade(40 + 30 * value))
    writer.release()
    with open_source(path) as source:
        taken = list(source)

    assert [round(one.picture.mean() / 10) for one in taken] == [4, 7, 10, 13, 16]
    assert taken[4].at_s - taken[0].at_s == pytest.approx(0.4, abs=0.11)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        pytest.param("nowhere", "no such source", id="missing"),
        pytest.param("img_%03d.png", "no file fits", id="no numbered file"),
        pytest.param(".", "no pictures in it", id="empty folder"),
        pytest.param("film.mp4", "cannot be read as a film", id="text named mp4"),
        pytest.param("broken.jpg", "not a picture", id="text named jpg"),
    ],
)
def test_refusals(name, says, tmp_path):
    """What cannot be a source is refused in one line that names it."""
    if name in {"film.mp4", "broken.jpg"}:
        (tmp_path / name).write_text("these are words")
    with pytest.raises(UserError, match=says) as refusal:
        list(open_source(str(tmp_path / name)))

    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "text", ["63", "9" * 20, "http://127.0.0.1:9/video", "rtsp://127.0.0.1:9/live"]
)
def test_no_camera(text):
    """A camera that is not there is said, with what to do."""
    with pytest.raises(UserError, match=r"cannot be opened|no picture from this address"):
        open_source(text)


def test_a_driver_that_never_comes_back(monkeypatch):
    """A camera that hangs while it is opened is given up after a few seconds."""
    come_back = Event()
    monkeypatch.setattr(live_camera, "OPEN_LIMIT_S", 0.1)
    monkeypatch.setattr(live_camera, "quiet_capture", lambda *_: come_back.wait())
    with pytest.raises(UserError, match="cannot be opened"):
        open_source("0")
    come_back.set()


def test_newest_only():
    """A slow reader gets the newest picture of a stream, not the next one in a queue."""
    with phone_camera() as phone, open_source(phone.url) as source:
        first, second, third = (_slowly(source, taken) for taken in islice(source, 3))

    assert source.live
    assert second.number - first.number > 5
    assert third.number - second.number > 5


def _slowly(source, taken):
    """The picture, when the camera has gone on for six more."""
    assert source.newest(taken.number + 5, PATIENCE_S) is not None
    return taken


def test_reconnects():
    """A stream that stops and comes back goes on by itself."""
    with phone_camera() as phone:
        port = phone.server_address[1]
        source = open_source(phone.url)
        last = source.newest(timeout_s=PATIENCE_S)
    assert last is not None
    while (more := source.newest(last.number, timeout_s=1.0)) is not None:
        last = more
    with phone_camera(port), source:
        again = source.newest(last.number, timeout_s=PATIENCE_S)

    assert again is not None
