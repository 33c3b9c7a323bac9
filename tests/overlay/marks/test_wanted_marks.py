"""Where men are to be set: an arrow, a ghost and words, in the window and as light."""

from overlay.marks.marks import Arrow, Label, Ring
from overlay.marks.wanted_marks import wanted_marks
from overlay.projector.light_marks import light_marks
from table.places import TablePoint
from table.scene import Scene, Soldier

MAN = Soldier("R01", "red", 10.0, 10.0, ("rifle",))
SCENE = Scene(36.0, 24.0, soldiers=(MAN,))
PLACE = TablePoint(14.0, 10.0)


def test_it_says_who_goes_where():
    """From where he stands to a ghost of his base, with his name."""
    arrow, ghost, words = wanted_marks(SCENE, {"R01": PLACE})

    assert isinstance(arrow, Arrow)
    assert arrow.points == (MAN.place, PLACE)
    assert isinstance(ghost, Ring)
    assert (ghost.centre, ghost.radius_in) == (PLACE, MAN.radius)
    assert isinstance(words, Label)
    assert words.text == "set R01 here"


def test_it_lies_on_the_desk_as_light():
    """Who is at the desk of a far friend sees it there."""
    marks = wanted_marks(SCENE, {"R01": PLACE})

    assert [type(mark) for mark in light_marks(marks, SCENE)] == [Arrow, Ring, Label]


def test_who_stands_there_needs_no_arrow_and_who_is_away_no_mark():
    """A ghost around him is enough; of who is not on the table nothing is drawn."""
    marks = wanted_marks(SCENE, {"R01": MAN.place, "R09": PLACE})

    assert [type(mark) for mark in marks] == [Ring, Label]
