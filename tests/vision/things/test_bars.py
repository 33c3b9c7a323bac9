"""Bars laid on their edges and followed to their ends."""

import numpy as np
import pytest

from table.table_spec import ThingSpec
from tests.vision.painted import YELLOW, overhead, painted, ring, strip, table
from vision.things.bars import are_bars, laid
from vision.things.cells import cells_of


def test_a_bar_seen_in_part_is_followed_to_its_ends():
    """From a piece of a pencil, a little aside, comes the pencil: as long, as wide, as turned."""
    pose, pencil = overhead(), strip((10, 8), (16.5, 11), 0.35)
    picture = painted(pose, [(ring(pencil), YELLOW, 0)])
    cells = cells_of(picture, pose, table(ThingSpec("wall", YELLOW, 0.0)), [], None)

    (x, y, angle, length, width) = laid(cells, np.array([[13.6, 9.63, 0.44, 1.8, 0.2]]))[0]

    assert (x, y) == pytest.approx((13.25, 9.5), abs=0.08)
    assert angle == pytest.approx(np.arctan2(3, 6.5), abs=0.02)
    assert 2 * length == pytest.approx(np.hypot(6.5, 3), abs=0.2)
    assert 2 * width == pytest.approx(0.35, abs=0.06)


def test_a_pencil_is_as_long_as_it_is():
    """Its bare tip and its rubber, in other colours, belong to it."""
    pose = overhead()
    ends = [(strip((8, 8), (8.7, 8), 0.3), "#c8a888"), (strip((14.3, 8), (15, 8), 0.3), "#d88898")]
    parts = [*ends, (strip((8.7, 8), (14.3, 8), 0.3), YELLOW)]
    picture = painted(pose, [(ring(part), colour, 0) for part, colour in parts])
    cells = cells_of(picture, pose, table(ThingSpec("wall", YELLOW, 0.0)), [], None)

    (x, _, _, length, _) = laid(cells, np.array([[11.5, 8.0, 0.0, 2.7, 0.15]]))[0]

    assert (x - length, x + length) == pytest.approx((8, 15), abs=0.15)


@pytest.mark.parametrize(
    ("halves", "is_bar"),
    [
        pytest.param((3.5, 0.15), True, id="pencil"),
        pytest.param((4.0, 3.0), False, id="book"),
        pytest.param((0.6, 0.5), False, id="stub"),
    ],
)
def test_what_is_long_and_narrow_is_a_bar(halves, is_bar):
    """A pencil's rectangle is a bar's; a book's and a stub's are not."""
    assert are_bars(np.array([[0.0, 0.0, 0.0, *halves]])).tolist() == [is_bar]
