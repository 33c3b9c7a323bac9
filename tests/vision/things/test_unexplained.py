"""What lies on the table and is on no list."""

import pytest

from table.errors import UserError
from table.table_file import add_thing, read_table
from table.table_spec import ThingSpec
from tests.vision.painted import BLUE, GREEN, overhead, painted, table
from vision.colour.listing_warnings import colour_gap, table_notes
from vision.things.unexplained import strangers

NAPKIN = [(8, 6), (15, 6), (15, 12), (8, 12)]
STRIP = [(20, 15), (29, 15), (29, 17), (20, 17)]


def test_stranger_has_place_size_and_colour():
    """What is listed is explained; what is not comes with its place, size and colour."""
    pose = overhead()
    picture = painted(pose, [(NAPKIN, GREEN, 0), (STRIP, BLUE, 0)], warm=1.15)

    (one,) = strangers(picture, pose, table(ThingSpec("napkin", GREEN, 0.0)), [])

    assert (one.place.x, one.place.y) == pytest.approx((24.5, 16), abs=0.1)
    assert (one.length_in, one.width_in) == pytest.approx((9, 2), abs=0.2)
    assert colour_gap(one.colour, BLUE) < 8


def test_added_thing_leaves_the_file_as_it_was(tmp_path):
    """Comments and order stay; the new entry comes last."""
    path = tmp_path / "table.toml"
    before = "# our desk\n[table]\nwidth = 36.0  # inches\nheight = 24.0\n"
    path.write_text(before)

    add_thing(path, ThingSpec("mug", "#b03030", 3.5))

    assert path.read_text().startswith(before)
    assert read_table(path).things == (ThingSpec("mug", "#b03030", 3.5),)


def test_a_file_that_cannot_take_it_stays_whole(tmp_path):
    """A list of things written another way is not broken."""
    path = tmp_path / "table.toml"
    before = 'thing = [{kind = "mug", colour = "#b03030"}]\n[table]\nwidth = 36.0\nheight = 24.0\n'
    path.write_text(before)

    with pytest.raises(UserError, match="by hand"):
        add_thing(path, ThingSpec("lid", "#c8a23a", 0.35))
    assert path.read_text() == before


def test_notes_name_what_cannot_be_told_apart():
    """Two cloths of one colour, and a mug higher than the camera, are told before the game."""
    spec = table(
        ThingSpec("napkin", "#2f7d3a", 0.0),
        ThingSpec("mat", "#2f7d40", 0.0),
        ThingSpec("mug", "#b03030", 37.0),
        ThingSpec("road", "#c9a56b", 0.0),
    )

    notes = table_notes(spec, eye_height_in=41.0)

    assert len(notes) == 2
    assert "napkin #2f7d3a and mat #2f7d40" in notes[0]
    assert "37 in high" in notes[1]
