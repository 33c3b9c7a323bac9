"""Circles among all edges of a picture, by the centres that the edges vote for."""

import cv2
import numpy as np
import pytest

from vision.things.circle_votes import voted_circles

GREY, RED = (60.0, 0.0, 0.0), (60.0, 40.0, 25.0)  # Lab: as bright as each other


def coloured(*discs, size_wh=(200, 150)):
    """A grey picture with red discs, each x, y and radius in cells."""
    lab = np.zeros((size_wh[1], size_wh[0], 3), np.float32) + np.array(GREY, np.float32)
    for x, y, radius in discs:
        cv2.circle(lab, (x, y), radius, RED, cv2.FILLED, cv2.LINE_8)
    return cv2.GaussianBlur(lab, (0, 0), 0.8)


def test_disc_as_bright_as_its_ground():
    """A disc that only its colour tells from the ground is the likeliest circle."""
    best = voted_circles(coloured((80, 60, 28)), (16.0, 40.0), most=3)[0]

    assert (best.x, best.y) == pytest.approx((80, 60), abs=1.5)
    assert best.radius == pytest.approx(28, abs=2.5)


def test_two_discs():
    """Of two discs each is among the likeliest circles."""
    found = voted_circles(coloured((50, 60, 28), (140, 90, 24)), (16.0, 40.0), most=8)

    for x, y in ((50, 60), (140, 90)):
        assert any(abs(c.x - x) < 2 and abs(c.y - y) < 2 for c in found)


def test_nothing_round():
    """Straight edges make no circle, nor does a picture without any, or of hardly a cell."""
    square = coloured()
    square[40:100, 60:140] = RED

    assert voted_circles(square, (40.0, 60.0), most=4) == []
    assert voted_circles(coloured(), (16.0, 40.0), most=4) == []
    assert voted_circles(coloured(size_wh=(3, 90)), (16.0, 40.0), most=4) == []
