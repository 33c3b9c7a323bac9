"""The program among others: told to stop, its output closed or full, its words unprintable."""

import errno
import os
import platform
import signal
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest

try:
    import fcntl
    import termios
except ImportError:  # Windows
    fcntl = termios = None

from fixtures.recorded import recorded
from spotter.process import Stopped, is_closed_terminal, stopped_by_signals
from tests.spotter.running import (
    NO_SIGNALS,
    PATIENCE_S,
    ROOT,
    ended,
    module_ended,
    running,
    script_ended,
    stopped_at_work,
)

OAK, TURN = recorded("oak-normal"), recorded("oak-turn")
KITCHEN = recorded("kitchen-easy")
PHOTO = [KITCHEN.photo, "--table", KITCHEN.table, "--army", KITCHEN.army]
WRITTEN = ("out", "empty.jpg")  # in a folder of the test's own
# Each takes a second or more.
LONG = {
    "replay": ["replay", TURN.folder, "--json"],
    "demo": ["demo", "--no-window", "--out", "out"],
    "look": ["look", *PHOTO],
    "verify": ["verify", *PHOTO],
    "teach": ["teach", *PHOTO],
    "bundle": ["bundle", *PHOTO, "-o", "out"],
    "calibrate camera": ["calibrate", "camera", TURN.folder, "-o", "out"],
    "calibrate table": [
        *("calibrate", "table", TURN.folder, "--table", TURN.table),
        *("-o", "out", "--empty", "empty.jpg"),
    ],
}


ENDING = ["SIGINT", "SIGTERM", "SIGHUP"]


@NO_SIGNALS
@pytest.mark.parametrize(
    ("name", "number"), [*((name, "SIGINT") for name in LONG), *(("look", n) for n in ENDING[1:])]
)
def test_a_long_command_told_to_stop(name, number, tmp_path):
    """One line and 130, unless it was just done; no half file in the folder."""
    words = [tmp_path / word if word in WRITTEN else word for word in LONG[name]]
    done = stopped_at_work(number, *words)

    assert "Traceback" not in done.stderr
    assert done.returncode in {130, 0} or (name == "calibrate camera" and done.returncode == 2)
    assert done.returncode != 130 or done.stderr.endswith("spotter: stopped\n")
    assert not list(tmp_path.glob(".spotter*"))


@NO_SIGNALS
def test_being_told_where_nothing_can_be_raised_counts_too():
    """Imports clear up in such places: a signal that came there was forgotten."""

    class Thing:
        """What a weak reference can be to."""

    def told_and_goes_on():
        thing = Thing()
        watched = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGTERM))
        del thing
        assert watched() is None
        threading.Event().wait(PATIENCE_S)

    before = sys.unraisablehook
    with pytest.raises(Stopped), stopped_by_signals():
        told_and_goes_on()
    assert sys.unraisablehook is before


# The signal comes while the program is still being loaded.
AT_ONCE = """
import builtins, os, signal, sys
from spotter import start
number, part = getattr(signal, sys.argv.pop(1)), sys.argv.pop(1)
found = builtins.__import__

def told(name, *how, **named):
    if name == part:
        builtins.__import__ = found
        os.kill(os.getpid(), number)
    return found(name, *how, **named)

builtins.__import__ = told
start.program()
"""


@NO_SIGNALS
@pytest.mark.parametrize(
    ("part", "number"),
    [
        ("spotter.cli", "SIGINT"),
        ("argparse", "SIGTERM"),
        ("argparse", "SIGINT"),
        ("vision.look", "SIGINT"),
        ("vision.look", "SIGHUP"),
    ],
)
def test_told_to_stop_before_it_has_begun(part, number, tmp_path):
    """In the first tenths of a second too there is one line, 130, and nothing is written."""
    done = script_ended(AT_ONCE, number, part, "look", *PHOTO, cwd=tmp_path)

    assert done.returncode == 130
    assert done.stderr.strip() == "spotter: stopped"
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_what_must_be_loaded_before_a_signal_counts_is_little():
    """No typing, no argparse, nothing of the program but its first breath."""
    words = "import sys, spotter.start; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())

    assert {one for one in loaded if one.partition(".")[0] == "spotter"} == {
        "spotter",
        "spotter.start",
    }
    assert not loaded & {"typing", "argparse", "pathlib", "dataclasses", "numpy", "cv2"}


@NO_SIGNALS
def test_started_to_outlive_its_terminal():
    """`nohup spotter ...` does not hear of a closed terminal."""
    ignored = {"preexec_fn": lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)}
    done = stopped_at_work("SIGHUP", "look", *PHOTO, "--json", **ignored)

    assert done.returncode == 0
    assert done.stdout.startswith("{")


@NO_SIGNALS
def test_a_terminal_that_is_closed():
    """The program ends by itself, and complains to nobody."""
    ours, its = os.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "spotter", *map(str, LONG["replay"])],
        **dict.fromkeys(("stdin", "stdout", "stderr"), its),
        cwd=ROOT,
        preexec_fn=_own_terminal,  # noqa: PLW1509 - as a terminal's own shell does
    )
    os.close(its)
    while b"frame_000" not in os.read(ours, 1 << 16):
        pass
    os.close(ours)

    assert program.wait(PATIENCE_S) == 130


@NO_SIGNALS
@pytest.mark.parametrize(("is_terminal", "closed"), [(True, True), (False, False)])
def test_printing_fails_before_the_signal_of_a_closed_terminal(
    monkeypatch, tmp_path, is_terminal, closed
):
    """What cannot be printed there is no bad input; what a disk does not take is."""
    ours, its = os.openpty()
    with os.fdopen(its, "w") if is_terminal else (tmp_path / "out").open("w") as output:
        monkeypatch.setattr(sys, "stdout", output)

        assert is_closed_terminal(OSError(errno.EIO, "Input/output error")) is closed
        assert not is_closed_terminal(OSError(errno.ENOSPC, "No space left on device"))
        assert not is_closed_terminal(OSError(errno.EIO, "Input/output error", "photo.jpg"))
    os.close(ours)


def _own_terminal() -> None:
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


TOLD = """
import os, signal, sys
from spotter.process import stopped_by_signals
try:
    with stopped_by_signals():
        exec("os.kill(os.getpid(), int(sys.argv[1])); sum(i for i in range(9))")
except KeyboardInterrupt:
    sys.exit(130)
"""


@NO_SIGNALS
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_told_to_stop_while_a_dataclass_is_made(number, tmp_path):
    """The exit code is ours even where Python was running code out of a string."""
    (tmp_path / "told.py").write_text(TOLD)

    assert module_ended("told", int(number), cwd=tmp_path).returncode == 130


@NO_SIGNALS
def test_a_replay_at_work_told_to_stop():
    """In the middle of its pictures it ends at once, with whole lines."""
    with running(*LONG["replay"]) as program:
        program.wait_for("frame_001")
        program.process.send_signal(signal.SIGTERM)
        assert program.end() == 130

    assert "frame_019" not in program.said
    assert program.lines[-1][1] == "spotter: stopped"


FULL = Path("/dev/full")
ASK = ("ask", OAK.truth, "-", "--rules", "lgam")


def test_a_full_disk_under_the_output():
    """`spotter ask ... > answers.json` on a full disk does not end as if all were well."""
    if not FULL.exists():
        pytest.skip("no such device here")
    with FULL.open("w") as full:
        done = ended("print", "stick", "-o", os.devnull, stdout=full)

    assert done.returncode == 2
    assert done.stderr == "spotter: standard output: No space left on device\n"


def test_no_standard_input():
    """Questions from a closed standard input are said to be missing."""
    closed = {"preexec_fn": lambda: os.close(0)} if os.name != "nt" else {}
    done = ended(*ASK, **closed)

    assert done.returncode == 2
    assert done.stderr.startswith("spotter: -: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_terminal_that_lacks_the_signs(tmp_path):
    """What a terminal cannot show is written out, not a reason to crash."""
    name = tmp_path / "pl\u00e4n\u2603.svg"
    done = ended("draw", OAK.truth, "-o", name, env={**os.environ, "PYTHONIOENCODING": "ascii"})

    assert done.returncode == 0, done.stderr
    assert "\\u2603" in done.stdout
    assert name.exists()


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("replay", "a" * 300), id="replay"),
        pytest.param(("verify", "a" * 300), id="verify"),
        pytest.param(("calibrate", "table", "a" * 300, "--table", OAK.table), id="calibrate"),
        pytest.param(("draw", OAK.truth, "-o", "a" * 300 + ".png"), id="draw"),
        pytest.param(("bundle", *PHOTO, "-o", "a" * 300), id="bundle"),
        pytest.param(("look", "a" * 300, *PHOTO[1:]), id="look"),
        pytest.param(("replay", "two\nlines"), id="a name of two lines"),
        pytest.param(("ask", "two\nlines", "x", "y"), id="words of two lines"),
    ],
)
def test_names_no_system_allows(words):
    """A name that is too long, or steers the terminal, is said in one line."""
    done = ended(*words)

    assert done.returncode == 2
    assert done.stderr.startswith("spotter: ")
    assert len(done.stderr.splitlines()) == 1


_ASKED_AGAIN = """
import resource
import numpy as np
from spotter.process import keep_memory

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

keep_memory()
for _ in range(3):
    before = faults()
    piece = np.ones(10_000_000, np.uint8)
    del piece
print(faults() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others keep memory by themselves")
def test_memory_is_kept():
    """A large piece of memory, freed and asked for again, is the same one."""
    again = script_ended(_ASKED_AGAIN)

    assert int(again.stdout) < 100, again.stdout + again.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows closes no numbers")
@pytest.mark.parametrize("words", [["look", *PHOTO], ["print", "stick", "-o", "stick.pdf"]])
def test_closed_standard_error(words, tmp_path):
    """Who hears no complaints gets his answers all the same, and nothing else among them."""
    open_, closed = (
        ended(*words, cwd=tmp_path, **more) for more in ({}, {"preexec_fn": lambda: os.close(2)})
    )

    assert closed.returncode == 0
    assert closed.stdout == open_.stdout
    assert ended("look", "gone", preexec_fn=lambda: os.close(2), cwd=tmp_path).stdout == ""
