"""A turn of OMOG Musket: loading and charges."""

from functools import partial

import pytest

from rules.books import book_named
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


def test_three_men_repel_horses():
    """Two with the bayonet, one who shoots; anything else is refused."""
    game = after(started(), "next", "next")
    with pytest.raises(EventRefusedError, match="two as"):
        after(game, {"event": "declared", "repel": {"B1": "bayonet"}})
