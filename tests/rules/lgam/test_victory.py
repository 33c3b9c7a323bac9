"""The book's whole list of victories, each met and each missed by a little (LG-WIN-01)."""

import pytest

from rules.book.shelf import book_named
from rules.game.engine import game_rules, new_game, next_state
from table.scene_file import scene_from_json

BOOK = book_named("lgam")
AREA = [[40, 0], [60, 0], [60, 40], [40, 40]]


def man(soldier_id, x, y, **more):
    side = {"R": "red", "B": "blue"}[soldier_id[0]]
    return {"id": soldier_id, "side": side, "x": x, "y": y, "weapons": ["rifle"], **more}


MEN = (
    man("R1", 45, 20),
    man("R2", 39.9, 20),
    man("R3", 20, 20, role="truck", base=2.0),
    man("B1", 10, 20, role="leader"),
    man("B2", 12, 20, state={"down": "shot"}),
)


def won(agreed, men=MEN, *events):
    """Who has won with these terms, after these events."""
    table = {"width": 60.0, "height": 40.0}
    wall = {
        "id": "wall-1",
        "kind": "wall",
        "outline": [[30, 0], [30.5, 0], [30.5, 9], [30, 9]],
    }
    scene = scene_from_json({"table": table, "soldiers": list(men), "things": [wall]}, "test")
    game = new_game(BOOK, scene, ("red", "blue"), agreed).game
    for event in events:
        game = next_state(BOOK, game, event).game
    return game_rules(BOOK).winner(BOOK, game)


@pytest.mark.parametrize(
    ("agreed", "winner"),
    [
        pytest.param({}, None, id="nothing"),
        pytest.param({"flags": {"red": [45, 21]}}, "red", id="flag touched"),
        pytest.param({"flags": {"red": [45, 21.1]}}, None, id="flag missed"),
        pytest.param({"flags": {"blue": [12, 20]}}, None, id="by a man who is down"),
        pytest.param({"escort": {"red": {"who": "R3", "to": [22, 20]}}}, "red", id="escorted"),
        pytest.param({"escort": {"red": {"who": "R3", "to": [22.1, 20]}}}, None, id="on its way"),
        pytest.param({"recover": {"red": {"who": "B2", "to": [12, 20]}}}, None, id="lies there"),
        pytest.param({"recover": {"red": {"who": "B1", "to": [10, 20]}}}, "red", id="recovered"),
        pytest.param({"escape": {"red": {"area": AREA}}}, "red", id="one escaped"),
        pytest.param({"escape": {"red": {"area": AREA, "men": 2}}}, None, id="one of two"),
        pytest.param({"overrun": {"red": {"area": AREA, "men": 1}}}, "red", id="overrun"),
        pytest.param({"destroy": {"red": ["B2"]}}, "red", id="destroyed"),
        pytest.param({"destroy": {"red": ["B2", "B1"]}}, None, id="one of the two"),
        pytest.param({"leader": {"red": ["B1"]}}, None, id="the leader lives"),
        pytest.param({"won": "blue"}, "blue", id="the players say so"),
        pytest.param(
            {"flags": {"red": [45, 20], "blue": [10, 20]}}, None, id="both at once is nobody"
        ),
    ],
)
def test_terms(agreed, winner):
    """Who alone has what was agreed for him has won."""
    assert won(agreed) == winner


def test_a_building_is_destroyed_by_the_players_word():
    """What no rule destroys is destroyed when the players mark it so, and not before."""
    marked = {"event": "state", "thing": "wall-1", "state": {"destroyed": True}}
    damaged = {"event": "state", "thing": "wall-1", "state": {"damaged": True}}
    terms = {"destroy": {"red": ["wall-1"]}}

    assert won(terms, MEN, damaged) is None
    assert won(terms, MEN, marked) == "red"


def test_the_last_side_standing_wins():
    """Nobody of blue stands: red has won, whatever was agreed; nobody at all is a draw."""
    lone = [man("R1", 45, 20), man("B2", 12, 20, state={"down": "shot"})]

    assert won({"flags": {"blue": [1, 1]}}, lone) == "red"
    assert won({}, [{**one, "state": {"down": "knocked"}} for one in lone]) == "draw"
