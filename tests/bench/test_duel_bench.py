"""What is said of many games holds for few as well."""

import pytest

from rules.book.shelf import book_named
from rules.foresight.levels import LEVELS
from tests.bench.duel_bench import likely_share, won


@pytest.mark.parametrize(
    ("wins", "games", "told"),
    [(27.0, 30, "0.74 to 0.97"), (10.0, 10, "0.72 to 1.00"), (0.0, 10, "0.00 to 0.28")],
)
def test_a_share_is_told_with_how_far_off_it_may_be(wins, games, told):
    """Wilson's interval, as tables of it have it: never beyond nothing and all."""
    assert likely_share(wins, games) == told


def test_a_row_counts_its_games():
    """Level 1 against itself: as many games as were asked for, and nothing refused."""
    row = won(book_named("omniwar"), LEVELS[1], LEVELS[1], 2)

    assert (row["of"], row["refused"]) == (2, 0)
