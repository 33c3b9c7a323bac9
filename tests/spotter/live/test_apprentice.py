"""What players name in the middle of a game is learnt, and unlearnt when they take it back."""

import pytest

from overlay.marks.corrections import ThingDrawn, corrected
from spotter.camera.live_camera import Taken
from spotter.files.table_files import read_setup
from spotter.files.table_folder import TableFiles
from spotter.live.apprentice import Apprentice
from spotter.live.guarded_tracking import understood, watching_of
from spotter.live.vision_thread import UnderstoodPicture
from table.places import TablePoint
from table.table_file import read_table
from tests.spotter.plain_desk import DESK_AT_FIRST, picture_of, write_setup


class Watches:
    """A vision thread that only remembers what it is to watch for."""

    def __init__(self) -> None:
        self.spec = None

    def watch_for(self, spec) -> None:
        """Remember it."""
        self.spec = spec


@pytest.fixture
def table(tmp_path):
    """A table file without any thing, beside its army."""
    write_setup(tmp_path)
    path = tmp_path / "table.toml"
    size = "[table]\nwidth = 22.0\nheight = 14.0\ncorner_marker = 1.5\n"
    path.write_text(size, encoding="utf-8")
    return path


def seen_now(table):
    """The plain desk as the live loop understands it, and the set-up."""
    setup = read_setup(TableFiles(table, table.with_name("army.toml")))
    picture = picture_of(DESK_AT_FIRST)
    tracked, trouble = understood(None, picture, watching_of(setup), 0.0)
    assert trouble is None, trouble
    return UnderstoodPicture(1, Taken(picture, 0.0, 0, "desk"), tracked), setup


def named(scene, kind):
    (cloth,) = scene.unexplained
    return ThingDrawn(kind, cloth.place, 0.0, cloth.outline, named=True)


def test_a_cloth_is_learnt_and_unlearnt(table):
    """Named, it is in the table file and watched for; taken back, the file is as it was."""
    seen, setup = seen_now(table)
    before, vision_thread, said = table.read_bytes(), Watches(), []
    napkin = named(seen.tracked.scene, "napkin")
    apprentice = Apprentice(table, setup, said.append)

    apprentice.heed((napkin,), seen, vision_thread)
    apprentice.close()

    assert said == ["the napkin is learnt and found again"]
    (thing,) = read_table(table).things
    assert (thing.kind, thing.size) == ("napkin", pytest.approx((3.0, 3.0), abs=0.2))
    assert vision_thread.spec.things == (thing,)

    again = Apprentice(table, setup, said.append, (napkin,))
    again._written = apprentice._written
    again.heed((), seen, vision_thread)
    again.close()

    assert table.read_bytes() == before
    assert vision_thread.spec.things == ()


def test_what_is_not_found_again_stays_named(table):
    """A cloth called a road is not learnt, and the reason is said; it stays where it was named."""
    seen, setup = seen_now(table)
    before, said = table.read_bytes(), []
    road = named(seen.tracked.scene, "road")
    apprentice = Apprentice(table, setup, said.append)

    apprentice.heed((road,), seen, Watches())
    apprentice.close()

    (told,) = said
    assert told.startswith("it stays where you named it; ")
    assert table.read_bytes() == before
    assert corrected(seen.tracked.scene, (road,)).things[-1].kind == "road"


def test_what_is_drawn_by_hand_is_not_learnt(table):
    """Only what the camera sees teaches anything."""
    seen, setup = seen_now(table)
    said, corners = [], ((2, 9), (5, 9), (5, 12))
    drawn = ThingDrawn("mat", TablePoint(3, 10), 0.0, tuple(TablePoint(*c) for c in corners))
    apprentice = Apprentice(table, setup, said.append)

    apprentice.heed((drawn,), seen, Watches())
    apprentice.close()

    assert said == []
