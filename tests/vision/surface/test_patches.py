"""Patches of a mask, cell by cell."""

import numpy as np
import pytest

from vision.surface.flat_table import FlatTable
from vision.surface.patches import connected_to, filled

MASK = np.array(
    [
        [255, 255, 0, 0, 255],
        [0, 0, 255, 0, 255],
        [0, 0, 0, 0, 255],
    ],
    np.uint8,
)


def test_patches_that_hold_a_seed_are_kept_whole():
    """One seed keeps all of its patch and nothing of another; corners join or they do not."""
    seeds = np.zeros_like(MASK)
    seeds[0, 0] = 255

    assert np.argwhere(connected_to(seeds, MASK)).tolist() == [[0, 0], [0, 1], [1, 2]]
    assert np.argwhere(connected_to(seeds, MASK, 4)).tolist() == [[0, 0], [0, 1]]
    assert not connected_to(np.zeros_like(MASK), MASK).any()


@pytest.mark.parametrize("corners", [[], [(5.0, 5.0)], [(5.0, 5.0), (6.0, 6.0)]])
def test_a_ring_that_is_none_holds_next_to_nothing(corners):
    """Nothing is filled by a ring without corners, and nothing breaks; a line fills itself."""
    flat = FlatTable(20.0, 10.0, (10.0, 5.0, 40.0), 10.0)

    held = filled(np.array(corners, float).reshape(-1, 2), flat) > 0

    assert held.sum() <= 11 * len(corners)
