"""Moves made in several legs."""

import pytest

from rules.game.game import EventRefusedError, Game
from rules.game.legs import forgotten, gone_along, whole_way
from table.scene import Scene, Soldier

MAN = Soldier("R1", "red", 5.0, 12.0, facing=30.0, state={"posture": "prone"})


def game_of(man):
    return Game(Scene(36.0, 24.0, (man,)), ("red",), ("red",))


def test_the_first_leg_is_the_whole_way():
    """A man who has not moved yet has only the way he goes now."""
    event = {"path": [[5, 12], [8, 12]], "declare": {"gait": "run"}}
    begun, whole = whole_way(game_of(MAN), MAN, event)

    assert begun.soldier("R1") is MAN
    assert whole == {"path": [[5, 12], [8, 12]], "declare": {"gait": "run"}}


def test_the_second_leg_counts_from_where_he_began():
    """The way, the facing and the state are those of the beginning, declarations add up."""
    first = {"path": [[5, 12], [8, 12]], "declare": {"gait": "run"}, "facing": 90.0, "on": "m"}
    game = game_of(MAN)
    game = gone_along(game, MAN, first, whole_way(game, MAN, first)[1]).with_state(
        "R1", posture=None
    )
    now = game.soldier("R1")
    assert (now.x, now.facing, now.on) == (8.0, 90.0, "m")

    second = {"path": [[8, 12], [8, 15]], "declare": {"turn": 90}}
    begun, whole = whole_way(game, now, second)
    assert begun.soldier("R1") == MAN
    assert whole["path"] == [[5, 12], [8, 12], [8, 12], [8, 15]]
    assert whole["declare"] == {"gait": "run", "turn": 90}
    assert forgotten(game).record == {"ways": {}}


@pytest.mark.parametrize("path", [None, [], [[1]], [["x", "y"]], 7])
def test_a_path_that_is_none(path):
    """An overruled move still needs a place to end."""
    with pytest.raises(EventRefusedError, match="path"):
        gone_along(game_of(MAN), MAN, {"path": path}, {})
