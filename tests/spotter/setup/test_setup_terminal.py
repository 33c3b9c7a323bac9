"""`spotter setup` in words: from an empty folder to the first ruling, stopped and gone on with."""

import shutil
import tomllib

import pytest

from rules.book.shelf import FIRST, book_named
from spotter.cli import main
from spotter.commands import print_sheet
from spotter.setup.steps.size_step import parsed_size
from table.army_file import read_army
from table.errors import UserError
from table.table_file import read_table
from tests.spotter.setup.typed import set_up
from tests.spotter.setup.webcam import EMPTY, LAID, THINGS


@pytest.fixture
def folder(tmp_path):
    """Where the table is to be."""
    return tmp_path / "desk"


# What is typed at the first question: the size is changed, all else is taken as it is usual.
SIZE = ("1", "22x14", "")
PRINTED, BARE = "", ""
NAMED = ("1 napkin", "")


@pytest.mark.parametrize(
    ("lies_there", "made"),
    [
        pytest.param((), ".", id="in a bare folder"),
        pytest.param((".venv",), ".", id="hidden files do not count"),
        pytest.param(("army.toml",), ".", id="in a table's folder"),
        pytest.param(("letters.txt",), "mytable", id="beside other files"),
        pytest.param(("letters.txt", "mytable/spotter.toml"), "mytable", id="begun before"),
    ],
)
def test_without_a_folders_name(lies_there, made, monkeypatch, tmp_path, capsys):
    """A table never mixes with other files: it goes into a bare folder, a table's, or mytable."""
    home = tmp_path / "home"
    home.mkdir()
    for name in lies_there:
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text("# as it was left\n")
    monkeypatch.chdir(home)
    set_up(monkeypatch, None, None, [str(tmp_path)])

    told = capsys.readouterr().out
    assert f"go on with: {'spotter setup' if made == '.' else f'spotter setup {made}'}\n" in told
    assert (home / made).is_dir()
    assert made == "mytable" or not (home / "mytable").exists()


def whole(webcam):
    """All that a player types, up to where he is asked to play."""
    laid = [webcam.shows(THINGS), *NAMED, webcam.shows(LAID)]
    return [*SIZE, PRINTED, BARE, *laid, "later"]


def test_from_nothing_to_the_first_ruling(monkeypatch, webcam, folder, capsys):
    """Ten short lines make the table's files, and a shot is ruled on with its rules.

    Enter at the rulebook takes the one that is taken wherever none is named.
    """
    code, _ = set_up(monkeypatch, folder, webcam.folder, whole(webcam))

    told = capsys.readouterr().out
    assert code == 0
    assert "4 of 10 men and 1 thing are seen" in told
    assert " at B01: hits on " in told
    assert "OA-SHOOT-11" in told
    made = {"spotter.toml", "table.toml", "army.toml", "kit.pdf", "empty.jpg", "calibration.json"}
    assert made | {"looks"} == {path.name for path in folder.iterdir()}
    assert [thing.kind for thing in read_table(folder / "table.toml").things] == ["napkin"]
    settings = tomllib.loads((folder / "spotter.toml").read_text())
    assert settings["rules"] == FIRST
    assert settings["skipped"] == ["lens"]


@pytest.mark.parametrize(
    "lines",
    [
        *(3, 9),
        *(pytest.param(lines, marks=pytest.mark.slow) for lines in (0, 1, 2, 4, 5, 6, 7, 8)),
    ],
)
def test_stopped_anywhere_and_gone_on_with(monkeypatch, webcam, folder, capsys, lines):
    """Whatever was answered stays answered: the second run begins where the first was left."""
    answers = whole(webcam)
    set_up(monkeypatch, folder, webcam.folder, answers[:lines])
    first = capsys.readouterr().out
    left = _left(answers, lines)

    code, player = set_up(monkeypatch, folder, None if lines else webcam.folder, left)

    told = capsys.readouterr().out
    assert code == 0
    assert f"no more input\nstopped; go on with: spotter setup {folder}" in first
    assert len(player.typed) == len(left)
    assert " at B01: hits on " in told


def _left(answers, lines):
    """What is still to be typed: the things are asked about from the beginning."""
    return answers[{1: 0, 6: 5, 7: 5}.get(lines, lines) :]


def test_a_laid_table_is_not_taken_for_the_empty_one(monkeypatch, webcam, folder, capsys):
    """The step waits until only the markers lie there, and says what is in the way."""
    webcam.shows(LAID)()
    answers = [*SIZE, PRINTED, BARE, webcam.shows(EMPTY)]
    set_up(monkeypatch, folder, webcam.folder, answers)

    told = capsys.readouterr().out
    assert "the table is not empty: 3 x 3 in at (12, 3)" in told
    assert "the camera hangs" in told
    assert (folder / "empty.jpg").exists()


def test_the_players_word_that_the_table_is_empty(monkeypatch, webcam, folder, capsys):
    """Where the picture seems to show a thing he can say that none is there; Enter never does."""
    webcam.shows(LAID)()
    answers = [*SIZE, PRINTED, BARE, "", "2"]
    set_up(monkeypatch, folder, webcam.folder, answers)

    told = capsys.readouterr().out
    assert told.count("the table is not empty: 3 x 3 in at (12, 3)") == 2
    assert "taken as empty on your word, though something is seen: 3 x 3 in at (12, 3)" in told
    assert (folder / "empty.jpg").exists()
    assert main(["verify", str(folder)]) == 0
    assert "FIX  empty.jpg shows more than the corner markers: 3 x 3 in" in capsys.readouterr().out


def test_what_is_left_out_is_named_with_its_folder(monkeypatch, webcam, folder, capsys):
    """The command that is told does the step later, wherever it is typed."""
    set_up(monkeypatch, folder, webcam.folder, [*SIZE, "skip"])

    assert f"spotter setup {folder} --step kit does it later" in capsys.readouterr().out


def test_a_size_that_is_not_what_the_markers_show(monkeypatch, webcam, folder, capsys):
    """It is said with the size that is seen, which Enter and a number take."""
    answers = ["1", "30x14", "", PRINTED, BARE, "2"]
    set_up(monkeypatch, folder, webcam.folder, answers)

    told = capsys.readouterr().out
    spec = read_table(folder / "table.toml")
    assert "take the size that the markers show, 2" in told
    assert (spec.width, spec.height) == pytest.approx((22, 14), abs=0.7)
    assert (folder / "calibration.json").exists()


def test_a_printer_that_scales(monkeypatch, webcam, folder, capsys):
    """The kit is made anew for it, until its bar is four inches long."""
    answers = [*SIZE, "3.9", "9", "4.00"]
    set_up(monkeypatch, folder, webcam.folder, answers)

    told = capsys.readouterr().out
    assert '"9" is far from 4 inches' in told
    assert tomllib.loads((folder / "spotter.toml").read_text())["measured"] == 3.9
    assert told.count("kit.pdf: ") == 3


def test_stopped_while_the_kit_is_made(monkeypatch, webcam, folder, capsys):
    """Ctrl+C then stops the set-up, as it does at a question, and says how to go on."""

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(print_sheet, "write_sheets", stopped)
    code, _ = set_up(monkeypatch, folder, webcam.folder, [*SIZE, "4.00"])
    told = capsys.readouterr()

    assert code == 0
    assert not told.err
    assert told.out.endswith(f"stopped; go on with: spotter setup {folder}\n")


def test_the_bar_in_centimetres(monkeypatch, webcam, folder, capsys):
    """Who reads a ruler to the millimetre has a printer that does not scale."""
    set_up(monkeypatch, folder, webcam.folder, [*SIZE, "10.2 cm"])

    assert "Your printer scales" not in capsys.readouterr().out
    assert tomllib.loads((folder / "spotter.toml").read_text())["measured"] == 4.0


def test_a_step_back(monkeypatch, webcam, folder):
    """The word back does the step before anew: the army, from the kit."""
    set_up(monkeypatch, folder, webcam.folder, [*SIZE, "back", "2 pistol", "", PRINTED])

    men = read_army(folder / "army.toml").soldiers
    assert [man.weapons for man in men] == [("pistol",)] * 4


def test_what_most_take_is_changed_first(monkeypatch, webcam, folder, capsys):
    """A number changes one of the proposals, the others follow it; the lens is asked for later."""
    answers = ["2", "omniwar", "4", "5", PRINTED, "1"]
    set_up(monkeypatch, folder, webcam.folder, answers)

    told = capsys.readouterr().out
    assert "rulebook: OmniWar" in told
    assert f"army: {book_named('omniwar').rows.samples[0].name}" in told
    assert "lens: you are asked, once the kit is printed" in told
    assert "the camera's lens [1]" in told
    assert tomllib.loads((folder / "spotter.toml").read_text())["rules"] == "omniwar"
    assert read_table(folder / "table.toml").width == 36.0


def test_back_from_a_proposal(monkeypatch, webcam, folder, capsys):
    """The word back at one of the proposals is back among them all, and Enter takes it too."""
    answers = ["2", "omg", "back", "5", PRINTED]
    set_up(monkeypatch, folder, webcam.folder, answers)

    told = capsys.readouterr().out
    assert "  no rulebook" in told
    assert "The play area's width and height" not in told
    assert told.count("3 of 9: rulebook") == 1
    assert tomllib.loads((folder / "spotter.toml").read_text())["rules"] == FIRST
    assert (folder / "kit.pdf").exists()


def test_a_slip_of_the_pen_about_a_thing(monkeypatch, webcam, folder, capsys):
    """What is not understood is said; another guess and another look are one key each."""
    answers = [*SIZE, PRINTED, BARE, webcam.shows(THINGS)]
    slips = ["9 mug", "1 mugg", "1 mug tall", "1", "2", "1-", ""]
    set_up(monkeypatch, folder, webcam.folder, [*answers, *slips])

    told = capsys.readouterr().out
    assert '"9 mug": begin with a number from 1 to 1' in told
    assert 'no kind "mugg"; did you mean mug?' in told
    assert '"tall" is no height' in told
    assert "1 mug (or book)" in told
    assert told.count("1 something (or mug)") == 6
    assert "found: nothing" in told


def test_an_army_in_words(monkeypatch, webcam, folder, capsys):
    """One step alone: slips are said, a team too large is asked about, sides have their names."""
    set_up(monkeypatch, folder, webcam.folder, SIZE)
    answers = ["4 rifel", "green: 6 rifle", "tan: 2 rifle", "no", "2 rifle, pistol", ""]

    set_up(monkeypatch, folder, None, answers, "--step", "army")

    told = capsys.readouterr().out
    army = read_army(folder / "army.toml")
    assert 'no weapon or role "rifel"; did you mean rifle?' in told
    assert "a team has at most five men (OA-UNIT-01)" in told
    assert [man.id for man in army.soldiers] == ["R01", "R02", "R03", "B01", "B02", "B03"]


def test_an_army_is_pasted_and_kept(monkeypatch, webcam, folder):
    """A table of commas is taken line by line; done again, Enter keeps the army."""
    set_up(monkeypatch, folder, webcam.folder, SIZE)
    pasted = ["4", "id,side,weapons", "g1,green,rifle", "t1,tan,rifle pistol", ""]
    set_up(monkeypatch, folder, None, pasted, "--step", "army")
    before = (folder / "army.toml").read_bytes()

    set_up(monkeypatch, folder, None, [""], "--step", "army")

    assert [man.weapons for man in read_army(folder / "army.toml").soldiers] == [
        ("rifle",),
        ("rifle", "pistol"),
    ]
    assert (folder / "army.toml").read_bytes() == before


def test_a_camera_that_is_not_there(monkeypatch, webcam, folder, capsys):
    """It is said, and another is asked for."""
    gone = webcam.folder.with_name("gone")
    code, _ = set_up(monkeypatch, folder, gone, [str(webcam.folder), *SIZE])

    assert code == 0
    assert "gone: no such source" in capsys.readouterr().out
    assert read_table(folder / "table.toml").height == 14.0


def test_the_size_is_changed_and_the_things_stay(monkeypatch, webcam, folder):
    """A step done again leaves all else in the file as it is."""
    set_up(monkeypatch, folder, webcam.folder, whole(webcam))
    path = folder / "table.toml"
    path.write_text("# ours\n" + path.read_text())

    set_up(monkeypatch, folder, None, ["23x15"], "--step", "size")

    spec = read_table(path)
    assert (spec.width, spec.height, len(spec.things)) == (23.0, 15.0, 1)
    assert path.read_text().startswith("# ours\n")


def test_a_folder_that_cannot_be(monkeypatch, tmp_path, capsys):
    """One line where the folder cannot be made."""
    (tmp_path / "file").write_text("")
    code, _ = set_up(monkeypatch, tmp_path / "file" / "desk", None, [])

    assert code == 2
    assert "is a file; name a folder for the table" in capsys.readouterr().err
    shutil.rmtree(tmp_path)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("36x24", (36.0, 24.0, "in")),
        ("36 X 24 in", (36.0, 24.0, "in")),
        ('40.5 by 28"', (40.5, 28.0, "in")),
        ("90x60cm", (35.433, 23.622, "cm")),
        ("91,44 60.96 cm", (36.0, 24.0, "cm")),
    ],
)
def test_sizes(text, size):
    """Inches or centimetres, however they are typed."""
    found = parsed_size(text)

    assert (found.width_in, found.height_in, found.unit) == pytest.approx(size)


@pytest.mark.parametrize("text", ["36", "x", "3x2", "36x-24", "9000x60 cm", ""])
def test_no_sizes(text):
    """What is no play area is refused with an example."""
    with pytest.raises(UserError, match=r"36x24|6 to 400 inches"):
        parsed_size(text)
