"""Terrain that a game changes: it outlasts looks, goes with the thing, is saved and listed."""

import json
from dataclasses import replace

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point
from shapely.affinity import rotate, translate

from rules.book.shelf import book_named
from rules.game.changed_things import (
    as_changed,
    camera_scene,
    changed,
    laid,
    laid_things,
    looked_again,
    noted,
    part_near,
    taken_up,
    thing_states,
    to_take_off,
    whole_of,
)
from rules.game.engine import new_game, next_state
from rules.game.game import EventRefusedError
from rules.game.game_json import game_from_json, game_json
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

WALL = Thing("wall-1", "wall", shapely.box(16.0, 6.0, 16.3, 16.0), 0.5)
MUG = Thing("mug-1", "mug", Point(5.0, 5.0).buffer(1.5), 3.75)
GAP = shapely.box(15.0, 9.0, 17.0, 11.0)
BOOK = book_named("omog-advanced")


def game_with(*things):
    """A game of two men and these things."""
    men = (Soldier("R01", "red", 10.0, 10.0), Soldier("B01", "blue", 30.0, 10.0))
    return new_game(BOOK, Scene(36.0, 24.0, men, things), ("red", "blue")).game


def breached():
    """A wall with two inches gone."""
    return changed(game_with(WALL, MUG), "wall-1", "breached", hole=GAP)


def wall_of(game):
    """All that is left of the wall, as one shape."""
    return shapely.union_all([t.footprint for t in game.scene.things if t.kind == "wall"])


def test_a_hole_splits_a_wall_and_the_camera_s_wall_is_kept():
    """Two parts count, the first under the old name; what the camera has stays whole."""
    game = breached()
    assert [thing.id for thing in game.scene.things] == ["wall-1", "wall-1-part-2", "mug-1"]
    assert wall_of(game).area == pytest.approx(8.0 * 0.3)
    assert camera_scene(game).things == (WALL, MUG)
    assert thing_states(game) == {"wall-1": "breached"}


def test_a_change_outlasts_the_next_look():
    """Seen again a hair off its place, the wall has its gap where it was."""
    game = breached()
    again = replace(WALL, footprint=translate(WALL.footprint, 0.05, 0.02))
    entry = {"id": "wall-1", "kind": "wall", "outline": _ring(again.footprint), "height": 0.5}
    game = next_state(BOOK, game, {"event": "seen", "things": [entry]}).game
    assert not wall_of(game).intersects(shapely.box(15.0, 9.1, 17.0, 10.9))
    assert thing_states(game) == {"wall-1": "breached"}


def _ring(shape):
    return [list(corner) for corner in shape.exterior.coords[:-1]]


@given(
    st.floats(-170, 170),
    st.floats(-4, 4),
    st.floats(-4, 4),
)
def test_a_change_goes_with_the_thing(turn_deg, right_in, down_in):
    """However the wall is pushed and turned, the gap is two inches from the same end.

    Which end is which nobody can tell of a plain wall turned by more than a quarter.
    """
    game = changed(game_with(WALL), "wall-1", "breached", hole=shapely.box(15.0, 7.0, 17.0, 9.0))
    moved = translate(rotate(WALL.footprint, turn_deg, origin=(16.15, 11.0)), right_in, down_in)
    after = looked_again(game, [replace(WALL, footprint=moved)])
    assert wall_of(after).area == pytest.approx(8.0 * 0.3, abs=0.2)
    lengths = sorted(t.sides_in[0] for t in after.scene.things)
    assert lengths == pytest.approx([1.0, 7.0], abs=0.4)


def test_a_wall_that_a_player_cut_himself_keeps_the_gap_in_its_place():
    """Another size is no motion: the gap stays on the table where it was shot."""
    short = replace(WALL, footprint=shapely.box(16.0, 6.0, 16.3, 9.0))
    rest = replace(WALL, id="wall-2", footprint=shapely.box(16.0, 11.0, 16.3, 16.0))
    after = looked_again(breached(), [short, rest])
    assert wall_of(after).equals(shapely.union_all([short.footprint, rest.footprint]))


def test_what_is_gone_counts_no_more_and_is_to_be_taken_off():
    """A cleared thing is out of the scene, listed while it still lies there, and then not."""
    game = changed(game_with(WALL, MUG), "wall-1", "cleared", gone=True)
    assert [thing.id for thing in game.scene.things] == ["mug-1"]
    assert to_take_off(game) == ("wall-1",)
    assert to_take_off(looked_again(game, [MUG])) == ()


def test_nobody_stands_on_what_is_gone():
    """A man whom the camera sees on a cleared thing stands on the table."""
    game = changed(game_with(WALL), "wall-1", "cleared", gone=True)
    man = replace(game.scene.soldiers[0], on="wall-1")
    seen = replace(camera_scene(game), soldiers=(man,))
    assert as_changed(game, seen).soldiers[0].on is None


def test_laid_things_are_named_noted_and_taken_up():
    """Unseen things have names of their own, are kept over looks, and no name comes twice."""
    game = laid(game_with(WALL), "mat", "courtyard", shapely.box(1, 1, 2, 2), side="red")
    game = noted(game, "courtyard-laid-1", tried=3)
    game = looked_again(game, [MUG])
    assert [thing.id for thing in game.scene.things] == ["mug-1", "courtyard-laid-1"]
    assert [one.notes["tried"] for one in laid_things(game, "courtyard")] == [3]
    assert laid_things(game, "swamp") == ()
    game = laid(taken_up(game, ["courtyard-laid-1"]), "mat", "town", shapely.box(1, 1, 2, 2))
    assert thing_states(game) == {"town-laid-2": "laid"}


def test_a_hole_inside_leaves_no_ring():
    """An outline has no holes, so what is left is cut in two at each."""
    game = changed(game_with(MUG), "mug-1", "cut", hole=Point(5.0, 5.0).buffer(0.5))
    parts = [thing.footprint for thing in game.scene.things]
    assert all(not part.interiors for part in parts)
    assert sum(part.area for part in parts) == pytest.approx(
        MUG.footprint.area - Point(5.0, 5.0).buffer(0.5).area
    )


def test_parts_lead_to_their_whole_and_the_nearest_part_is_found():
    """A second shot at a part changes the same wall."""
    game = breached()
    assert whole_of(game, "wall-1-part-2").footprint == WALL.footprint
    assert part_near(game, "wall-1", TablePoint(15.0, 6.0)).footprint.bounds[1] == 6.0
    assert part_near(game, "wall-1", TablePoint(15.0, 16.0)).footprint.bounds[3] == 16.0
    again = changed(game, "wall-1-part-2", "breached", hole=shapely.box(15.0, 6.0, 17.0, 8.0))
    assert wall_of(again).area == pytest.approx(6.0 * 0.3)
    with pytest.raises(EventRefusedError, match="no thing wall-9"):
        whole_of(game, "wall-9")


def test_changes_are_saved_with_the_game():
    """Written and read, the game counts the same things."""
    game = laid(breached(), "mat", "town", shapely.box(1, 1, 2, 2), notes={"tried": 2})
    again = game_from_json(json.loads(json.dumps(game_json(game))), "save.json")
    assert game_json(again) == game_json(game)
    assert thing_states(again) == thing_states(game)


def test_players_say_what_a_thing_means():
    """`as` holds from now on, over every look; a word that the book lacks is refused."""
    game = next_state(
        BOOK, game_with(WALL), {"event": "state", "thing": "wall-1", "as": "wood-wall"}
    ).game
    assert looked_again(game, [WALL]).scene.things[0].meant_as == "wood-wall"
    for event, words in (
        ({"thing": "wall-1", "as": "cheese"}, "no cheese"),
        ({"thing": "wall-7", "as": "wall"}, "no thing wall-7"),
        ({"thing": "wall-1"}, "needs"),
        ({"state": {"moved": True}}, "needs"),
    ):
        with pytest.raises(EventRefusedError, match=words):
            next_state(BOOK, game, {"event": "state", **event})
