"""A table with things on it is never remembered as the empty one."""

import shutil

import pytest

from fixtures.recorded import photo_names, recorded
from spotter.cli import main


@pytest.fixture
def table(tmp_path):
    """The folder of a table that was not calibrated yet."""
    oak = recorded("oak-normal")
    for path in (oak.table, oak.army, oak.camera):
        shutil.copyfile(path, tmp_path / path.name)
    return tmp_path


def calibrated(photo, table, *more):
    """The exit code of `spotter calibrate table` with that photo."""
    out = ["--empty", table / "empty.jpg", "-o", table / "calibration.json"]
    lens = ["--table", table / "table.toml", "--lens", table / "camera.yaml"]
    return main([*map(str, ("calibrate", "table", photo, *lens, *out, *more))])


def test_a_laid_table_is_refused(table, capsys):
    """One sentence says what lies there, and neither file is written."""
    assert calibrated(recorded("oak-normal").photo, table) == 2

    told = capsys.readouterr().err
    assert "photo.jpg: the table is not empty: " in told
    assert " more; take off all but the corner markers, say --is-empty if nothing" in told
    assert "or leave empty.jpg as it is with --no-empty" in told
    assert not (table / "empty.jpg").exists()
    assert not (table / "calibration.json").exists()


def test_the_camera_alone_is_measured_over_a_laid_table(table):
    """With --no-empty the camera's place is written, and no empty table."""
    assert calibrated(recorded("oak-normal").photo, table, "--no-empty") == 0

    assert (table / "calibration.json").exists()
    assert not (table / "empty.jpg").exists()


def test_the_players_word_counts(table, capsys):
    """With --is-empty the table is remembered as it is, and what was seen is said all the same."""
    assert calibrated(recorded("oak-normal").photo, table, "--is-empty") == 0

    assert "taken as empty on your word, though something is seen: " in capsys.readouterr().out
    assert (table / "empty.jpg").exists()


@pytest.mark.parametrize("name", photo_names())
def test_an_empty_table_is_taken(name, tmp_path):
    """Whatever desk and light: with only the markers on it the table is remembered."""
    files = recorded(name)
    for path in (files.table, files.camera):
        shutil.copyfile(path, tmp_path / path.name)

    assert calibrated(files.empty, tmp_path) == 0
    assert (tmp_path / "empty.jpg").exists()


def test_of_several_pictures_the_empty_one_is_taken(table, tmp_path, capsys):
    """While things are still on the table the next picture is waited for."""
    shown = tmp_path / "shown"
    shown.mkdir()
    shutil.copyfile(recorded("oak-normal").photo, shown / "1.jpg")
    shutil.copyfile(recorded("oak-normal").empty, shown / "2.jpg")

    assert calibrated(shown, table) == 0
    assert "2.jpg: the camera is" in capsys.readouterr().out
