"""Tags of hardly a pixel to the module, where grain and cloth look as much like tags."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from fixtures.recorded import recorded
from table.army_file import read_army
from table.lens_file import read_lens
from table.places import TableXY
from table.table_file import read_table
from tests.vision import tag_pictures
from tests.vision.tag_pictures import Paper, army, camera, painted
from vision.pictures.picture_file import read_picture
from vision.tags.patterns import ACROSS
from vision.tags.read_tags import read_tags


def shrunk(name, px_per_module):
    """A recorded picture at so few pixels to the module, with all that reading needs."""
    files = recorded(name)
    picture, army, spec = read_picture(files.photo), read_army(files.army), read_table(files.table)
    height, width = picture.shape[:2]
    pose = table_pose(corner_markers(picture), spec, read_lens(files.camera), (width, height))
    middle = TableXY(np.array([[spec.width / 2, spec.height / 2]]))
    px_per_in = float(pose.pixels_per_inch(middle, army.tags.height)[0])
    share = px_per_module * ACROSS / (px_per_in * army.tags.size)
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    matrix = np.diag([share, share, 1.0]) @ pose.lens.matrix
    matrix[:2, 2] += 0.5 * share - 0.5
    lens = replace(pose.lens, size_wh=(small.shape[1], small.shape[0]), matrix=matrix)
    return small, replace(pose, lens=lens), army, spec


@pytest.mark.parametrize(
    ("name", "px_per_module", "named", "unread"),
    [
        pytest.param("oak-normal", 0.8, 10, 1, id="oak's grain"),
        pytest.param("desk-easy", 0.7, 6, 0, id="a smooth desk"),
        pytest.param("kitchen-easy", 0.8, 8, 1, id="a kitchen table, one tag that is unread"),
        pytest.param("cloth-normal", 0.7, 12, 6, id="cloth, five tags that are unread"),
    ],
)
def test_the_desk_is_not_full_of_unread_tags(name, px_per_module, named, unread):
    """Nearly all men are named, and hardly a place is called a tag where none lies."""
    seen = read_tags(*shrunk(name, px_per_module))

    assert len(seen.soldiers) >= named
    assert len(seen.unread) <= unread


def laid(spec, count=8):
    """Tags in two rows over the table, each turned otherwise."""
    across = [(0.15 + 0.23 * (i % 4), 0.3 + 0.4 * (i // 4)) for i in range(count)]
    return [
        Paper(f"R{i:02d}", x * spec.width, y * spec.height, 47.0 * i)
        for i, (x, y) in enumerate(across, 1)
    ]


def test_twice_the_pixels_name_no_fewer_men(monkeypatch):
    """The same desk by a camera of twice as many pixels, as soft for its size."""
    named = []
    for times in (1, 2):
        monkeypatch.setattr(tag_pictures, "SIZE_WH", (960 * times, 600 * times))
        pose, spec = camera(1.3 * times)
        papers = laid(spec)
        picture = painted(pose, papers, blur_px=0.8 * times, noise=5.0)
        seen = read_tags(picture, pose, army(*(paper.text for paper in papers)), spec)
        named.append(len(seen.soldiers))

    assert named == [8, 8]
