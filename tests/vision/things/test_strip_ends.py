"""Where strips end, looked at together."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.things.test_strip_joints import cells, ground
from vision.things.boxes import Box
from vision.things.strip_edges import sided
from vision.things.strip_ends import all_lengthened

ALONG_X, ALONG_Y = np.array([1.0, 0.0]), np.array([0.0, 1.0])
ROAD, BROOK = (4, 4, 20, 6), (26, 3, 28, 21)
ROAD_PIECE = Box(np.array([12.0, 5.0]), ALONG_X, 6.0, 1.0)
BROOK_PIECE = Box(np.array([27.0, 12.0]), ALONG_Y, 7.0, 1.0)
SHOWN = replace(ground(), raw=cells(ROAD, BROOK))


def test_strips_are_carried_on_to_where_their_colour_ends():
    """Two strips at once are as long as each of them is painted."""
    road, brook = all_lengthened(SHOWN, [ROAD_PIECE, BROOK_PIECE])

    assert road.corners.min(axis=0) == pytest.approx([4, 4], abs=0.15)
    assert road.corners.max(axis=0) == pytest.approx([20, 6], abs=0.15)
    assert brook.corners.min(axis=0) == pytest.approx([26, 3], abs=0.15)
    assert brook.corners.max(axis=0) == pytest.approx([28, 21], abs=0.15)


def test_no_strips_have_no_ends():
    """Where no lines are found there is nothing to carry on."""
    assert all_lengthened(SHOWN, []) == []


def test_colour_ends_at_the_sides_of_a_strip_and_not_inside_it():
    """A box on a strip's sides has them all; one that is half as wide has none."""
    narrow = replace(BROOK_PIECE, half_width=0.5)

    assert sided(SHOWN, [ROAD_PIECE, BROOK_PIECE, narrow]) == pytest.approx([1, 1, 0])
