"""`spotter teach`, from outside and by its window's commands."""

import io
import json
import shutil
from contextlib import redirect_stdout

import pytest

from fixtures.recorded import recorded
from overlay.teach.teach_state import Name, TakeEntryBack
from overlay.teach.teach_window import TeachWindow
from spotter.cli import main
from spotter.commands.teach import Teacher
from table.table_file import read_table
from tests.spotter.photographed import photographed
from vision.pictures.picture_file import read_picture
from vision.things.looks import read_views

TABLE = recorded("kitchen-easy")


@pytest.fixture
def table(tmp_path):
    """The recorded table's list without its napkin, its comments and all."""
    return without_napkin(tmp_path)


def without_napkin(folder):
    """That list, written into a folder."""
    path = folder / "table.toml"
    head, *things = TABLE.table.read_text(encoding="utf-8").split("[[thing]]")
    kept = [thing for thing in things if "napkin" not in thing]
    text = "# our kitchen\n" + "[[thing]]".join([head, *kept])
    path.write_text(text, encoding="utf-8")
    return path


def files(table):
    lens = ["--camera", str(TABLE.camera)]
    return [str(TABLE.photo), "--table", str(table), "--army", str(TABLE.army), *lens]


def desk(table):
    return photographed(TABLE, table)


def test_words_where_nobody_watches(table, capsys):
    """Without a screen the unexplained is listed, and how to name it."""
    assert main(["teach", *files(table)]) == 0

    out = capsys.readouterr().out
    assert "1. at (12.0, 4.1): 4.9 x 4.9 in, flat or square, #" in out
    assert "--at 12.0,4.1 --kind" in out


def test_json_alone(table, capsys):
    """--json gives place, sizes, colour and outline."""
    assert main(["teach", *files(table), "--json"]) == 0

    (one,) = json.loads(capsys.readouterr().out)
    assert one["place"] == pytest.approx({"x": 12.0, "y": 4.0}, abs=0.1)
    assert len(one["outline"]) >= 4


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    """A folder whose list was taught the napkin, what the list was before, and what was said."""
    table = without_napkin(tmp_path_factory.mktemp("taught"))
    before, said = table.read_text(encoding="utf-8"), io.StringIO()
    with redirect_stdout(said):
        assert main(["teach", *files(table), "--at", "12,4", "--kind", "napkin"]) == 0
    return table.parent, before, said.getvalue()


def test_named_by_its_place(taught):
    """The entry is written at the end; what was in the file stays, comments too."""
    folder, before, said = taught
    table = folder / "table.toml"

    assert table.read_text(encoding="utf-8").startswith(before)
    assert read_table(table).things[-1].kind == "napkin"
    assert "added napkin #" in said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        pytest.param(["--at", "12,4"], "--kind", id="no kind"),
        pytest.param(["--at", "3,3", "--kind", "mug"], "something at (12.0, 4.1)", id="nothing"),
        pytest.param(["--at", "here", "--kind", "mug"], "like 12.5,8", id="no place"),
        pytest.param(
            ["--at", "12,4", "--kind", "mug", "--height", "-1"], "--height", id="below the table"
        ),
    ],
)
def test_what_cannot_be_named(table, capsys, said, told):
    """One line says what is wrong, and the file stays as it was."""
    before = table.read_bytes()

    assert main(["teach", *files(table), *said]) == 2

    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert table.read_bytes() == before


@pytest.fixture
def window():
    made = TeachWindow(read_picture(TABLE.photo))
    yield made
    made.close()


def test_what_is_missing_is_said_before_a_camera_is_looked_for(tmp_path, monkeypatch, capsys):
    """In a folder that is no table's."""
    monkeypatch.chdir(tmp_path)

    assert main(["teach"]) == 2
    assert "no table.toml here; spotter setup makes one" in capsys.readouterr().err


def test_named_in_the_window_it_is_known(window, table):
    """What was orange is green after it was named, and orange again when taken back."""
    before, teacher = table.read_bytes(), Teacher(desk(table))
    teacher.show(window, "")
    assert [offer.kinds[1] for offer in window.state.offers] == ["napkin"]

    note = teacher.told(Name(window.state.offers[0].at, "napkin", 0.0))
    teacher.show(window, note)
    assert note.endswith("found again")
    assert window.state.offers == ()
    assert "napkin" in {known.words for known in window.state.known}

    teacher.show(window, teacher.told(TakeEntryBack()))
    assert len(window.state.offers) == 1
    assert table.read_bytes() == before


def test_what_is_not_found_again_is_not_written(table, napkin_px):
    """A napkin called a road: nothing is written, no look stays, and the reason is said."""
    before, teacher = table.read_bytes(), Teacher(desk(table))

    assert "shape of a road" in teacher.told(Name(napkin_px, "road", 0.0))

    assert table.read_bytes() == before
    assert not (table.parent / "looks").exists()


@pytest.fixture(scope="module")
def napkin_px(tmp_path_factory):
    """Where the photo shows the napkin's middle."""
    teaching = desk(without_napkin(tmp_path_factory.mktemp("napkin")))
    (offer,) = [teaching.offer(one) for one in teaching.strangers()]
    return offer.at


def test_a_file_changed_meanwhile_is_left_alone(table, napkin_px):
    """Undo does not write over what a player typed into the file in the meantime."""
    teacher = Teacher(desk(table))
    teacher.told(Name(napkin_px, "napkin", 0.0))
    changed = table.read_text(encoding="utf-8") + "# and the cat\n"
    table.write_text(changed, encoding="utf-8")

    assert "by hand" in teacher.told(TakeEntryBack())
    assert table.read_text(encoding="utf-8") == changed


def test_a_look_is_stored_and_grows(taught, tmp_path, capsys):
    """The entry names its look, colours and size; pointed at again, the look has one view more."""
    shutil.copytree(taught[0], tmp_path, dirs_exist_ok=True)
    table = tmp_path / "table.toml"
    thing = read_table(table).things[-1]
    first = read_views(thing.look)
    assert thing.size == pytest.approx((4.9, 4.9), abs=0.2)
    assert thing.colour in thing.colours

    assert main(["teach", *files(table), "--at", "12,4", "--kind", "napkin"]) == 0

    assert "known better" in capsys.readouterr().out
    assert read_table(table).things[-1] == thing
    assert read_views(thing.look).shape[1] > 1.9 * first.shape[1]


def test_two_photos_make_one_entry(table):
    """What is pointed at on two photos is one entry with a view of each."""
    also = ["--also", str(TABLE.photo), "12,4", "--name", "the meadow"]

    assert main(["teach", *files(table), "--at", "12,4", "--kind", "napkin", *also]) == 0

    thing = read_table(table).things[-1]
    assert thing.name == "the meadow"
    assert thing.look.name == "the-meadow-1.png"
    height, width, _ = read_views(thing.look).shape
    assert width > 1.9 * height
