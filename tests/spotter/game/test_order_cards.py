"""Cards laid on the table act without a keyboard."""

import pytest

from spotter.game.order_cards import CardOrder, CardsKnown, card_order, new_orders
from table.places import TablePoint
from table.scene import Order, Scene, Soldier

SCENE = Scene(
    36.0,
    24.0,
    soldiers=(
        Soldier("R1", "red", 10, 10),
        Soldier("B1", "blue", 20, 10),
        Soldier("B2", "blue", 10, 20),
    ),
)


@pytest.mark.parametrize(
    ("card", "side", "asked"),
    [
        pytest.param(
            Order("FIRE", 8.5, 10, 0.0), "red", CardOrder("FIRE", "R1", "B1"), id="to the right"
        ),
        pytest.param(
            Order("FIRE", 10, 8.5, 90.0), "red", CardOrder("FIRE", "R1", "B2"), id="down the table"
        ),
        pytest.param(
            Order("FIRE", 18, 11, 180.0), "blue", CardOrder("FIRE", "B1", "R1"), id="blue's own man"
        ),
        pytest.param(Order("SIGHT", 9, 10, 0.0), None, CardOrder("SIGHT", "R1"), id="sight"),
        pytest.param(Order("MOVE", 9, 10, 0.0), "red", CardOrder("MOVE", "R1"), id="move"),
        pytest.param(
            Order("BLAST", 9, 10, 270.0),
            "red",
            CardOrder("BLAST", "R1", None, TablePoint(10.0, 4.0)),
            id="a blast at a place",
        ),
        pytest.param(
            Order("BLAST", 9, 10, 5.0),
            "red",
            CardOrder("BLAST", "R1", "B1", TablePoint(20.0, 10.0)),
            id="a blast at a man",
        ),
        pytest.param(Order("NEXT", 30, 2, 0.0), "red", CardOrder("NEXT"), id="next, anywhere"),
    ],
)
def test_what_a_card_asks_for(card, side, asked):
    """Its top edge points from the nearest own soldier to the target."""
    found = card_order(card, SCENE, side)

    if found != asked:
        assert (found.order, found.soldier, found.target) == (
            asked.order,
            asked.soldier,
            asked.target,
        )
        assert (found.aim.x, found.aim.y) == pytest.approx((asked.aim.x, asked.aim.y))


@pytest.mark.parametrize(
    ("card", "side", "said"),
    [
        (Order("FIRE", 8.5, 10, 180.0), "red", "points at no enemy of R1"),
        (Order("FIRE", 8.5, 10, 0.0), "green", "no green soldier within 6 in"),
    ],
)
def test_a_card_that_asks_for_nothing_says_why(card, side, said):
    """One sentence with what to do."""
    assert said in card_order(card, SCENE, side)


def test_a_card_acts_once():
    """It acts when it appears or is turned, not while it lies there."""
    lying = Order("FIRE", 8.5, 10, 0.0)
    jitter = Order("FIRE", 8.52, 10.01, 1.0)
    turned = Order("FIRE", 8.5, 10, 90.0)

    known = CardsKnown().looked([lying])
    assert new_orders(CardsKnown(), [lying]) == (lying,)
    assert new_orders(known, [jitter]) == ()
    assert new_orders(known, [turned]) == (turned,)
    assert new_orders(CardsKnown(), [Order("CHARGE", 1, 1, 0.0)]) == ()


def test_a_card_missed_for_a_moment_does_not_act_again():
    """A shadow over a lying card is no hand that took it; laid anew it acts again."""
    lying = Order("NEXT", 8.5, 10, 0.0)
    missed = CardsKnown().looked([lying]).looked([])
    again = Order("NEXT", 8.53, 10.02, 1.0)
    laid_anew = Order("NEXT", 8.9, 10.3, 6.0)

    assert new_orders(missed, [again]) == ()
    assert new_orders(missed, [laid_anew]) == (laid_anew,)
    assert new_orders(missed.looked([again]), [again]) == ()
