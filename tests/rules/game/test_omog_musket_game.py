"""A turn of OMOG Musket: loading and charges."""

from dataclasses import replace
from functools import partial

import pytest

from rules.book.shelf import book_named
from rules.game.engine import new_game
from rules.game.game import EventRefusedError, Game
from table.scene import Scene, Soldier
from tests.rules import played

BOOK = book_named("omog-musket")
after = partial(played.after, BOOK)
MEN = (
    Soldier("R1", "red", 10, 10, ("musket",)),
    Soldier("R2", "red", 10, 16, ("sabre",), state={"mounted": True}),
    Soldier("B1", "blue", 16, 10, ("musket",)),
    Soldier("B2", "blue", 15.5, 16, ("rifle",)),
)


def started() -> Game:
    """A new game of red against blue."""
    return new_game(BOOK, Scene(36.0, 24.0, MEN), ("red", "blue")).game


def fired(shooter: str, target: str, roll: int) -> dict:
    """A man shoots at another."""
    return {"event": "fired", "shooter": shooter, "target": target, "roll": roll}


SHOT = after(started(), "next", "next", fired("R1", "B1", 1))
STEP = {"event": "moved", "soldier": "R1", "path": [[10, 10], [10.5, 10]]}


def test_who_stands_still_reloads():
    """Empty after the shot, loaded again at the end of his side's next move phase."""
    assert SHOT.soldier("R1").state["loaded"] == {"musket": False}

    game = after(SHOT, *["next"] * 4)

    assert game.soldier("R1").state["loaded"] is True
    assert after(game, fired("R1", "B1", 1)).soldier("R1").state["fired"] is True


def test_who_moves_does_not():
    """He cannot fire, move and then shoot."""
    game = after(SHOT, "next", "next", "next", STEP, "next")

    with pytest.raises(EventRefusedError, match="OM-LOAD-02"):
        after(game, fired("R1", "B1", 6))


def test_a_charge_is_kept_until_the_turn_ends_and_spent_then():
    """The horseman charges once a game."""
    charge = {
        "event": "moved",
        "soldier": "R2",
        "path": [[10, 16], [14.4, 16]],
        "declare": {"charge": "B2"},
    }
    game = after(started(), charge)
    assert game.soldier("R2").state["charging"] == "B2"
    assert game.soldier("R2").state["charge_from"] == [10, 16]

    game = after(game, *["next"] * 4)

    state = game.soldier("R2").state
    assert state["charged"] is True
    assert not {"charging", "charge_from", "moved"} & set(state)


HORSE = Soldier("R2", "red", 10, 10, ("sabre",), state={"mounted": True, "cavalry": "heavy"})
FOOT = tuple(Soldier(f"B{i}", "blue", 15.5, 9.0 + i, ("musket",), facing=180.0) for i in range(3))
FAR = (Soldier("R9", "red", 2, 2, ("musket",)), Soldier("B9", "blue", 34, 22, ("musket",)))
CHARGE = {"event": "state", "soldier": "R2", "state": {"charging": "B1"}}
CONTACT = {"event": "moved", "soldier": "R2", "path": [[10, 10], [14.4, 10]]}
REPEL = {"B0": "bayonet", "B1": "bayonet", "B2": "shoot"}


def charged(*men: Soldier) -> Game:
    """Heavy horse has declared a charge at B1."""
    scene = Scene(36.0, 24.0, men or (HORSE, *FOOT, *FAR))
    return after(new_game(BOOK, scene, ("red", "blue")).game, CHARGE)


def fought(attackers: list[str], defender: str, throws: dict) -> dict:
    """Hand to hand, each man's numbers given."""
    return {"event": "fought", "attackers": attackers, "defender": defender, "throws": throws}


def test_a_declared_charge_reaches_the_fight():
    """Heavy horse has +2 against foot, the bayonet +1: three against three wins."""
    game = after(charged(), CONTACT, *["next"] * 3)
    assert game.soldier("R2").state["charge_from"] == [10, 10]

    game = after(game, fought(["R2"], "B1", {"R2": [3], "B1": [3]}))

    assert game.scene.soldier("B1") is None


@pytest.mark.parametrize(
    ("man", "why"),
    [
        (replace(HORSE, x=11.5), "OM-CHARGE-02"),  # four inches are not more than four
        (replace(HORSE, state={"mounted": True, "charged": True}), "OM-CHARGE-04"),
        (Soldier("R2", "red", 10, 10, ("rifle",)), "OM-CHARGE-05"),
        (replace(HORSE, state={"mounted": True, "moved": True}), "OM-CHARGE-03"),
    ],
)
def test_a_charge_is_held_against_its_conditions_when_it_is_declared(man, why):
    """Too near, a second one, no bayonet, or after the move: refused at once."""
    with pytest.raises(EventRefusedError, match=why):
        charged(man, *FOOT, *FAR)


def test_a_charge_is_declared_in_the_own_move():
    """Not while the other side moves, nor when the moves are over."""
    game = after(new_game(BOOK, Scene(36.0, 24.0, (HORSE, *FOOT, *FAR)), ("red", "blue")).game)
    for phase in range(1, 4):
        with pytest.raises(EventRefusedError, match="OM-TURN-01"):
            after(game, *["next"] * phase, CHARGE)


def test_a_charge_that_does_not_end_in_contact_is_refused_until_it_is_withdrawn():
    """With the charge withdrawn the same move is a move, and the charge is not spent."""
    short = {**CONTACT, "path": [[10, 10], [13, 10]]}
    with pytest.raises(EventRefusedError, match="OM-CHARGE-03"):
        after(charged(), short)
    for withdrawn in (
        {"event": "declared", "soldier": "R2", "withdrawn": True},
        {"event": "state", "soldier": "R2", "state": {"charging": None}},
    ):
        game = after(charged(), withdrawn, short)
        assert set(game.soldier("R2").state) == {"mounted", "cavalry", "moved"}
        assert "charged" not in after(game, *["next"] * 4).soldier("R2").state


def test_three_men_repel_horses():
    """Two with the bayonet do not shoot, the third may; the horseman's bonuses are gone."""
    game = after(charged(), CONTACT, {"event": "declared", "repel": REPEL}, "next", "next")
    with pytest.raises(EventRefusedError, match="OM-REPEL-04"):
        after(game, fired("B1", "R2", 6))
    game = after(game, fired("B2", "R2", 1), "next")

    game = after(game, fought(["R2"], "B1", {"R2": [3], "B1": [3]}))

    assert game.scene.soldier("R2") is None


@pytest.mark.parametrize(
    ("men", "repel", "why"),
    [
        (FOOT, {"B1": "bayonet"}, "two as"),
        ((replace(FOOT[0], y=5.0), *FOOT[1:]), REPEL, "OM-REPEL-01"),
        ((replace(FOOT[0], facing=90.0), *FOOT[1:]), REPEL, "OM-REPEL-02"),
        ((replace(FOOT[0], weapons=("rifle",)), *FOOT[1:]), REPEL, "no bayonet"),
    ],
)
def test_who_repels_is_held_against_its_conditions(men, repel, why):
    """Three close together who face the horse, two of them with bayonets."""
    with pytest.raises(EventRefusedError, match=why):
        after(charged(HORSE, *men, *FAR), {"event": "declared", "repel": repel})


def test_nobody_repels_horses_that_do_not_charge():
    """Without a charge there is nothing to repel; after the moves it is too late."""
    scene = Scene(36.0, 24.0, (HORSE, *FOOT, *FAR))
    game = new_game(BOOK, scene, ("red", "blue")).game
    event = {"event": "declared", "repel": REPEL}
    with pytest.raises(EventRefusedError, match="OM-REPEL-01"):
        after(game, event)
    with pytest.raises(EventRefusedError, match="before the fire"):
        after(charged(), CONTACT, "next", "next", event)


def test_a_three_that_lost_a_man_repels_nobody():
    """When one of them was shot the charge has its bonuses again."""
    shooter = replace(FAR[0], x=15.5, y=5.0)
    game = charged(HORSE, shooter, *FOOT, FAR[1])
    game = after(game, CONTACT, {"event": "declared", "repel": REPEL}, "next", "next")
    game = after(game, fired("R9", "B0", 6), "next")

    game = after(game, fought(["R2"], "B1", {"R2": [3], "B1": [3]}))

    assert game.scene.soldier("B1") is None


def test_going_round_does_not_get_round_the_charge():
    """Only lakes and lengths are the way's; a charge ends in contact however he came."""
    short = {**CONTACT, "path": [[10, 10], [13, 10]], "overruled": "went round"}
    with pytest.raises(EventRefusedError, match="OM-CHARGE-03"):
        after(charged(), short)
    assert after(charged(), {**short, "overruled": "by the players"}).soldier("R2").x == 13.0


def test_mounting_is_a_move():
    """He who mounts on the spot has used half his move, and does not reload."""
    man = Soldier("R1", "red", 10, 10, ("carbine",), state={"cavalry": "light", "loaded": False})
    stay = {"event": "moved", "soldier": "R1", "path": [[10, 10], [10, 10]]}
    scene = Scene(36.0, 24.0, (man, FAR[1]))
    game = after(new_game(BOOK, scene, ("red", "blue")).game, {**stay, "declare": {"mount": True}})
    assert game.soldier("R1").state["mounted"] is True

    assert after(game, "next").soldier("R1").state["loaded"] is False
