"""The table over time: recorded sequences with a hand that moves men, scored in inches."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from fixtures.recorded import Recorded, recorded
from table.army_file import read_army
from table.lens_file import read_lens
from table.table_file import read_table
from vision.live.track import track
from vision.live.tracked import Tracked, Watching
from vision.pictures.picture_file import read_picture

NEAR_IN = 0.12
COVERED = 0.5  # a tag less visible than that may be missed, and keeps its last place


def watching(sequence: Recorded) -> Watching:
    """The table's files."""
    return Watching(
        read_table(sequence.table),
        read_army(sequence.army),
        read_lens(sequence.camera),
        read_picture(sequence.empty),
    )


def truth_of(picture: Path) -> dict:
    """What really is on the table in a picture."""
    path = picture.with_name(picture.name.replace("frame", "truth")).with_suffix(".json")
    return json.loads(path.read_text())


def followed(name: str, first: int, last: int):
    """Each picture of a part of a sequence: its truth and what was understood."""
    sequence = recorded(name)
    watch = watching(sequence)
    tracked: Tracked | None = None
    for number, path in enumerate(sequence.pictures[first : last + 1]):
        tracked = track(tracked, read_picture(path), watch, float(number))
        yield truth_of(path), tracked


PARTS = [
    pytest.param("oak-turn", 0, 4, id="a man is moved"),
    pytest.param("oak-turn", 16, 19, id="a man is taken off"),
    pytest.param("cloth-turn", 4, 8, id="a man is moved on cloth of his own colour"),
    pytest.param("oak-turn", 0, 19, id="oak, all of it", marks=pytest.mark.slow),
    pytest.param("cloth-turn", 0, 12, id="cloth, all of it", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "first", "last"), PARTS)
def test_names_and_places_over_a_hand(name, first, last):
    """The hand is noticed; nobody vanishes, jumps or changes his name."""
    for truth, tracked in followed(name, first, last):
        what = truth["frame"]["what"]
        assert tracked.hand == truth["frame"]["hand"], what
        men = {man["id"]: man for man in truth["soldiers"]}
        seen = {man.id: man for man in tracked.scene.soldiers}
        assert set(seen) <= set(men) | set(truth["held"]), what
        for man in men.values():
            clear = man["tag"]["visible"] >= COVERED + 0.1
            if man["id"] in seen and clear:
                here = seen[man["id"]]
                off_in = np.hypot(here.x - man["x"], here.y - man["y"])
                assert off_in < NEAR_IN, (what, man["id"])
            else:
                assert man["id"] in seen or man["tag"]["visible"] < 1.0, (what, man["id"])


def test_a_still_table_stays_to_the_last_digit():
    """Another picture of the same table changes nothing: no jitter, the very same scene."""
    sequence = recorded("oak-turn")
    watch = watching(sequence)
    picture = read_picture(sequence.pictures[0])
    first = track(None, picture, watch)
    noise = np.random.default_rng(2).normal(0, 3, picture.shape)
    brighter = np.clip(picture * 1.04 + noise, 0, 255).astype(np.uint8)

    again = track(first, brighter, watch, 1.0)

    assert again.scene is first.scene
    assert not again.anew


def test_a_pushed_camera_is_noticed_and_corrected():
    """The picture shifts by 40 pixels; the men stay where they are, and it is said."""
    sequence = recorded("oak-turn")
    watch = watching(sequence)
    picture = read_picture(sequence.pictures[0])
    first = track(None, picture, watch)
    pushed = np.roll(picture, (-12, 30), axis=(0, 1))

    again = track(first, pushed, watch, 1.0)

    assert "camera moved" in again.notice
    for man in first.scene.soldiers:
        there = again.scene.soldier(man.id)
        assert np.hypot(there.x - man.x, there.y - man.y) < 0.15, man.id


def test_a_camera_that_sinks_moves_nobody():
    """By a pixel a picture, too little to be missed at once: the men stay, and it is said."""
    sequence = recorded("cloth-turn")
    watch = watching(sequence)
    picture = read_picture(sequence.pictures[0])
    first = now = track(None, picture, watch)
    said = []
    for down in range(1, 7):
        sunk = cv2.warpAffine(picture, np.float32([[1, 0, 0], [0, 1, down]]), picture.shape[1::-1])
        now = track(now, sunk, watch, float(down))
        said.append(now.notice)

    assert "camera moved - 0.1 in" in said
    for man in first.scene.soldiers:
        there = now.scene.soldier(man.id)
        assert np.hypot(there.x - man.x, there.y - man.y) < 0.08, man.id


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(lambda picture: cv2.resize(picture, (1280, 720)), id="smaller"),
        pytest.param(lambda picture: cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE), id="turned"),
        pytest.param(
            lambda picture: cv2.rotate(picture, cv2.ROTATE_90_COUNTERCLOCKWISE), id="turned back"
        ),
    ],
)
def test_a_stream_that_changes_its_size_or_turns_goes_on(changed):
    """The markers say how the table lies in the new pictures; nobody moves, and it is said."""
    sequence = recorded("oak-turn")
    watch = watching(sequence)
    picture = read_picture(sequence.pictures[0])
    first = track(None, picture, watch)

    again = track(first, changed(picture), watch, 1.0)

    assert again.scene == first.scene
    assert again.camera.state == "moved"
    assert "1920 x 1080 before" in again.notice


@pytest.mark.parametrize("share", [0.25, 0.6, 0.85])
@pytest.mark.parametrize("rest", ["grey", "the last row again"])
def test_a_picture_that_came_in_part_changes_nothing(share, rest):
    """Its other rows are no cloth over half the table: it is said, and nobody is covered."""
    sequence = recorded("oak-turn")
    watch = watching(sequence)
    picture = read_picture(sequence.pictures[0])
    first = track(None, picture, watch)
    part, came = picture.copy(), round(share * picture.shape[0])
    part[came:] = 128 if rest == "grey" else part[came - 1]

    again = track(first, part, watch, 1.0)

    assert again.known is first.known
    assert again.pending is None
    assert not again.hand
    assert again.spoilt is not None


def test_a_picture_of_another_shape_measures_nothing():
    """A stretched picture fits no lens: the camera is lost until it is set back."""
    sequence = recorded("oak-turn")
    watch = watching(sequence)
    picture = read_picture(sequence.pictures[0])
    first = track(None, picture, watch)

    other = track(first, cv2.resize(picture, (1024, 768)), watch, 1.0)
    turned = cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE)
    stretched = track(first, cv2.resize(turned, (1920, 1080)), watch, 1.0)
    back = track(other, picture, watch, 2.0)

    assert (other.camera.state, other.scene) == ("lost", first.scene)
    assert "1024 x 768 pixels" in other.notice
    assert (stretched.camera.state, stretched.scene) == ("lost", first.scene)
    assert (back.camera.state, back.scene) == ("ok", first.scene)
