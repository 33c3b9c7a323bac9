"""The white card around a code: all of it, and nothing of it that lies off the grid."""

import numpy as np
import pytest

from vision.surface.covered import card_around
from vision.surface.flat_table import FlatTable

GRID = FlatTable(5.5, 3.5, (3.0, 2.0, 40.0), 10.0, 0.25)  # 60 cells by 40
DESK = np.array([45.0, 8.0, 20.0])


def card_on_a_desk(x, y):
    """Colours of a small grid with a card, 17 cells to the side, around a place."""
    lab = np.full((40, 60, 3), DESK, np.float32)
    rows, columns = np.ogrid[:40, :60]
    lab[(abs(rows - y) <= 8) & (abs(columns - x) <= 8)] = (94, 0, 1)
    return lab


def tag_at(x, y):
    """A tag's corners around a place, in cells."""
    return np.array([[x - 3, y - 3], [x + 3, y - 3], [x + 3, y + 3], [x - 3, y + 3]], float)


def test_all_of_a_card_is_covered():
    """The paper around a tag counts, with a rim of one cell, and the desk does not."""
    card = card_around(card_on_a_desk(30, 20), GRID, DESK, tag_at(30, 20)).holds

    assert card[11:30, 21:40].sum() == card.sum() >= 17 * 17


@pytest.mark.parametrize(
    ("x", "y"), [(-2, 20), (61, 20), (30, -2), (30, 41), (-2, -2), (61, 41)], ids=str
)
def test_a_card_half_beside_the_grid_is_covered_where_it_is_on_it(x, y):
    """A code at the rim of the table, its middle beyond the last cell."""
    lab = card_on_a_desk(x, y)

    card = card_around(lab, GRID, DESK, tag_at(x, y)).holds

    paper = lab[..., 0] > 90
    assert card[paper].mean() > 0.9
    assert card.sum() < 2 * paper.sum()


@pytest.mark.parametrize(("x", "y"), [(-30, 20), (90, 20), (30, -25), (-9, 20), (30, 300)])
def test_a_code_beside_the_grid_hides_nothing_of_it(x, y):
    """Wherever it lies, though its paper may reach the first cells."""
    assert not card_around(card_on_a_desk(x, y), GRID, DESK, tag_at(x, y)).any()
