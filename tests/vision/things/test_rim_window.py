"""Rectangles of the grid around a round thing."""

import numpy as np
import pytest

from vision.surface.flat_table import FlatTable
from vision.surface.patches import filled, region
from vision.things.circles import Circle
from vision.things.rim_window import window_around, window_of

FLAT = FlatTable(12.0, 8.0, (6.0, 4.0, 40.0), px_per_in=8.0, margin_in=1.0)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        pytest.param(6.0, 4.0, id="in the middle"),
        pytest.param(-0.6, 0.3, id="over the grid's corner"),
        pytest.param(12.4, 8.2, id="over the other corner"),
    ],
)
def test_a_window_shows_what_the_grid_shows_there(x, y):
    """A ring filled in its window is the ring filled on the grid, cut out."""
    ring = Circle(x, y, 1.5).points()
    window = window_around(FLAT, ring)

    whole = filled(ring, FLAT)

    assert np.array_equal(window.filled(ring), window.of(whole))
    assert np.count_nonzero(window.of(whole)) == np.count_nonzero(whole)


def test_a_ring_off_the_grid_has_a_window_of_nothing():
    """Where a ring lies off the grid there is a window still, and the ring fills none of it."""
    ring = Circle(40.0, 30.0, 1.5).points()

    assert not window_around(FLAT, ring).filled(ring).any()


def test_a_patch_of_a_window_goes_back_to_its_place():
    """Cells and ring of a patch found in a window are those found on the grid."""
    whole = region(filled(Circle(7.0, 3.0, 1.2).points(), FLAT), FLAT)
    rows, columns = (slice(n.min(), n.max() + 1) for n in np.nonzero(whole.cells))
    window = window_of(FLAT, (rows, columns), margin_in=0.5)

    back = window.whole(region(np.ascontiguousarray(window.of(whole.cells)), FLAT))

    assert np.array_equal(back.cells, whole.cells)
    assert np.allclose(back.ring, whole.ring)
    assert back.area_sq_in == whole.area_sq_in
