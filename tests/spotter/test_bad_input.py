"""Slips of the pen: every command says in one line where, what is wrong and what to do."""

import cv2
import numpy as np
import pytest

from spotter.cli import main
from tests.spotter.plain_desk import write_setup

GONE, EMPTY, OTHER = "gone.toml", "empty.toml", "words.txt"
# Every option and place of a command that names a file to be read; {} stands for the bad one.
NAMED = (
    "look {}",
    "look p.jpg --table {} --army army.toml",
    "look p.jpg --table table.toml --army {}",
    "look p.jpg --lens {}",
    "look p.jpg --calibration {}",
    "snap {}",
    "teach {} --no-window",
    "teach p.jpg --table {} --at 3,3 --kind mug",
    "ask {} units --rules lgam",
    "ask scene.json units --rules {}",
    "compare {} units",
    "draw {} -o plan.png",
    "print tags --army {}",
    "print corners --table {}",
    "calibrate camera {}",
    "calibrate table {}",
    "calibrate projector {}",
    "verify {}",
    "play --no-window --agreed {}",
    "referee {}",
    "replay {} --json",
    "bundle {}",
    "export {} -o desk.geojson",
)
BAD = {
    GONE: ("no such",),
    "no/such.toml": ("no folder no", "no such"),
    EMPTY: ("empty", "cannot be read", "not a picture", "no journal"),
    OTHER: (
        "not TOML",
        "is not",
        "cannot be read",
        "not a picture",
        "no rulebook",
        "holds",
        "is damaged",
    ),
}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A table's folder with a file of each bad sort in it."""
    write_setup(tmp_path)
    (tmp_path / "spotter.toml").write_text('rules = "lgam"\n')
    cv2.imwrite(str(tmp_path / "p.jpg"), np.full((480, 640, 3), 120, np.uint8))
    (tmp_path / EMPTY).write_text("")
    (tmp_path / OTHER).write_text("hello there\nyou\n")
    (tmp_path / "scene.json").write_text(
        '{"table": {"width": 9, "height": 9}, "soldiers": [], "things": []}'
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def complaint(words, capsys):
    """The one line that a command says when it ends with 2."""
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code
    said = capsys.readouterr().err.splitlines()

    assert code == 2, (words, said)
    assert len(said) == 1, said
    assert said[0].startswith("spotter: ")
    return said[0]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("command", NAMED)
def test_a_file_that_is_wrong_is_named(command, capsys):
    """Missing, empty or of another sort: the line names the file that was typed."""
    for name in (GONE, "no/such.toml", EMPTY, OTHER):
        said = complaint(command.format(name).split(), capsys)

        assert name in said, said
        assert any(words in said for words in BAD[name]), said


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("look p.jpg --army armi.toml", "army.toml"),
        ("print corners --table tabel.toml", "table.toml"),
        ("ask scen.json units --rules lgam", "scene.json"),
        ("calibrate table --lens words.tx", "words.txt"),
        ("draw scene.jsn -o plan.png", "scene.json"),
    ],
)
def test_a_mistyped_file_is_guessed(words, meant, capsys):
    """What lies there under nearly the same name is offered."""
    assert complaint(words.split(), capsys).endswith(f"did you mean {meant}?")


def test_a_mistyped_folder_is_guessed(tmp_path, monkeypatch, capsys):
    """Beside a table, what is mistyped is a name of it and no question."""
    (tmp_path / "mytable").mkdir()
    monkeypatch.chdir(tmp_path)
    for words in (["draw", "mytabel", "-o", "a.png"], ["ask", "mytabel", "R01 sees B01"]):
        assert complaint(words, capsys).endswith("did you mean mytable?")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    "words",
    [
        ["look", "--army", ""],
        ["look", "--army="],
        ["draw", "scene.json", "--rules", "", "-o", "a.png"],
        ["print", "board", "-o", ""],
        ["snap", "--camera", ""],
    ],
)
def test_an_option_with_nothing_in_it(words, capsys):
    """A name that is empty, as a script's forgotten variable is, stands for nothing else."""
    assert ": nothing is named; name it, or leave -" in complaint(words, capsys)


@pytest.mark.usefixtures("home")
def test_an_empty_name_is_no_camera(capsys):
    """No camera is opened for it."""
    assert "an empty name" in complaint(["look", ""], capsys)


@pytest.mark.parametrize(
    ("words", "file"),
    [
        ("look scene.json -o table.toml", "table.toml"),
        ("look scene.json -o words.txt", "words.txt"),
        ("print board -o scene.json", "scene.json"),
        ("print tags -o words.txt", "words.txt"),
        ("calibrate camera . -o table.toml", "table.toml"),
        ("calibrate camera . --markers -o army.toml", "army.toml"),
        ("calibrate table . -o words.txt", "words.txt"),
        ("calibrate projector . -o table.toml", "table.toml"),
        ("bundle scene.json -o words.txt", "words.txt"),
    ],
)
def test_a_file_of_another_sort_stays(words, file, home, capsys):
    """A wrong name after -o costs nobody his photo or his list of things."""
    before = (home / file).read_bytes()

    assert f"{file}: is there, and no file like " in complaint(words.split(), capsys)
    assert (home / file).read_bytes() == before


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("replay . --rules omog-advancd --no-window", "did you mean omog-advanced?"),
        ("print board --rules lgan", "did you mean lgam?"),
        ("referee story.json --rules lgam", "--rules: lgam is no folder"),
        ("report . --rules house.toml", "--rules: house.toml is no folder"),
    ],
)
def test_a_rulebook_that_nobody_asked_for(words, says, capsys):
    """A mistyped rulebook is refused where none is needed too, and one that would not count."""
    assert says in complaint(words.split(), capsys)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("play --rules lgam --no-window --pace 0 --camera p.jpg --game words.txt", "the game"),
        ("calibrate projector --patterns words.txt/more", "the pictures"),
        ("demo --out words.txt", "the pictures"),
        ("setup words.txt/table --no-window", "the table"),
    ],
)
def test_a_file_in_place_of_a_folder(words, what, capsys):
    """What is to be a folder and is a file is said, with what it is for."""
    said = complaint(words.split(), capsys)

    assert said == f"spotter: words.txt: is a file; name a folder for {what}"


def test_what_is_no_table(tmp_path, monkeypatch, capsys):
    """Whoever asks about a folder that is no table hears that first, before the rulebook."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letters").mkdir()

    assert "letters: has no table.toml" in complaint(["ask", "letters", "R01 sees B01"], capsys)
    assert "letters: has no army.toml" in complaint(["print", "kit", "letters"], capsys)
