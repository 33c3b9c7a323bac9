"""The computer's side: what it does with the rules of a book's turn, and what it says of it."""

from random import Random

import pytest

from rules.book.shelf import book_named
from rules.foresight.levels import LEVELS
from rules.foresight.opponent import Opponent
from rules.foresight.outlook import strikes_first, strikes_last
from rules.game.common_events import Next
from rules.game.engine import game_rules, new_game, next_state, phase_now, probing, read_event
from table.scene import Scene, Soldier

FIELD = {"lgam": "rifle", "omog-advanced": "rifle"}


def open_ground(name, *reds):
    """A red man for each place, and a blue one far off in the open, all facing each other."""
    arms = (FIELD[name],)
    men = [Soldier(f"R{i}", "red", x, y, arms, facing=0.0) for i, (x, y) in enumerate(reds, 1)]
    return Scene(36.0, 24.0, (*men, Soldier("B1", "blue", 30.0, 12.0, arms, facing=180.0)))


def to_the_moves_of(book, game, side):
    """The game in that side's moves; what is due falls as it may."""
    random = Random(2)
    while phase_now(book, game).side != side or "moved" not in phase_now(book, game).allows:
        due = game_rules(book).due(game)
        event = Next() if due is None else read_event(book, due.event)
        game = next_state(book, game, event, lambda _: random.randint(1, 6)).game
    return game


def come_to(book, game, place):
    """The game after B1 has walked there."""
    man = game.soldier("B1")
    said = {"event": "moved", "soldier": "B1", "path": [[man.x, man.y], [*place]], "facing": 180.0}
    return next_state(book, game, read_event(book, said), probing()).game


@pytest.mark.parametrize("level", LEVELS)
def test_who_comes_into_view_is_shot_at_there_and_then(level):
    """Under L.G.A.M. a man who moves before loaded rifles draws their fire in his own phase."""
    book = book_named("lgam")
    game = new_game(book, open_ground("lgam", (4.0, 12.0), (4.0, 14.0)), ("red", "blue")).game
    red, game = Opponent("red", LEVELS[level]), to_the_moves_of(book, game, "blue")
    assert red.choose(book, game) is None, "nobody has moved"

    game = come_to(book, game, (18.0, 12.0))
    shot = red.choose(book, game)

    assert shot is not None
    assert (shot.event.word, shot.event.target) == ("fired", "B1")
    assert phase_now(book, game).side == "blue"
    assert next_state(book, game, shot.event, probing()).game is not game


def test_nobody_fires_out_of_turn_where_the_rules_forbid_it():
    """Under OMOG Advanced both sides fire after the moves: the opponent waits."""
    book = book_named("omog-advanced")
    scene = open_ground("omog-advanced", (4.0, 12.0))
    game = to_the_moves_of(book, new_game(book, scene, ("red", "blue")).game, "blue")
    red = Opponent("red", LEVELS[3])
    red.choose(book, game)

    assert red.choose(book, come_to(book, game, (26.0, 12.0))) is None


def test_fire_side_by_side_is_nobodys_first_blow():
    """Where the hit may still fire, neither side counts on striking before the other."""
    book = book_named("lgam")
    game = new_game(book, open_ground("lgam", (4.0, 12.0)), ("red", "blue")).game
    game = to_the_moves_of(book, game, "blue")

    for side in ("red", "blue"):
        assert not strikes_first(book, game, side)
        assert not strikes_last(book, game, side)
