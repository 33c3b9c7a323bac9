"""A table is a folder: every command given it, or run in it, finds its files and its camera."""

import json
import os
import shutil
import time

import cv2
import pytest

from calibration.corner_markers import corner_markers
from fixtures.recorded import recorded
from spotter.cli import main
from table.scene_file import read_scene

KITCHEN = recorded("kitchen-easy")
FILES = ("table.toml", "army.toml", "camera.yaml", "empty.jpg", "photo.jpg")


@pytest.fixture
def table(tmp_path):
    """A folder with a recorded table's files and its photo."""
    folder = tmp_path / "desk"
    folder.mkdir()
    for name in FILES:
        shutil.copyfile(KITCHEN.folder / name, folder / name)
    return folder


def told(capsys, *words):
    """What a command prints on standard output, once it has done its job."""
    assert main([*map(str, words)]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def all_named(folder):
    """The photo with every file named on the command line."""
    files = ("table", "army", "empty")
    options = [word for key in files for word in (f"--{key}", getattr(KITCHEN, key))]
    return ["look", folder / "photo.jpg", *options, "--camera", KITCHEN.camera, "--json"]


def test_the_files_are_found_in_the_folder(table, capsys, monkeypatch):
    """Given it, given a photo in it, or run in it: the same scene as with all files named."""
    named = told(capsys, *all_named(table))

    assert told(capsys, "look", table, "--json") == named
    assert told(capsys, "look", table / "photo.jpg", "--json") == named
    monkeypatch.chdir(table)
    assert told(capsys, "look", "--json") == named


def test_who_names_the_table_file_names_the_others_too(table, capsys):
    """A lens and an empty table that merely lie beside the photo change nothing then."""
    given = ["--table", KITCHEN.table, "--army", KITCHEN.army, "--json"]
    alone = told(capsys, "look", KITCHEN.photo, *given)

    (table / "camera.yaml").write_text("rubbish")
    assert told(capsys, "look", table / "photo.jpg", *given) == alone


def test_answers_and_plans_of_a_folder(table, capsys, tmp_path):
    """ask, draw and export look for themselves, by the rulebook the folder is played with."""
    (table / "spotter.toml").write_text('rules = "omog-advanced"\n')
    scene = tmp_path / "scene.json"
    told(capsys, "look", table, "-o", scene)
    men = read_scene(scene).soldiers
    shot = next((a.id, b.id) for a in men for b in men if a.side != b.side)
    (tmp_path / "q.json").write_text(json.dumps([{"ask": "sight", "from": shot[0], "to": shot[1]}]))

    by_folder = told(capsys, "ask", table, tmp_path / "q.json")

    assert by_folder == told(capsys, "ask", scene, tmp_path / "q.json", "--rules", "omog-advanced")
    told(capsys, "draw", table, tmp_path / "q.json", "-o", tmp_path / "plan.png")
    told(capsys, "export", table, "-o", tmp_path / "desk.geojson")
    assert (tmp_path / "plan.png").stat().st_size > 10_000
    assert len(json.loads((tmp_path / "desk.geojson").read_text())["features"]) > len(men)


def test_its_camera_takes_the_pictures(table, capsys, monkeypatch):
    """The camera of spotter.toml is asked, here a folder of pictures; snap keeps what it shows."""
    camera = table / "webcam"
    camera.mkdir()
    (table / "photo.jpg").rename(camera / "2.jpg")
    shutil.copyfile(table / "empty.jpg", camera / "1.jpg")
    (table / "spotter.toml").write_text('camera = "webcam"\n')
    seen = told(capsys, "look", table, "--json")

    monkeypatch.chdir(table)
    assert "photo.jpg: 1920 x 1080 pixels" in told(capsys, "snap")
    assert "photo2.jpg: " in told(capsys, "snap")
    assert "error in inches" in told(capsys, "verify")

    assert json.loads(seen)["soldiers"]
    assert len(json.loads(told(capsys, "look", "photo.jpg", "--json"))["soldiers"]) == len(
        json.loads(seen)["soldiers"]
    )


def test_a_camera_is_named_and_a_lens_is_named(table, tmp_path, capsys):
    """`--camera` names a camera where a folder is given; a camera.yaml there is the lens."""
    shown = tmp_path / "film"
    shown.mkdir()
    (table / "photo.jpg").rename(shown / "1.jpg")
    seen = told(capsys, "look", table, "--camera", shown, "--json")

    (table / "camera.yaml").rename(tmp_path / "lens.yaml")
    lens = tmp_path / "lens.yaml"
    assert told(capsys, "look", shown / "1.jpg", "--lens", lens, *files(table), "--json") == seen
    assert told(capsys, "look", shown / "1.jpg", "--camera", lens, *files(table), "--json") == seen


def files(table):
    """The table's files but for the lens, by name."""
    return [
        *("--table", str(table / "table.toml"), "--army", str(table / "army.toml")),
        *("--empty", str(table / "empty.jpg")),
    ]


def without_markers(picture, kept):
    """The picture with all corner markers but some under a sheet of paper."""
    markers = corner_markers(picture)
    hidden = picture.copy()
    for number in markers.found:
        if number not in kept:
            ring = markers.corners[number].round().astype(int)
            cv2.rectangle(hidden, ring.min(axis=0) - 9, ring.max(axis=0) + 9, (170, 170, 170), -1)
    return hidden


def test_hidden_markers(table, capsys, monkeypatch):
    """With two markers covered the saved calibration is used, and its age and error are said."""
    photo = table / "photo.jpg"
    before = json.loads(told(capsys, "look", table, "--json"))
    monkeypatch.chdir(table)
    told(capsys, "calibrate", "table", "empty.jpg", "--empty", "again.jpg")
    (table / "again.jpg").unlink()
    then = time.time() - 3 * 3600 - 60
    os.utime(table / "calibration.json", (then, then))
    cv2.imwrite(str(photo), without_markers(cv2.imread(str(photo)), kept=(0,)))

    assert main(["look", str(table), "--json"]) == 0
    out, err = capsys.readouterr()
    (table / "calibration.json").unlink()
    assert main(["look", str(table)]) == 2

    assert "photo.jpg: corner markers are hidden: calibration.json is used, 3 hours old, " in err
    assert "corner marker 0 found, 1 (top right)" in capsys.readouterr().err
    places = {man["id"]: (man["x"], man["y"]) for man in json.loads(out)["soldiers"]}
    for man in before["soldiers"]:
        assert places[man["id"]] == pytest.approx((man["x"], man["y"]), abs=0.1)


def test_hidden_markers_in_a_recording(table, capsys, monkeypatch):
    """Live and in replay too the saved calibration counts where markers are hidden, and is said."""
    monkeypatch.chdir(table)
    told(capsys, "calibrate", "table", "empty.jpg", "--empty", "again.jpg")
    (table / "again.jpg").unlink()
    photo = table / "photo.jpg"
    hidden = without_markers(cv2.imread(str(photo)), kept=(0,))
    photo.unlink()
    for number in (1, 2, 3):
        cv2.imwrite(str(table / f"{number}.jpg"), hidden)

    lines = [json.loads(line) for line in told(capsys, "replay", ".", "--json").splitlines()]

    assert "calibration.json is used, just made" in lines[0]["notice"]
    assert len(lines[-1]["soldiers"]) == 8


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('ruels = "lgam"', "has 'ruels'; did you mean 'rules'?"),
        ('rules = "books/mine"', "rules is 'books/mine'; name one of the rulebooks"),
        ("paper = 4", "paper is 4; the papers are a4, letter"),
        ("camera = true", "camera is True; write a text"),
        ("measured = 9.0", "measured is 9.0; write a number from 3.2 to 5"),
    ],
)
def test_settings_that_cannot_be(table, capsys, text, sentence):
    """A slip in spotter.toml gets one line; a folder of program code is never run from there."""
    (table / "spotter.toml").write_text(text + "\n")

    assert main(["draw", str(table), "-o", "plan.png"]) == 2
    assert f"spotter.toml: {sentence}".replace("toml: has", "toml: the file has") in (
        capsys.readouterr().err
    )


def test_a_folder_without_a_table(tmp_path, capsys, monkeypatch):
    """Who has no table yet is told how to make one."""
    monkeypatch.chdir(tmp_path)
    assert main(["look", "0"]) == 2
    assert "no table.toml here; spotter setup makes one" in capsys.readouterr().err


def test_an_empty_folder_is_named(tmp_path, capsys):
    """Who gives a folder in which no table is hears of that folder, not of the one he is in."""
    assert main(["look", str(tmp_path)]) == 2

    assert f"{tmp_path}: has no table.toml; spotter setup" in capsys.readouterr().err
