"""`spotter snap`: where the picture goes and in what format."""

import cv2
import numpy as np
import pytest

from spotter.cli import main


@pytest.fixture
def webcam(tmp_path):
    """A camera that is a folder of pictures."""
    folder = tmp_path / "webcam"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), np.full((90, 160, 3), 120, np.uint8))
    return folder


@pytest.mark.parametrize(
    ("named", "written"),
    [("desk", "desk.jpg"), ("desk.png", "desk.png"), ("kept", "kept/photo.jpg")],
)
def test_its_name_has_an_ending(webcam, tmp_path, capsys, named, written):
    """A name without an ending gets one, a named format is kept, a folder gets the next photo."""
    (tmp_path / "kept").mkdir()

    assert main(["snap", str(webcam), "-o", str(tmp_path / named)]) == 0

    assert str(tmp_path / written) in capsys.readouterr().out
    assert cv2.imread(str(tmp_path / written)).shape == (90, 160, 3)
    assert (tmp_path / written).read_bytes()[:4] == (
        b"\x89PNG" if written.endswith("png") else b"\xff\xd8\xff\xe0"
    )


@pytest.mark.parametrize("named", ["desk.pdf", "desk.heic", "gone/desk.jpg"])
def test_what_cannot_be_written_is_said(webcam, tmp_path, capsys, named):
    """One line with the file's name."""
    assert main(["snap", str(webcam), "-o", str(tmp_path / named)]) == 2

    problem = capsys.readouterr().err
    assert problem.count("\n") == 1
    assert named in problem
