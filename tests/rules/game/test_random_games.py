"""Random whole games of every book: no crash, no illegal state, resumed as they went on."""

import pytest

from rules.book.shelf import NAMES
from spotter.game.resuming import resumed
from tests.rules.game.agreement import disagreements, untold
from tests.rules.game.random_play import Pages, played

QUICK, SLOW = 4, 500
STEPS, WHOLE = 60, 150


def check(name, seed, steps=STEPS):
    """One game, held against all that must be true of it."""
    made = played(name, seed, steps)
    again = resumed(Pages(list(made.pages.lines)))
    assert again.game == made.live.game
    assert list(disagreements(made)) == []
    assert list(untold(made)) == []


@pytest.mark.parametrize("seed", range(QUICK))
@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_holds(name, seed):
    """Sound after every step, equal when resumed, and nothing in it that `ask` would refuse."""
    check(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("name", NAMES)
def test_hundreds_of_random_games_hold(name, part):
    """The same of five hundred games of each book."""
    for seed in range(QUICK + part * SLOW // 10, QUICK + (part + 1) * SLOW // 10):
        check(name, seed, WHOLE)
