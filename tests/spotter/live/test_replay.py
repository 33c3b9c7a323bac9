"""`spotter replay` over folders as they come: one line a picture, whatever is in them."""

import json

import cv2
import numpy as np
import pytest

from spotter.cli import main
from tests.spotter.plain_desk import DESK_AT_FIRST, a_move, picture_of, write_pictures, write_setup
from vision.pictures.picture_file import read_picture


def replay(folder, capsys, *more):
    """Its exit code, its lines, and what it said on standard error."""
    code = main(["replay", str(folder), "--json", *more])
    told = capsys.readouterr()
    return code, [json.loads(line) for line in told.out.splitlines()], told.err


@pytest.fixture
def folder(tmp_path):
    """A move in five pictures, and the table's files."""
    write_setup(tmp_path)
    write_pictures(tmp_path, [DESK_AT_FIRST, *a_move(DESK_AT_FIRST, "R01", 7.0, 4.5)])
    return tmp_path


def place_of(line, name):
    man = next(man for man in line["soldiers"] if man["id"] == name)
    return man["x"], man["y"]


def test_a_line_for_each_picture(folder, capsys):
    """Names, the hand, and the man where he was until the hand is gone."""
    code, lines, _ = replay(folder, capsys)

    assert code == 0
    assert [line["picture"] for line in lines] == [f"frame_00{i}.jpg" for i in range(5)]
    assert [line["hand"] for line in lines] == [False, True, True, True, False]
    assert place_of(lines[2], "R01") == pytest.approx((4.0, 4.0), abs=0.08)
    assert place_of(lines[4], "R01") == pytest.approx((7.0, 4.5), abs=0.08)


def test_pictures_that_show_nothing_keep_what_was_known(folder, capsys):
    """Black, cut off, of another shape, or without the table: the last scene and a notice."""
    (folder / "frame_001.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    write(folder / "frame_002.jpg", np.zeros_like(read_picture(folder / "frame_000.jpg")))
    write(folder / "frame_003.jpg", picture_of(DESK_AT_FIRST)[:, ::2])

    code, lines, _ = replay(folder, capsys)

    assert code == 0
    assert len(lines) == 5
    for line in lines[1:4]:
        assert place_of(line, "R01") == pytest.approx((4.0, 4.0), abs=0.08)
        assert line["picture"] in line["notice"]
    assert "notice" not in lines[4]
    assert place_of(lines[4], "R01") == pytest.approx((7.0, 4.5), abs=0.08)


def test_a_first_picture_without_the_table_is_an_empty_scene(folder, capsys):
    """Nothing is known before the first picture that shows the table."""
    write(folder / "frame_000.jpg", np.full((768, 1152, 3), 128, np.uint8))

    code, lines, _ = replay(folder, capsys)

    assert code == 0
    assert (lines[0]["soldiers"], lines[0]["things"]) == ([], [])
    assert "notice" in lines[0]
    assert len(lines[4]["soldiers"]) == 6


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        pytest.param(lambda f: [p.unlink() for p in f.glob("*.jpg")], "of pictures", id="none"),
        pytest.param(lambda f: (f / "army.toml").unlink(), "has no army.toml", id="no army"),
        pytest.param(
            lambda f: (f / "table.toml").write_text("rubbish"), "table.toml", id="bad table"
        ),
        pytest.param(
            lambda f: [p.write_bytes(b"x") for p in f.glob("*.jpg")], "frame_00", id="all broken"
        ),
    ],
)
def test_a_folder_that_cannot_be_replayed(folder, capsys, spoil, says):
    """One clear line, exit 2."""
    spoil(folder)

    code, _, problem = replay(folder, capsys)

    assert code == 2
    assert says in problem
    assert problem.count("\n") == 1


def test_no_folder(tmp_path, capsys):
    """A name that is no folder is said."""
    code, _, problem = replay(tmp_path / "nowhere", capsys)

    assert code == 2
    assert "no such game" in problem


def write(path, picture):
    assert cv2.imwrite(str(path), np.ascontiguousarray(picture))
