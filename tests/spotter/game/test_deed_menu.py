"""What the right-click menu offers: deeds of men, shots at things and places."""

import pytest

from overlay.window.menu import menu_at
from rules.book.shelf import book_named
from rules.game.engine import new_game, next_state, phase_now
from rules.omniwar.events import Attacked
from spotter.game.deed_menu import deeds_now
from table.places import TablePoint
from table.scene import Scene, Soldier

HERE = TablePoint(20.0, 12.0)
MORTAR = Soldier("R1", "red", 5.0, 12.0, ("mortar",))
SQUAD = Soldier("R2", "red", 5.0, 16.0, ("rifle",))
ENEMY = Soldier("B1", "blue", 21.0, 12.0, ("rifle",))


def attacking(*men):
    """A game of OmniWar in red's attack phase."""
    book = book_named("omniwar")
    game = new_game(book, Scene(36.0, 24.0, men), ("red", "blue")).game
    while phase_now(book, game).name != "attack":
        game = next_state(book, game, {"event": "next"}).game
    return book, game


def test_a_mortar_strikes_a_bare_place():
    """On a place where nobody stands the chosen man's area attack is offered."""
    book, game = attacking(MORTAR, SQUAD, ENEMY)
    (shot,) = deeds_now(book, game, HERE, "R1")

    assert shot.words == "R1 fires here"
    assert shot.event == Attacked(shooter="R1", aim=TablePoint(20.0, 12.0))


@pytest.mark.parametrize("chosen", ["R2", "B1", None])
def test_nobody_else_does(chosen):
    """A squad has no area attack, the enemy no turn, and nobody chosen shoots nothing."""
    book, game = attacking(MORTAR, SQUAD, ENEMY)

    assert deeds_now(book, game, HERE, chosen) == ()


def test_deeds_of_a_group_stand_behind_one_line():
    """A menu stays short however much a man may do."""
    book = book_named("combat")
    scene = Scene(36.0, 24.0, (SQUAD, ENEMY))
    game = new_game(book, scene, ("red", "blue")).game
    game = next_state(book, game, {"event": "next"}).game
    menu = menu_at(scene, SQUAD.place, None, deeds_now(book, game, "R2", None))
    lines = {entry.words: entry.does for entry in menu.entries}

    assert len(lines) <= 14
    assert {entry.words for entry in lines["will go otherwise"]} >= {"will crawl", "will jump"}
    assert {entry.words for entry in lines["turns on the spot"]} >= {"turns about on the spot"}
    assert "gets down, sitting" in lines
