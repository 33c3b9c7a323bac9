"""zbar is one opinion of many: without its library everything runs, and it is said."""

import json
import subprocess
import sys

from fixtures.recorded import recorded

# pyzbar itself stays installed, as pip leaves it; the library it loads is nowhere.
HIDDEN = (
    "import ctypes.util, sys; ctypes.util.find_library = lambda name: None\n"
    "from spotter.cli import main; sys.exit(main(sys.argv[1:]))"
)


def ended(*words):
    """What became of a command where no library is found."""
    command = [sys.executable, "-c", HIDDEN, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)


def test_a_table_is_seen_all_the_same(tmp_path):
    """Every man whose tag the others read."""
    table = recorded("kitchen-easy")

    done = ended("look", table.photo, "--table", table.table, "--army", table.army,
                 "-o", tmp_path / "scene.json")  # fmt: skip

    assert done.returncode == 0, done.stderr
    men, true = (
        {man["id"] for man in json.loads(path.read_text())["soldiers"]}
        for path in (tmp_path / "scene.json", table.truth)
    )
    assert men == true


def test_a_tag_that_nobody_reads_ends_nothing():
    """The last opinion that would be asked for is not there: no text, no failure."""
    seen = (
        "import ctypes.util, numpy; ctypes.util.find_library = lambda name: None\n"
        "from vision.tags.decoders import crop_texts\n"
        "print(crop_texts(numpy.full((40, 40), 128, numpy.uint8)))"
    )
    done = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=False)

    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


def test_the_doctor_says_so():
    """With what to install, and that it is optional."""
    done = ended("doctor")

    assert "libzbar not found" in done.stdout
    assert "Traceback" not in done.stderr
