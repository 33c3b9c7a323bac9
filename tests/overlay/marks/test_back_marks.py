"""Men who are to be put back are shown where they belong."""

from overlay.marks.back_marks import back_marks
from overlay.marks.marks import Arrow, Label, Ring
from overlay.window.hud import Hud, hud_card
from table.places import TablePoint
from tests.overlay.desk import R1, SCENE


def test_an_arrow_leads_back_to_a_named_ring():
    """From where he stands to where he stood."""
    place = TablePoint(R1.x + 5, R1.y)
    arrow, ring, label = back_marks(SCENE, {R1.id: place})

    assert isinstance(arrow, Arrow)
    assert arrow.points == (R1.place, place)
    assert (ring, label.text) == (Ring(place, R1.radius, "path"), f"{R1.id} back here")


def test_who_is_off_the_table_has_a_ring_only():
    """Nobody knows where his figure is, but where it belongs."""
    kinds = [type(mark) for mark in back_marks(SCENE, {"gone": TablePoint(3, 3)})]

    assert kinds == [Ring, Label]


def test_the_line_is_red_while_something_is_wrong():
    """A camera in trouble and a man to be put back colour the game's line, news do not."""
    back = {"R1": TablePoint(1, 1)}
    inks = [hud_card(Hud(1, message="m", **more)).ink for more in ({}, {"alarm": True})]

    assert inks == ["note", "danger"]
    assert hud_card(Hud(1, message="m", back=back)).ink == "danger"
