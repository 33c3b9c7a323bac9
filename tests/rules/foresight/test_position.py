"""What a side's places are worth together."""

import numpy as np
import pytest

from rules.foresight.position import Choices, PositionWeights, SideChoices, best_places, fallen


def falls(chances, worth, behind=None):
    """How surely each man falls, and before he has struck, in one case and at one place."""
    chances = np.array(chances, dtype=float)[None, None]
    behind = (
        np.zeros(chances.shape) if behind is None else np.array(behind, dtype=float)[None, None]
    )
    return [found[0, 0] for found in fallen(chances, behind, np.array(worth))]


def losses(men, enemies, chance=0.5):
    """How many of so many men fall, all of them in the sight of so many enemies."""
    return falls(np.full((men, enemies), chance), [1.0] * men)[0].sum()


def test_enemies_share_out_their_blows():
    """Each enemy strikes once: who is alone falls once, more men than blows cost no more."""
    assert losses(1, 1) == pytest.approx(0.5)
    assert losses(1, 3) == pytest.approx(1 - 0.5**3)
    assert losses(3, 3) == pytest.approx(3 * 0.5)
    assert losses(9, 3) == pytest.approx(3 * 0.5)


def test_who_is_worth_more_is_struck_first():
    """One blow, two men in sight: it falls on the leader."""
    assert falls([[0.5], [0.5]], [1.0, 2.0])[0].tolist() == [0.0, 0.5]


def test_a_blow_that_comes_later_silences_nobody():
    """Two blows at one man, of which one comes before his own: he falls to both, late to one."""
    fell, silenced = falls([[0.5, 0.4]], [1.0], [[1.0, 0.0]])

    assert fell[0] == pytest.approx(1.0 - 0.5 * 0.6)
    assert silenced[0] == pytest.approx(0.5)


def side(strikes, dangers, *, ahead=(0.0, 0.0)):
    """Two men who may each stay (strike nobody, safe) or go, against two enemies.

    `ahead` is the chance that who stays and who goes strikes before the enemies.
    """

    def man(name):
        blows = [np.array([[[0.0, 0.0], chances]]) for chances in (strikes, dangers)]
        order = np.array([[[chance, chance] for chance in ahead]])
        return Choices(name, np.zeros((2, 2)), *blows, order, np.zeros(order.shape), np.zeros(2))

    return SideChoices(
        [man("R1"), man("R2")],
        np.ones(1),
        PositionWeights(danger=1.0, press=0.0),
        [1.0, 1.0],
        np.ones(2),
    )


@pytest.mark.parametrize(
    ("strikes", "dangers", "ahead", "picked"),
    [
        pytest.param([0.6, 0.6], [0.5, 0.5], 0.0, [1, 1], id="a good exchange"),
        pytest.param([0.4, 0.4], [0.5, 0.5], 0.0, [0, 0], id="a bad one"),
        pytest.param([0.4, 0.4], [0.5, 0.5], 1.0, [1, 1], id="a bad one, striking first"),
    ],
)
def test_a_side_goes_where_it_takes_more_than_it_gives(strikes, dangers, ahead, picked):
    """All go or none does; who strikes first is struck by those alone who are left."""
    assert best_places(side(strikes, dangers, ahead=(0.0, ahead))) == picked


def test_comrades_who_strike_first_make_a_place_safe():
    """A man in sight of an enemy is the safer, the surer a comrade strikes that enemy before."""
    one = np.array([[[0.9]]]), np.array([[[0.5]]])
    none = np.zeros((1, 1, 1))

    def worth(ahead):
        blows = np.array([[[0.0]]]), np.array([[[0.5]]])
        bare = Choices("R1", np.zeros((1, 2)), *blows, none, none, np.zeros(1))
        gun = Choices("R2", np.zeros((1, 2)), *one, none + ahead, none, np.zeros(1))
        weights = PositionWeights(danger=1.0, press=0.0)
        return SideChoices([bare, gun], np.ones(1), weights, [1.0, 1.0], np.ones(1)).total([0, 0])

    assert worth(1.0) > worth(0.5) > worth(0.0)
