"""Masks of a grid: what they hold, patch by patch, and that grids do not mix."""

from dataclasses import replace

import numpy as np
import pytest

from table.places import SeenXY
from vision.surface.flat_table import FlatTable
from vision.surface.masks import inside, nothing, where

GRID = FlatTable(5.0, 3.0, (2.0, 1.0, 40.0), 1.0, 0.0)  # a cell is an inch wide
MASK = where(
    GRID,
    np.array(
        [
            [1, 1, 0, 0, 1],
            [0, 0, 1, 0, 1],
            [0, 0, 0, 0, 1],
        ],
        bool,
    ),
)


def cells_of(mask):
    """The rows and columns that a mask holds."""
    return np.argwhere(mask.cells).tolist()


def test_patches_that_hold_a_seed_are_kept_whole():
    """One seed keeps all of its patch, joined at corners too, and nothing of another."""
    first = np.zeros((3, 5), bool)
    first[0, 0] = True

    assert cells_of(MASK.patches_at(where(GRID, first))) == [[0, 0], [0, 1], [1, 2]]
    assert not MASK.patches_at(nothing(GRID)).any()
    assert [patch.area_sq_in for patch in MASK.patches()] == [3.0, 3.0]


def test_masks_are_joined_shared_and_taken_away():
    """As sets are."""
    column = where(GRID, np.arange(5)[None] == np.zeros((3, 5), int))

    assert cells_of(MASK & column) == [[0, 0]]
    assert (MASK | column).area_sq_in == 8.0
    assert (MASK - column).area_sq_in == 5.0


def test_masks_of_two_grids_do_not_mix():
    """Not even where they have as many cells."""
    with pytest.raises(AssertionError):
        MASK & nothing(replace(GRID, eye=(3.0, 1.0, 40.0)))


def test_a_mask_has_its_grid_s_cells():
    """One of another shape is none of it."""
    with pytest.raises(AssertionError):
        where(GRID, np.zeros((5, 3), bool))


def test_what_is_narrow_goes_and_what_is_wide_stays():
    """On cells a tenth of an inch wide."""
    grid = FlatTable(6.0, 4.0, (3.0, 2.0, 40.0), 10.0)
    wide = inside(grid, [SeenXY(np.array([[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0]]))])
    stripe = inside(grid, [SeenXY(np.array([[4.0, 0.0], [4.2, 0.0], [4.2, 4.0], [4.0, 4.0]]))])

    assert np.array_equal((wide | stripe).opened(0.5).cells, wide.cells)
    assert wide.widened(0.5).area_sq_in == pytest.approx(9.0, rel=0.1)
    assert wide.narrowed(1.0).area_sq_in == pytest.approx(1.0, rel=0.25)


def test_places_and_rings_are_looked_up_on_the_grid():
    """Off the grid nothing holds; half a ring over it holds half."""
    grid = FlatTable(6.0, 4.0, (3.0, 2.0, 40.0), 10.0)
    left = inside(grid, [SeenXY(np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0], [0.0, 4.0]]))])
    ring = SeenXY(np.array([[2.0, 1.0], [4.0, 1.0], [4.0, 3.0], [2.0, 3.0]]))

    assert left.at(SeenXY(np.array([[1.0, 1.0], [5.0, 1.0], [-90.0, 1.0]]))).tolist() == [
        True,
        False,
        False,
    ]
    assert left.share_inside(ring) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("corners", [[], [(5.0, 5.0)], [(5.0, 5.0), (6.0, 6.0)]])
def test_a_ring_that_is_none_holds_next_to_nothing(corners):
    """Nothing is filled by a ring without corners, and nothing breaks; a line fills itself."""
    flat = FlatTable(20.0, 10.0, (10.0, 5.0, 40.0), 10.0)

    held = inside(flat, [SeenXY(np.array(corners, float).reshape(-1, 2))]).holds

    assert held.sum() <= 11 * len(corners)
