"""Distances between colours as the eye sees them."""

import pytest

from calibration.colour_gap import colour_gap, lab_gap, lab_of


@pytest.mark.parametrize(
    ("one", "other", "gap"),
    [
        pytest.param((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425, id="blues"),
        pytest.param((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195, id="hues across zero"),
        pytest.param((50, 2.5, 0), (73, 25, -18), 27.1492, id="far apart"),
        pytest.param(
            (60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644, id="greens"
        ),
        pytest.param((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082, id="near black"),
    ],
)
def test_published_pairs(one, other, gap):
    """The distances are those published for checking the formula, both ways round."""
    assert lab_gap(one, other) == pytest.approx(gap, abs=1e-4)
    assert lab_gap(other, one) == pytest.approx(gap, abs=1e-4)


def test_anchors():
    """White is white, black is black, and red has the Lab values known for sRGB red."""
    assert lab_of((255, 255, 255)) == pytest.approx((100, 0, 0), abs=0.01)
    assert lab_of((0, 0, 0)) == pytest.approx((0, 0, 0), abs=0.01)
    assert lab_of((255, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)


def test_same_colour():
    """A colour is no distance from itself."""
    assert colour_gap((12, 200, 99), (12, 200, 99)) == 0
