"""What order cards let happen."""

import pytest

from rules.game.common_events import Next
from spotter.game.card_deeds import deed_of_card
from spotter.game.deeds import NextStep
from spotter.game.live_game import begun
from spotter.game.order_cards import CardOrder
from table.places import TablePoint
from table.scene import Scene, Soldier
from tests.rules.game.random_play import Pages

MEN = (
    Soldier("R01", "red", 5, 12, ("mortar", "flamethrower")),
    Soldier("R02", "red", 5, 13, ("rifle",)),
    Soldier("B01", "blue", 40, 12, ("rifle",)),
)


def in_the_fire_phase(agreed):
    """A game of two small sides, both moved."""
    scene = Scene(60.0, 24.0, soldiers=MEN)
    live = begun(Pages(), "omog-advanced", scene, ("red", "blue"), agreed, began_s=0.0)
    for _ in ("red", "blue"):
        live.happen(Next(), 1.0)
    return live


@pytest.mark.parametrize(
    ("agreed", "aim", "weapon"),
    [
        pytest.param({}, TablePoint(11, 12), "flamethrower", id="what reaches six inches"),
        pytest.param({}, TablePoint(25, 12), "mortar", id="what reaches twenty"),
        pytest.param(
            {"double_ranges": True}, TablePoint(15, 12), "flamethrower", id="ten, where they double"
        ),
    ],
)
def test_a_blast_goes_with_what_reaches(agreed, aim, weapon):
    """The weapon is one that may burst there, as this game measures it."""
    deed = deed_of_card(CardOrder("BLAST", "R01", None, aim), in_the_fire_phase(agreed))

    assert (deed.shooter, deed.targets, deed.weapon) == ("R01", (aim,), weapon)


def test_a_card_for_the_next_phase():
    """It is what the key does."""
    assert deed_of_card(CardOrder("NEXT"), None) == NextStep()
