"""The program from outside, as a user runs it."""

import json

import pytest

from fixtures.recorded import recorded
from spotter.cli import main
from tests.spotter.running import ended, script_ended

SCENE = {
    "table": {"width": 36, "height": 24},
    "soldiers": [
        {"id": "R1", "side": "red", "x": 10, "y": 10, "weapons": ["rifle"]},
        {"id": "B1", "side": "blue", "x": 20, "y": 10, "weapons": ["rifle"]},
    ],
    "things": [],
}
SHOOT = [{"ask": "shoot", "shooter": "R1", "target": "B1"}]


@pytest.fixture
def files(tmp_path):
    """A folder with a scene and questions."""
    (tmp_path / "scene.json").write_text(json.dumps(SCENE))
    (tmp_path / "questions.json").write_text(json.dumps(SHOOT))
    return tmp_path


def test_ask_answers_with_reasons(files):
    """The rifle at 10 inches needs a 4, by the row of the rifle."""
    done = ended("ask", files / "scene.json", files / "questions.json", "--rules", "omog-advanced")

    (answer,) = json.loads(done.stdout)
    assert done.returncode == 0
    assert answer["roll"] == {"dice": "1d6", "succeeds": "4+", "chance": 0.5}
    assert [reason["rule"] for reason in answer["reasons"]] == ["OA-SHOOT-11"]


def test_ask_reads_questions_from_standard_input(files):
    """A dash stands for standard input."""
    done = ended(
        "ask", files / "scene.json", "-", "--rules", "omog-advanced", input=json.dumps(SHOOT)
    )

    assert json.loads(done.stdout)[0]["allowed"] is True


def test_a_wrong_question_spoils_only_itself(files):
    """The others are answered, the exit code is 2, and one line says so."""
    questions = [{"ask": "shoot", "shooter": "R9", "target": "B1"}, *SHOOT, 7, {"ask": "dance"}]
    (files / "questions.json").write_text(json.dumps(questions))

    done = ended("ask", files / "scene.json", files / "questions.json", "--rules", "omog-advanced")

    answers = json.loads(done.stdout)
    assert answers[0] == {"ask": "shoot", "error": "no soldier R9; the scene has B1, R1"}
    assert answers[1]["allowed"] is True
    assert all("error" in answers[i] for i in (0, 2, 3))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "spotter: command is missing; begin with demo, or with setup for your own table"),
        (["calibrate"], "step is missing; there are camera, projector, table; see"),
        (["draw", "s"], "-o/--out is missing: plan.png or plan.svg; see spotter draw --help"),
        (["duel"], "spotter: BOOK is missing: the rulebook"),
        (["dance"], "spotter: command: no 'dance'; there are ask, bundle, calibrate"),
        (["lok"], "spotter: command: no 'lok'; did you mean look?"),
        (["draw", "s", "-o", "p", "--ruels", "x"], "it takes no --ruels; did you mean --rules?"),
        (["calibrate", "table", "--dragg"], "did you mean --drag? See spotter calibrate table"),
        (["teach", "p", "--table", "t", "--army", "a", "--kind", "cup"], "--kind: no 'cup'; there"),
        (["teach", "p", "--table", "t", "--army", "a", "--kind", "mug"], "with --at, like --at 12"),
        (["teach", "p", "--table", "t", "--army", "a", "--height", "x"], "'x' is no plain number"),
        (["print", "orders", "-o", "x.png"], "x.png: ends in .png; the sheets are PDF"),
        (["ask"], "spotter: WHAT is missing: scene.json"),
        (["ask", "none.json", "none.json", "--rules", "omog-advanced"], "none.json: no such file"),
        (
            ["ask", "0", "q", "--rules", "omog"],
            'no rulebook "omog"; did you mean omog-musket? There are',
        ),
        (["ask", "0", "q", "--rules", "LGAM"], 'no rulebook "LGAM"; did you mean lgam?'),
        (["duel", "lgam", "--games", "0"], "--games: 0 is no number of games; play one or more"),
        (["look", "none.jpg", "--table", "none.toml", "--army", "a"], "no such file"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(words, sentence):
    """No traceback, one line on standard error that says what is wrong."""
    done = ended(*words)

    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert sentence in done.stderr


def test_questions_and_scene_swapped(files):
    """Who names them the wrong way round is told so."""
    done = ended("ask", files / "questions.json", files / "scene.json", "--rules", "lgam")

    assert done.returncode == 2
    assert "scene.json: is a scene; name the scene first, then the questions" in done.stderr


@pytest.mark.parametrize(
    ("name", "holds"), [("desk.geojson", '{"type": "Feature'), ("desk.dd2vtt", '{"format": ')]
)
def test_a_file_is_exported_as_its_name_ends(name, holds, files):
    """A map is a map without --format."""
    done = ended("export", files / "scene.json", "-o", files / name)

    assert done.returncode == 0, done.stderr
    assert (files / name).read_text().startswith(holds)


@pytest.mark.parametrize(
    "words",
    [["--help"], ["ask", "scene.json", "questions.json", "--rules", "omog-advanced"]],
    ids=["--help", "ask"],
)
def test_light_commands_import_nothing_heavy(words, files):
    """Neither the camera's nor the screen's libraries are touched."""
    script = (
        "import sys, runpy; sys.argv = ['spotter', *sys.argv[1:]]\n"
        "try: runpy.run_module('spotter', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "heavy = {'cv2', 'pygame', 'zxingcpp', 'pyzbar', 'reportlab'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    paths = [str(files / word) if word.endswith(".json") else word for word in words]
    done = script_ended(script, *paths)

    assert done.returncode == 0, done.stderr


def test_look_imports_no_more_than_it_uses():
    """One photo is seen without the screen's libraries, other decoders and masked arrays."""
    files = recorded("kitchen-easy")
    script = (
        "import sys; from spotter.cli import main; main(sys.argv[1:])\n"
        "heavy = {'pygame', 'reportlab', 'pyzbar', 'skfmm', 'numpy.ma'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    given = ("--table", files.table, "--army", files.army, "--camera", files.camera)

    done = script_ended(script, "look", *map(str, (files.photo, *given)))

    assert done.returncode == 0, done.stderr


COMMANDS = main.__globals__["_COMMANDS"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command):
    """`--help` works for each, and each has its module."""
    done = ended(command, "--help")

    assert done.returncode == 0
    assert "usage: spotter" in done.stdout


def test_verify_doubts_a_table_that_was_measured_wrongly(tmp_path, capsys):
    """Two inches too little are too few to be absurd, and are said with what was seen."""
    files = recorded("desk-easy")
    text = files.table.read_text().replace("height = 24.0", "height = 22.0")
    (tmp_path / "table.toml").write_text(text)

    assert main(["verify", str(files.photo), "--table", str(tmp_path / "table.toml")]) == 0

    told = capsys.readouterr().out
    assert "FIX  the corner markers lie as on a table of about 36.4 x 24.2 inches" in told
    assert main(["verify", str(files.photo), "--table", str(files.table)]) == 0
    assert "FIX  the corner markers" not in capsys.readouterr().out
