"""Patches of a mask, cell by cell."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from vision.surface.flat_table import FlatTable
from vision.surface.patches import (
    bridged,
    closed,
    connected_to,
    filled,
    made_whole,
    patches,
    regions,
)

MASK = np.array(
    [
        [255, 255, 0, 0, 255],
        [0, 0, 255, 0, 255],
        [0, 0, 0, 0, 255],
    ],
    np.uint8,
)
INCH_CELLS = FlatTable(24.0, 20.0, (12.0, 10.0, 40.0), px_per_in=1.0, margin_in=0.0)


def test_patches_that_hold_a_seed_are_kept_whole():
    """One seed keeps all of its patch and nothing of another; corners join or they do not."""
    seeds = np.zeros_like(MASK)
    seeds[0, 0] = 255

    assert np.argwhere(connected_to(seeds, MASK)).tolist() == [[0, 0], [0, 1], [1, 2]]
    assert np.argwhere(connected_to(seeds, MASK, 4)).tolist() == [[0, 0], [0, 1]]
    assert not connected_to(np.zeros_like(MASK), MASK).any()


@given(arrays.arrays(np.uint8, (20, 24), elements=st.sampled_from([0, 255])), st.integers(1, 2))
def test_patches_are_those_that_numbering_cells_gives(mask, coarser):
    """Patches in holes of others, with holes and at the grid's edge are each found, and whole."""
    mask = np.kron(mask[::coarser, ::coarser], np.ones((coarser, coarser), np.uint8))
    count, numbers = cv2.connectedComponents(mask)
    wanted = [(numbers == n).sum() for n in range(1, count)]

    found = [cells > 0 for cells in patches(mask, INCH_CELLS, 1.0)]

    assert [cells.sum() for cells in found] == sorted(wanted, reverse=True)
    for cells in found:
        (number,) = set(numbers[cells])
        assert np.array_equal(cells, numbers == number)


def test_a_region_has_its_ring_and_its_size():
    """Its ring is the outer one, around its cells' middles; small patches are left out."""
    mask = np.zeros((20, 24), np.uint8)
    mask[2:7, 3:9], mask[4, 5], mask[12, 20] = 255, 0, 255

    (whole,) = regions(mask, INCH_CELLS, 2.0)

    assert whole.area_sq_in == pytest.approx(29.0)
    assert whole.ring.min(axis=0).tolist() == [3.5, 2.5]
    assert whole.ring.max(axis=0).tolist() == [8.5, 6.5]


@given(
    mask=arrays.arrays(np.uint8, (20, 24), elements=st.sampled_from([0, 0, 0, 0, 255])),
    hidden=arrays.arrays(np.uint8, (20, 24), elements=st.sampled_from([0, 255])),
    top=st.integers(0, 19),
)
def test_a_mask_is_made_whole_as_if_all_of_the_grid_were_looked_at(mask, hidden, top):
    """Only what lies around a mask is looked at, and what lies farther off changes nothing."""
    mask[:top] = 0
    whole = bridged(closed(mask, INCH_CELLS, 3.0), hidden, INCH_CELLS, 5.0)

    assert np.array_equal(made_whole(mask, hidden, INCH_CELLS, gap_in=3.0, width_in=5.0), whole)


@pytest.mark.parametrize("corners", [[], [(5.0, 5.0)], [(5.0, 5.0), (6.0, 6.0)]])
def test_a_ring_that_is_none_holds_next_to_nothing(corners):
    """Nothing is filled by a ring without corners, and nothing breaks; a line fills itself."""
    flat = FlatTable(20.0, 10.0, (10.0, 5.0, 40.0), 10.0)

    held = filled(np.array(corners, float).reshape(-1, 2), flat) > 0

    assert held.sum() <= 11 * len(corners)
