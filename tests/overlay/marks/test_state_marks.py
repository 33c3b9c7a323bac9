"""What a book's game shows beyond men and things becomes marks."""

import shapely

from overlay.marks.marks import Area, Arrow, Label
from overlay.marks.scene_marks import thing_words
from overlay.marks.state_marks import state_marks
from rules.book.shelf import book_named
from table.scene import Scene, Soldier, Thing

OMOG, LGAM = book_named("omog-advanced"), book_named("lgam")


def scene_of(**state):
    """A machine gunner with this state."""
    man = Soldier("R1", "red", 10.0, 10.0, ("machine-gun",), state=state)
    smoke = Thing("napkin-1", "napkin", shapely.box(1, 1, 3, 3), 0.0, meant_as="smoke")
    return Scene(30.0, 20.0, (man,), (smoke,))


def test_a_lane_ends_where_the_table_does():
    """Twenty-four inches to the right are twenty on this table, and it is named."""
    arrow, label = state_marks(scene_of(line_of_fire=0.0), OMOG)
    assert isinstance(arrow, Arrow)
    assert (arrow.points[-1].x, arrow.points[-1].y) == (30.0, 10.0)
    assert isinstance(label, Label)
    assert "R1" in label.text


def test_a_gun_that_moved_has_no_lane():
    """Nor has one whose state nobody can read."""
    assert state_marks(scene_of(line_of_fire=0.0, moved=True), OMOG) == ()
    assert state_marks(scene_of(line_of_fire="north"), OMOG) == ()


def test_smoke_and_overwatch_are_lgam_s():
    """Another book, or none, shows nothing of them."""
    scene = scene_of(overwatch=True, field=[[10, 10], [20, 5], [20, 15]])
    marks = state_marks(scene, LGAM)
    assert [type(mark) for mark in marks] == [Area, Area, Label]
    assert state_marks(scene, OMOG) == ()
    assert state_marks(scene, None) == ()


def test_what_became_of_a_thing_is_told_with_its_name():
    """A hulk is called one; a word that only says what it is meant as is not said twice."""
    car = Thing("lid-1", "lid", shapely.box(1, 1, 3, 3), 1.0, meant_as="vehicle", became="hulk")
    assert thing_words(car, {}) == "vehicle, hulk, 1 in high"
    wood = Thing("lid-1", "lid", shapely.box(1, 1, 3, 3), 0.0, meant_as="tree", became="tree")
    assert thing_words(wood, {}) == "tree"
