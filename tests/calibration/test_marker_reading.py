"""Corner markers among all square outlines of a picture."""

import cv2
import numpy as np
import pytest

from calibration.marker_reading import marker_squares, squares_in

BOOK = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
SIDE_PX, PAPER_PX = 60, 84


def desk_with(marker: int, left: int, top: int):
    """A noisy dark desk on which a marker's paper lies, partly outside where that is so."""
    paper = np.full((PAPER_PX, PAPER_PX), 200, np.uint8)
    edge = (PAPER_PX - SIDE_PX) // 2
    paper[edge:-edge, edge:-edge] = cv2.aruco.generateImageMarker(BOOK, marker, SIDE_PX) // 2 + 20
    desk = np.full((400, 600), 60, np.uint8)
    top_cut = max(0, -top)
    desk[max(0, top) : top + PAPER_PX, left : left + PAPER_PX] = paper[top_cut:]
    noise = np.random.default_rng(3).normal(0, 8, desk.shape)
    return np.clip(cv2.GaussianBlur(desk, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("marker", range(4))
def test_a_marker_is_read_from_its_outline(marker):
    """Number and corners, clockwise from its own top left, to a pixel."""
    grey = desk_with(marker, 200, 150)

    found = marker_squares(grey, squares_in(grey, 9))

    assert list(found) == [marker]
    left, top = 212 - 0.5, 162 - 0.5
    square = [(left, top), (left + 60, top), (left + 60, top + 60), (left, top + 60)]
    assert np.abs(found[marker] - square).max() < 1.0


def test_a_marker_cut_off_by_the_edge_is_none():
    """Its true corners are outside the picture."""
    grey = desk_with(1, 300, -14)

    assert marker_squares(grey, squares_in(grey, 9)) == {}
