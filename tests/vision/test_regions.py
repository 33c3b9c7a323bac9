"""Patches of a mask, cell by cell."""

import numpy as np

from vision.regions import connected_to

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
