"""camera.yaml, ours and OpenCV's."""

import cv2
import numpy as np
import pytest

from fixtures.recorded import photo_names, recorded
from table.errors import UserError
from table.lens import Lens
from table.lens_file import read_lens, write_lens

TEXT = recorded("oak-normal").camera.read_text(encoding="utf-8")


def written(tmp_path, text):
    """A file with that text."""
    path = tmp_path / "camera.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", photo_names())
def test_a_lens_survives_writing_and_reading(name, tmp_path):
    """Print then parse gives the same lens."""
    lens = read_lens(recorded(name).camera)

    write_lens(lens, tmp_path / "camera.yaml")

    again = read_lens(tmp_path / "camera.yaml")
    assert again.size_wh == lens.size_wh
    assert np.allclose(again.matrix, lens.matrix)
    assert np.allclose(again.distortion, lens.distortion)


@pytest.mark.parametrize("word", ["equidistant", "fisheye"])
def test_a_fisheye_survives_writing_and_reading(word, tmp_path):
    """A fisheye is written as ROS names it, and read by that name and the other."""
    matrix = np.array([[610.0, 0, 640], [0, 612.0, 360], [0, 0, 1]])
    bends = np.array([0.03, -0.01, 0.004, -0.002])
    path = tmp_path / "camera.yaml"
    write_lens(Lens((1280, 720), matrix, bends, "wide", is_fisheye=True), path)

    assert "distortion_model: equidistant" in path.read_text()
    path.write_text(path.read_text().replace("equidistant", word))
    again = read_lens(path)
    assert again.is_fisheye
    assert np.allclose(again.distortion, bends)


@pytest.mark.parametrize("ending", ["yml", "xml"])
def test_opencv_files_are_read(ending, tmp_path):
    """A file that OpenCV's FileStorage wrote gives the same lens."""
    lens = read_lens(recorded("oak-normal").camera)
    path = tmp_path / f"camera.{ending}"
    file = cv2.FileStorage(str(path), cv2.FILE_STORAGE_WRITE)
    file.write("image_width", lens.size_wh[0])
    file.write("image_height", lens.size_wh[1])
    file.write("camera_matrix", lens.matrix)
    file.write("distortion_coefficients", lens.distortion)
    file.release()

    again = read_lens(path)

    assert again.size_wh == lens.size_wh
    assert np.allclose(again.matrix, lens.matrix)
    assert np.allclose(again.distortion, lens.distortion)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("image_width: ", "image_widht: ", "has no image_width"),
        ("image_width: 3840", "image_width: many", "image_width is 'many'"),
        ("plumb_bob", "mirror", "distortion_model is 'mirror'; this program knows plumb_bob"),
        ("plumb_bob", "equidistant", "has 5 numbers; equidistant has 4"),
        ("camera_matrix:", "camera_matrix: 5\nx:", "camera_matrix"),
        ("[", "[.nan, ", "data[0] is nan"),
        ("image_width", "\t: [", "is not YAML"),
    ],
)
def test_a_mistake_in_a_lens(old, new, sentence, tmp_path):
    """The line says where and what is wrong."""
    with pytest.raises(UserError) as problem:
        read_lens(written(tmp_path, TEXT.replace(old, new)))

    assert sentence in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("matrix", "distortion", "sentence"),
    [
        ("[1.0, 0, 960, 0, 1.0, 540, 0, 0, 1]", "[0, 0, 0, 0, 0]", "focal lengths"),
        ("[1500, 0, 9e6, 0, 1500, 540, 0, 0, 1]", "[0, 0, 0, 0, 0]", "far outside the picture"),
        ("[1500, 0, 960, 0, 1500, 540, 0, 0, 1]", "[-5, 0, 0, 0, 0]", "fold the picture"),
        ("[1500, 0, 960, 0, 1500, 540, 1, 0, 1]", "[0, 0, 0, 0, 0]", "is no [fx 0 cx"),
        ("[1500, 0, 960, 0, 1500, 540, 0, 0, 1]", "[0, 0, 0]", "has 3 numbers"),
    ],
)
def test_an_absurd_lens_is_refused(matrix, distortion, sentence, tmp_path):
    """What no camera has is not believed."""
    text = (
        f"image_width: 1920\nimage_height: 1080\ncamera_matrix: {{data: {matrix}}}\n"
        f"distortion_coefficients: {{data: {distortion}}}\n"
    )
    with pytest.raises(UserError) as problem:
        read_lens(written(tmp_path, text))

    assert sentence in str(problem.value)


def test_data_is_never_executed(tmp_path):
    """A YAML tag that would run code is refused."""
    text = "image_width: !!python/object/apply:os.getcwd []\n"
    with pytest.raises(UserError, match="is not YAML"):
        read_lens(written(tmp_path, text))
