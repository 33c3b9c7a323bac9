"""The program as a player in stories: its deeds are seen and ruled as anybody's."""

from random import Random

import pytest

from rules.book.shelf import book_named
from rules.foresight.mirrored_table import mirrored_table
from spotter.game.story import story_from_json, told
from spotter.setup.army_text import army_of
from table.errors import UserError
from table.scene_file import scene_json

MEN = "2 rifle, 1 submachine-gun"


def story(*steps):
    army = army_of((("red", MEN), ("blue", MEN)), book_named("omog-advanced"))
    scene = scene_json(mirrored_table(army, Random(2)))
    timed = [{"t": float(number), **step} for number, step in enumerate(steps)]
    return {"rules": "omog-advanced", "scene": scene, "steps": timed}


def test_two_of_them_play_a_turn():
    """Every man goes with his reason, each ends his own moves, both fire; nothing is refused."""
    red, blue = {"opponent": "red", "level": 2}, {"opponent": "blue"}
    steps = [blue, *[red] * 4, *[blue] * 4, *[red, blue] * 4, {"do": "next"}]

    first, waits, *lines = told(story_from_json(story(*steps), "story"))

    assert waits["said"] == ["it is red's turn in first to move; blue waits"]
    assert [line for line in (first, *lines) if line["error"] or line["refused"]] == []
    moves = [line for line in lines if any(e["event"] == "moved" for e in line["events"])]
    assert len(moves) == 6
    assert all(": " in line["said"][0] for line in moves)
    assert lines[7]["phase"] == "fire"
    assert "red is done with fire" in {said for line in lines for said in line["said"]}


@pytest.mark.parametrize("step", [{"opponent": "green"}, {"opponent": "red", "level": 9}])
def test_nobody_there_and_no_such_level(step):
    """A side that is not there and a level nobody has are named."""
    with pytest.raises(UserError, match=r"green|level 9"):
        list(told(story_from_json(story(step), "story")))
