"""Circles, rectangles and rings from points that are not all theirs."""

import numpy as np
import pytest

from vision.surface.flat_table import FlatTable
from vision.surface.outlines import clockwise, evenly, thinned
from vision.surface.patches import filled
from vision.things.boxes import Box, box_around, tightened
from vision.things.circles import Circle, around, likely_circles, round_share, settled


def test_circle_among_other_points():
    """A rim is found though a handle and a shadow have points too."""
    rng = np.random.default_rng(3)
    rim = Circle(5, 7, 1.6).points(80)[:60]
    points = np.vstack([rim + rng.normal(0, 0.01, rim.shape), rng.uniform(2, 10, (40, 2))])

    circle = settled(likely_circles(points, (1.0, 2.5), 0.07, 0.3)[0][0], points, 0.05)

    assert (circle.x, circle.y, circle.radius) == pytest.approx((5, 7, 1.6), abs=0.03)


def test_round_share_is_of_the_round_not_of_the_points():
    """Many points on a quarter of the round are a quarter of it."""
    quarter = around(400)[:100] * 2

    assert round_share(Circle(0, 0, 2), quarter, 0.05) == pytest.approx(0.25, abs=0.05)


def test_box_around_a_turned_rectangle():
    """The longer side is the length, whichever way it lies."""
    turn = np.radians(30)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    corners = [a * 4 * along + b * 1.5 * across for a in (-1, 1) for b in (-1, 1)]

    box = box_around(np.array(corners) + np.array([9.0, 5.0]))

    assert (2 * box.half_length, 2 * box.half_width) == pytest.approx((8, 3), abs=1e-4)
    assert abs(box.along @ along) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("beyond_in", [0.3, 2.5], ids=["near", "far"])
def test_box_is_drawn_in_to_its_mask(beyond_in):
    """A side comes to lie where the mask ends, however far in, and stays where it is hidden."""
    flat = FlatTable(20, 16, (10.0, 8.0, 40.0), 16)
    mask = filled(np.array([(5.0, 5), (15, 5), (15, 11), (5, 11)]), flat)
    hidden = filled(np.array([(14.0, 4), (19, 4), (19, 12), (14, 12)]), flat)
    middle, half_length = np.array([10.0, 8]), 5 + beyond_in
    box = Box(middle, np.array([1.0, 0]), half_length, 3 + beyond_in)

    tight = tightened(box, mask, hidden, flat)

    (left, top), (right, bottom) = tight.corners.min(axis=0), tight.corners.max(axis=0)
    assert (left, top, bottom) == pytest.approx((5, 5, 11), abs=0.1)
    assert right == pytest.approx(10 + half_length, abs=0.1)


def test_rings_keep_their_corners():
    """A square walked in small steps is thinned back to four corners."""
    square = np.array([[0.0, 0], [4, 0], [4, 4], [0, 4]])

    assert len(thinned(evenly(clockwise(square[::-1]), 0.1), 0.05)) == 4
