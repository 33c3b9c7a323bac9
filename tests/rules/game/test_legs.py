"""Moves made in several legs."""

from dataclasses import replace

import pytest

from rules.game.game import EventRefusedError, Game
from rules.game.legs import Went, forgotten, gone_along, whole_way
from table.places import TablePoint
from table.scene import Scene, Soldier

MAN = Soldier("R1", "red", 5.0, 12.0, facing=30.0, state={"posture": "prone"})


def game_of(man):
    return Game(Scene(36.0, 24.0, (man,)), ("red",), ("red",))


def places(*path):
    return tuple(TablePoint(x, y) for x, y in path)


def went(*path, **declare):
    return Went(soldier="R1", path=places(*path), declare=declare)


def test_the_first_leg_is_the_whole_way():
    """A man who has not moved yet has only the way he goes now."""
    begun, way = whole_way(game_of(MAN), MAN, went((5, 12), (8, 12), gait="run"))

    assert begun.soldier("R1") is MAN
    assert way.asked("R1", way.declare) == {
        "ask": "move",
        "soldier": "R1",
        "path": [[5, 12], [8, 12]],
        "declare": {"gait": "run"},
    }


def test_the_second_leg_counts_from_where_he_began():
    """The way, the facing and the state are those of the beginning, declarations add up."""
    first = replace(went((5, 12), (8, 12), gait="run"), facing=90.0, on="m")
    game = game_of(MAN)
    game = gone_along(game, MAN, first, whole_way(game, MAN, first)[1]).with_state(
        "R1", posture=None
    )
    now = game.soldier("R1")
    assert (now.x, now.facing, now.on) == (8.0, 90.0, "m")

    begun, way = whole_way(game, now, went((8, 12), (8, 15), turn=90))
    assert begun.soldier("R1") == MAN
    assert way.path == places((5, 12), (8, 12), (8, 12), (8, 15))
    assert way.declare == {"gait": "run", "turn": 90}
    assert forgotten(game).record == {"ways": {}}


def test_a_path_that_is_none():
    """An overruled move still needs a place to end."""
    game, nowhere = game_of(MAN), went()

    with pytest.raises(EventRefusedError, match="path"):
        gone_along(game, MAN, nowhere, whole_way(game, MAN, nowhere)[1])
