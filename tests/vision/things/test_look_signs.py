"""A look tells things of the same two colours apart by how much of each they show."""

from dataclasses import replace

import cv2
import numpy as np

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from table.table_spec import TableSpec, ThingSpec
from tests.spotter.plain_desk import DESK_AT_FIRST, EDGE_IN, PX_PER_IN, picture_of
from vision.things.cells import cells_of
from vision.things.pointed import view_of
from vision.things.shapes import RECTANGLES
from vision.things.signs import SIGNS, sign_rows, signs_of

RED, WHITE = (40, 40, 190), (235, 235, 235)
MOSTLY_RED, MOSTLY_WHITE = (6.0, 9.0), (15.0, 9.0)  # their middles
HALF_IN = (2.0, 1.5)
SPEC = TableSpec(22.0, 14.0)


def painted():
    """Two books of one size: three quarters of one are red, of the other white."""
    picture = picture_of(replace(DESK_AT_FIRST, men={}, cloth=None))
    for (x, y), share in ((MOSTLY_RED, 0.75), (MOSTLY_WHITE, 0.25)):
        left, right = x - HALF_IN[0], x + HALF_IN[0]
        middle = left + share * (right - left)
        for start, end, colour in ((left, middle, RED), (middle, right, WHITE)):
            cv2.rectangle(picture, px(start, y - 1.5), px(end, y + 1.5), colour, -1)
    return picture


def px(x, y):
    return round((x + EDGE_IN) * PX_PER_IN), round((y + EDGE_IN) * PX_PER_IN)


def test_a_look_knows_its_shares(tmp_path):
    """What was learnt of the red book speaks for it, and against the white one."""
    picture = painted()
    size_wh = (picture.shape[1], picture.shape[0])
    pose = table_pose(corner_markers(picture), SPEC, None, size_wh)
    books = np.array([(*middle, 0.0, *HALF_IN) for middle in (MOSTLY_RED, MOSTLY_WHITE)])
    bare = cells_of(picture, pose, SPEC, [], None)
    path = tmp_path / "red.png"
    cv2.imwrite(str(path), view_of(bare, RECTANGLES.samples(books).rings[0]))
    taught = replace(SPEC, things=(ThingSpec("book", None, 1.0, look=path),))

    cells = cells_of(picture, pose, taught, [], None)
    samples = RECTANGLES.samples(books)
    rows = sign_rows(cells, samples, signs_of(cells, samples, cells.free, cells.odd), 0)

    red, white = rows[:, SIGNS.index("look")]
    assert red > 1.0
    assert white < 0.0
