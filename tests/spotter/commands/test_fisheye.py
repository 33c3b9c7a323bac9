"""A table under a fisheye: the whole look with a lens file of that model."""

import json

import cv2
import numpy as np
import pytest

from calibration.lens_rays import flat_directions, seen_pixels
from fixtures.recorded import recorded
from table.lens import Lens
from table.lens_file import read_lens, write_lens
from tests.spotter.running import ended


def through_fisheye(picture, lens, wide):
    """The picture as another lens in the same place takes it."""
    width, height = wide.size_wh
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2)
    flat = flat_directions(wide, pixels.astype(float))
    ahead = np.column_stack([flat, np.ones(len(flat))])
    there = seen_pixels(lens, ahead, np.zeros(3), np.zeros(3)).reshape(height, width, 2)
    return cv2.remap(picture, there.astype(np.float32), None, cv2.INTER_AREA)


@pytest.fixture(scope="module")
def looked(tmp_path_factory):
    """What is seen of one table with its own lens and with a fisheye."""
    folder = tmp_path_factory.mktemp("fisheye")
    table = recorded("oak-normal")
    lens = read_lens(table.camera)
    matrix = lens.matrix.copy()
    matrix[[0, 1], [0, 1]] *= 0.97
    wide = Lens(lens.size_wh, matrix, np.array([0.06, 0.01, -0.01, 0.0]), "wide", is_fisheye=True)
    write_lens(wide, folder / "camera.yaml")
    for name in ("photo", "empty"):
        picture = cv2.imread(str(getattr(table, name)))
        cv2.imwrite(str(folder / f"{name}.png"), through_fisheye(picture, lens, wide))
    files = ("--table", table.table, "--army", table.army, "--json")
    pairs = (
        (table.photo, "--camera", table.camera, "--empty", table.empty),
        (folder / "photo.png", "--camera", folder / "camera.yaml", "--empty", folder / "empty.png"),
    )
    return [json.loads(ended("look", *map(str, (*pair, *files))).stdout) for pair in pairs]


@pytest.mark.slow
def test_men_under_a_fisheye(looked):
    """Every man who is read through the plain lens is read through a fisheye, in his place."""
    plain, wide = (
        {man["id"]: (man["x"], man["y"]) for man in scene["soldiers"]} for scene in looked
    )

    assert set(wide) >= set(plain)
    off = [np.hypot(*np.subtract(wide[name], plain[name])) for name in plain]
    assert max(off) < 0.1


@pytest.mark.slow
def test_things_under_a_fisheye(looked):
    """The same things are found."""
    plain, wide = (sorted(thing["kind"] for thing in scene["things"]) for scene in looked)

    assert wide == plain
