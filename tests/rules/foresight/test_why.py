"""The sentence on a move: true numbers of one case each, in words a player follows."""

import numpy as np
import pytest
from shapely import box

from rules.book.shelf import book_named
from rules.foresight.exchange import EnemyCase
from rules.foresight.outlook import EnemyCases
from rules.foresight.position import Choices
from rules.foresight.why import reason_to_go, where
from rules.game.engine import new_game
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

FOES = tuple(Soldier(f"B{i}", "blue", 30.0, 4.0 * i, ("rifle",), facing=180.0) for i in range(1, 6))
MAN = Soldier("R1", "red", 6.0, 12.0, ("rifle",), facing=0.0)
CASES = EnemyCases((EnemyCase(FOES), EnemyCase(FOES), EnemyCase(FOES, later=True)))


def reason(strikes, dangers, far_in=(20.0, 20.0)):
    """The reason to go to the second of two places; rows are places, in each case one enemy each.

    Enemies who are not named in a row neither hit nor are hit.
    """

    def chances(cases):
        found = np.zeros((3, 2, len(FOES)))
        for case, places in enumerate(cases):
            for place, row in enumerate(places):
                found[case, place, : len(row)] = row
        return found

    nothing = np.zeros((3, 2, len(FOES)))
    xy = np.array([[6.0, 12.0], [9.0, 12.0]])
    seen = Choices("R1", xy, chances(strikes), chances(dangers), nothing, nothing, np.array(far_in))
    game = new_game(book_named("omog-advanced"), Scene(36.0, 24.0, (MAN, *FOES)), ("red", "blue"))
    return reason_to_go(game.game, "red", seen, CASES, 1)


@pytest.mark.parametrize(
    ("strikes", "told"),
    [
        ([((), (0.3, 0.5)), ((), (0.9,))], "B2 at 50%"),
        ([((), ()), ((), (0.5,))], "B1 at 50% if he comes nearer"),
        ([((), ()), ((), ()), ((), (0.5,))], "next turn B1 at 50%"),
    ],
)
def test_a_blow_is_told_as_it_is_in_the_first_case_that_has_one(strikes, told):
    """No mean of several cases is told: a chance of 50 in 100 is one that `ask` would give."""
    assert reason(strikes, []).split("; ")[0] == told


@pytest.mark.parametrize(
    ("dangers", "told"),
    [
        ([((), (0.5,))], "hit there by B1 at 50%"),
        ([((), (0.5, 0.6))], "hit there by B2, B1 at 80%"),
        ([((0.9,), (0.5,))], "hit there by B1 at 50%, 90% where he stands"),
        ([((0.5,), (0.5,))], "hit there by B1 at 50%"),
        ([((0.9,), ()), ((), (0.5,))], "hit there by B1 at 50% if he comes nearer"),
        ([((), ()), ((0.8,), (0.5, 0.5))], "hit there by B1, B2 at 75% if they come nearer"),
        ([((0.6,), ())], "nobody hits him there, 60% where he stands"),
        ([((), (0.1,) * 5)], "hit there by B1, B2, B3 and 2 more at 41%"),
        ([((), (0.999, 0.999))], "hit there by B1, B2 at 99%"),
    ],
)
def test_a_risk_is_that_of_the_worse_case_beside_the_same_where_he_stands(dangers, told):
    """By whom, how likely, when; and what is saved by going, if it is worth a word."""
    assert reason([], dangers) == told


def test_who_strikes_nobody_is_told_to_go_nearer():
    """A move without a blow is for the next ones."""
    assert reason([], [], (20.0, 17.2)) == "nearer the enemy, 17 in off"
    assert reason([], [], (20.0, 20.0)) == "out of reach"


@pytest.mark.parametrize(
    ("x", "told"),
    [(10.0, ", on the napkin"), (13.0, ", by the napkin"), (20.0, ", at the mug"), (28.0, "")],
)
def test_a_place_is_told_by_what_lies_there(x, told):
    """On what is flat, at what is high, by what is near."""
    things = (
        Thing("napkin-1", "napkin", box(8.0, 8.0, 12.0, 12.0), 0.0),
        Thing("mug-1", "mug", box(18.0, 8.0, 22.0, 12.0), 3.75),
    )
    scene = Scene(36.0, 24.0, (), things)

    assert where(scene, TablePoint(x, 10.0)) == f"({x:.1f}, 10.0){told}"
