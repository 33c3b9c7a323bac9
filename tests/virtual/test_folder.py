"""Virtual tables written to folders are read back as what they are."""

import json

import cv2
import pytest

from table.army_file import read_army
from table.lens_file import read_lens
from table.scene_file import read_scene
from table.table_file import read_table
from tests.virtual.folder import write_folder
from tests.virtual.random_table import random_table
from tests.virtual.sequence import write_sequence

SMALL = {"size_wh": (640, 360), "table_wh": (20.0, 12.0)}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    virtual = random_table(12, "normal", men=4, **SMALL)
    folder = tmp_path_factory.mktemp("table")
    write_folder(virtual, folder)
    return virtual, folder


def test_files_come_back(written):
    """Table, army and truth read back are the table's own."""
    virtual, folder = written

    assert read_table(folder / "table.toml") == virtual.spec
    assert read_army(folder / "army.toml") == virtual.army
    truth = read_scene(folder / "truth.json")
    assert [s.id for s in truth.soldiers] == [s.id for s in virtual.scene.soldiers]
    assert {t.id: t.kind for t in truth.things} == {t.id: t.kind for t in virtual.scene.things}
    for mine, theirs in zip(truth.things, virtual.scene.things, strict=True):
        assert mine.footprint.symmetric_difference(theirs.footprint).area < 0.02


def test_lens_comes_back(written):
    """The camera file holds the lens."""
    virtual, folder = written
    lens = read_lens(folder / "camera.yaml")

    assert lens.size_wh == virtual.camera.lens.size_wh
    assert lens.matrix == pytest.approx(virtual.camera.lens.matrix, rel=1e-6)
    assert lens.distortion == pytest.approx(virtual.camera.lens.distortion, abs=1e-6)


def test_truth_says_more_than_a_scene(written):
    """The truth has the camera, the decoys and each tag's size and share in sight."""
    virtual, folder = written
    truth = json.loads((folder / "truth.json").read_text())

    assert truth["camera"]["position"] == pytest.approx(list(virtual.camera.position), abs=1e-3)
    assert {d["id"] for d in truth["decoys"]} == set(truth["unknown"])
    assert all(0 <= s["tag"]["visible"] <= 1 for s in truth["soldiers"])
    assert all(0.3 < s["tag"]["px_per_module"] < 5 for s in truth["soldiers"])


def test_pictures_have_the_cameras_size(written):
    """Photo and empty picture are as large as the camera file says."""
    _, folder = written
    sizes = {cv2.imread(str(folder / name)).shape for name in ("photo.jpg", "empty.jpg")}

    assert sizes == {(360, 640, 3)}


def test_sequence_folder(tmp_path):
    """A written sequence has a truth beside each picture and the shared files once."""
    virtual = random_table(12, "easy", men=2, **SMALL)
    write_sequence(virtual, [], tmp_path, shots=2)

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "army.toml",
        "camera.yaml",
        "empty.jpg",
        "frame_000.jpg",
        "frame_001.jpg",
        "table.toml",
        "truth_000.json",
        "truth_001.json",
    ]
    assert json.loads((tmp_path / "truth_001.json").read_text())["frame"] == 1
