"""Photos that phones send: looked at one at a time, never more than there is room for."""

from dataclasses import replace

import pytest

from spotter.page import photos as room
from spotter.page.photos import Photos
from table.scene import Scene
from tests.spotter.page.two_sides import ARMY, MEN, SPEC
from tests.spotter.page.wishes import (
    RED,
    state,
)


def test_a_photo_that_is_none_is_said(page):
    """One sentence."""
    assert "not a picture" in page._answers.photo(RED, b"rubbish", "look")["words"]
    assert "one of look, teach" in page._answers.photo(RED, PNG, "paint")["words"]


def test_photos_are_looked_at_one_at_a_time_and_kept_in_bounds(tmp_path, monkeypatch):
    """Whoever sends more is told to wait, or where to make room; nothing is filled up."""
    monkeypatch.setattr(room, "_MOST_KEPT", 2)
    photos = Photos(SPEC, ARMY, tmp_path, is_camera=True)
    told = [photos.taken(PNG, "teach") for _ in range(3)]
    assert [words.startswith("kept as ") for words in told] == [True, True, False]
    assert "2 photos are kept already" in told[2]
    assert str(tmp_path) not in "".join(told), "where the computer has it is nobody's business"
    told = [photos.taken(PNG, "camera") for _ in range(3)]
    assert ["next picture" in words for words in told] == [True, True, False]

    during = []
    monkeypatch.setattr(room, "look", lambda *_, **__: during.append(photos.taken(PNG, "look")))
    with pytest.raises(AttributeError):  # nothing was found by this look
        photos.taken(PNG, "look")
    assert "another photo is being looked at" in during[0]
    assert "send it again" not in photos.taken(PNG, "camera")


@pytest.mark.parametrize(
    ("men", "told"),
    [
        pytest.param(MEN, "all of them where the game has them", id="as the game has them"),
        pytest.param((replace(MEN[0], x=12.5),), "R01 stands 2.5 in from where", id="elsewhere"),
        pytest.param((replace(MEN[0], id="R09"),), "R09 is there, whom the game", id="one more"),
    ],
)
def test_a_look_from_elsewhere_tells_what_the_game_has_otherwise(page, monkeypatch, men, told):
    """What a phone sees behind the mug is said, and changes nothing."""
    state(page)
    monkeypatch.setattr(room, "look", lambda *_, **__: Scene(36.0, 24.0, soldiers=men))

    words = page._answers.photo(RED, PNG, "look")["words"]

    assert words.startswith(f"from here {len(men)} m")
    assert told in words


@pytest.mark.parametrize("is_camera", [True, False])
def test_a_photo_is_the_camera_only_where_there_is_none(tmp_path, is_camera):
    """Beside a webcam nobody would look at it, so it is neither offered nor taken."""
    photos = Photos(SPEC, ARMY, tmp_path, is_camera=is_camera)

    assert ("camera" in photos.uses) == is_camera
    assert ("next picture" in photos.taken(PNG, "camera")) == is_camera


def _png() -> bytes:
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    return cv2.imencode(".png", np.zeros((32, 32, 3), np.uint8))[1].tobytes()


PNG = _png()
