"""Files from strangers are data: nothing in them is run, and nothing listens on the network."""

import ast

import pytest

from fixtures.recorded import recorded
from spotter.game.journal import Journal
from spotter.game.resuming import resumed
from table.errors import UserError
from tests.spotter.plain_desk import DESK_AT_FIRST, write_pictures, write_setup
from tests.spotter.running import ROOT, script_ended

PACKAGES = ("table", "calibration", "vision", "rules", "overlay", "spotter")
RUNNING = {"eval", "exec", "compile", "__import__"}  # called by name
LOADING = {"pickle", "marshal", "shelve", "dill", "socketserver", "http", "xmlrpc"}  # imported
UNSAFE = {"unsafe_load", "full_load", "Loader", "FullLoader", "UnsafeLoader"}  # of yaml


def calls_and_imports(path):
    """The bare names a file calls, the names it takes of yaml, and the modules it imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield "call", node.func.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.", node.attr
        elif isinstance(node, ast.Import):
            yield from (("import", alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "import", (node.module or "").split(".")[0]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_file_is_ever_run(package):
    """No eval, no pickle, no unsafe YAML, no server anywhere in the program."""
    for path in (ROOT / package).rglob("*.py"):
        for how, name in calls_and_imports(path):
            assert not (how == "call" and name in RUNNING), (path, name)
            assert not (how == "import" and name in LOADING), (path, name)
            assert not (how == "yaml." and name in UNSAFE), (path, name)


LISTENING = """
import sys
DOORS = {
    "socket.bind", "socket.listen", "socket.connect", "socket.getaddrinfo", "os.system", "os.exec",
    "os.fork", "os.posix_spawn", "subprocess.Popen", "pty.spawn", "urllib.Request",
}
def heard(event, arguments):
    # Python itself asks the system's linker where a library is.
    asked = str(arguments[0]).rpartition("/")[2] if arguments else ""
    if event in DOORS and asked not in {"ldconfig", "gcc", "cc", "ld", "objdump"}:
        print("HEARD", event, arguments)
sys.addaudithook(heard)
from spotter.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_game_opens_no_door(tmp_path):
    """A whole game binds no socket and runs no shell."""
    write_setup(tmp_path)
    write_pictures(tmp_path, [DESK_AT_FIRST, DESK_AT_FIRST.moved("R01", 6, 4)])
    files = ["--table", tmp_path / "table.toml", "--army", tmp_path / "army.toml"]
    how = ["--rules", "omog-advanced", "--camera", tmp_path, "--game", tmp_path / "game"]
    arguments = ["play", *files, *how, "--pace", "0", "--no-window"]
    done = script_ended(LISTENING, *arguments)

    assert done.returncode == 0, done.stderr
    assert "R01 moves" in done.stdout
    assert "HEARD" not in done.stdout


OAK = recorded("oak-normal")
HOUSE = 'extends = "lgam"\n'


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["ask", OAK.truth, "asked.json", "--rules", "house.toml"], id="ask"),
        pytest.param(["compare", OAK.truth, "asked.json"], id="compare"),
        pytest.param(["draw", OAK.truth, "-o", "plan.svg"], id="draw"),
        pytest.param(["export", OAK.truth, "-o", "table.dd2vtt"], id="export"),
        pytest.param(["print", "tags", "--army", OAK.army, "-o", "tags.pdf"], id="print"),
        pytest.param(
            ["verify", OAK.photo, "--table", OAK.table, "--camera", OAK.camera], id="verify"
        ),
    ],
)
def test_a_command_opens_no_door(tmp_path, words):
    """No command that reads files connects, listens, or starts another program."""
    (tmp_path / "house.toml").write_text(HOUSE)
    (tmp_path / "asked.json").write_text('[{"ask": "units"}]')
    done = script_ended(LISTENING, *words, cwd=tmp_path)

    assert done.returncode in {0, 2}, done.stderr
    assert "HEARD" not in done.stdout


BEGIN = (
    '{"begin":1,"rules":"omog-advanced","sides":["red","blue"],"agreed":{},"scene":{"table":'
    '{"width":36,"height":24},"soldiers":[{"id":"R1","side":"red","x":3,"y":3}],"things":[]}}'
)


@pytest.mark.parametrize(
    "line",
    [
        '{"event":{"event":"clock","used_s":"soon"}}',
        '{"event":{"event":"seen","soldiers":[7]}}',
        '{"event":{"event":"seen","things":"all"}}',
        '{"event":{"event":"moved","soldier":"R1","path":{"a":1}}}',
        '{"event":{"event":"moved","soldier":"R1","path":[],"overruled":true}}',
        '{"event":{"event":"__import__"}}',
        '{"event":{"event":["moved"]}}',
        '{"event":{"event":"state","soldier":"R1","state":{"moved":{"$eval":"1"}}}}',
        '{"event":{"event":"removed","soldier":{"id":"R1"}}}',
    ],
)
def test_a_journal_that_no_game_wrote(tmp_path, line):
    """Whatever a journal's lines say, the answer is a game or one sentence."""
    path = tmp_path / "journal.jsonl"
    path.write_text(f"{BEGIN}\n{line}\n")
    with Journal(path, print) as journal:
        said = _said_of(journal)

    assert said is None or ("line 2" in said and "\n" not in said)


def _said_of(journal):
    try:
        assert resumed(journal).events == 1
    except UserError as problem:
        return str(problem)
    return None


TABLE = '{"table":{"width":9,"height":9}}}'


@pytest.mark.parametrize(
    "begin",
    [
        "{}",
        '{"begin":1}',
        '{"begin":1,"rules":"../../secret.toml","scene":{}}',
        '{"begin":1,"rules":"omog-advanced","sides":[1],"scene":{"table":{"width":9,"height":9}}}',
        '{"begin":1,"rules":"lgam","sides":["a","b"],"agreed":{"scenario":"x"},"scene":' + TABLE,
        '{"begin":1,"rules":"omog-advanced","sides":{"a":1,"b":2},"seed":"x","scene":[]}',
    ],
)
def test_a_beginning_that_is_none(tmp_path, begin):
    """A first line that begins no game is said."""
    path = tmp_path / "journal.jsonl"
    path.write_text(begin + "\n")
    with Journal(path, print) as journal, pytest.raises(UserError):
        resumed(journal)
