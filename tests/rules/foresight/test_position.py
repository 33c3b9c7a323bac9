"""What a side's places are worth together."""

import numpy as np
import pytest

from rules.foresight.position import (
    Choices,
    Exchange,
    PositionWeights,
    SideChoices,
    best_places,
    fallen,
)


def losses(men, enemies, chance=0.5):
    """How many of so many men fall, all of them in the sight of so many enemies."""
    dangers = [np.full((1, 1, enemies), chance)] * men
    return fallen(dangers, np.ones(men), np.ones((1, 1, enemies))).sum()


def test_enemies_share_out_their_blows():
    """Each enemy strikes once: who is alone falls once, more men than blows cost no more."""
    assert losses(1, 1) == pytest.approx(0.5)
    assert losses(1, 3) == pytest.approx(1 - 0.5**3)
    assert losses(3, 3) == pytest.approx(3 * 0.5)
    assert losses(9, 3) == pytest.approx(3 * 0.5)


def test_who_is_worth_more_is_struck_first():
    """One blow, two men in sight: it falls on the leader."""
    fell = fallen([np.full((1, 1, 1), 0.5)] * 2, np.array([1.0, 2.0]), np.ones((1, 1, 1)))

    assert fell[0, 0].tolist() == [0.0, 0.5]


def side(strikes, dangers, *, first=False):
    """Two men who may each stay (strike nobody, safe) or go, against two enemies."""

    def man(name):
        blows = [np.array([[[0.0, 0.0], chances]]) for chances in (strikes, dangers)]
        return Choices(name, np.zeros((2, 2)), *blows, np.zeros(2))

    return SideChoices(
        [man("R1"), man("R2")],
        np.ones(1),
        PositionWeights(danger=1.0, press=0.0),
        Exchange((first,), (False,), (False,)),
        [1.0, 1.0],
        np.ones(2),
    )


@pytest.mark.parametrize(
    ("strikes", "dangers", "first", "picked"),
    [
        pytest.param([0.6, 0.6], [0.5, 0.5], False, [1, 1], id="a good exchange"),
        pytest.param([0.4, 0.4], [0.5, 0.5], False, [0, 0], id="a bad one"),
        pytest.param([0.4, 0.4], [0.5, 0.5], True, [1, 1], id="a bad one, striking first"),
    ],
)
def test_a_side_goes_where_it_takes_more_than_it_gives(strikes, dangers, first, picked):
    """All go or none does; who strikes first is struck by those alone who are left."""
    assert best_places(side(strikes, dangers, first=first)) == picked
