"""The real program in its own process, what it says read as it says it."""

import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PATIENCE_S = 60.0  # a busy machine starts slowly
NO_SIGNALS = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
# Python itself would write its compiled files cut off, and trip over them ever after.
_FULL_DISK = """
import resource, signal, sys
sys.dont_write_bytecode = True
from spotter.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(main(sys.argv[2:]))
"""

# The signal comes a moment after the command has begun its work, however slow the machine is.
_AT_WORK = """
import os, signal, sys, threading
from contextlib import contextmanager
from spotter import cli, start
number = getattr(signal, sys.argv.pop(1))
answered = cli.stopped_by_signals

@contextmanager
def at_work():
    with answered():
        timer = threading.Timer(0.2, os.kill, (os.getpid(), number))
        timer.daemon = True
        timer.start()
        yield

cli.stopped_by_signals = at_work
start.program()
"""


def ended(*words: object, **how) -> subprocess.CompletedProcess:
    """A run of `spotter` to its end."""
    return module_ended("spotter", *words, **how)


def module_ended(name: str, *words: object, **how) -> subprocess.CompletedProcess:
    """A run of a module, started as `python -m spotter` is, to its end."""
    return _run("-m", name, *words, **how)


def script_ended(script: str, *words: object, **how) -> subprocess.CompletedProcess:
    """A run of a script, which has the packages at hand, to its end."""
    return _run("-c", script, *words, **how)


def ended_on_full_disk(room: int, *words: object, **how) -> subprocess.CompletedProcess:
    """A run of `spotter` to its end where no file may have more than `room` bytes."""
    return script_ended(_FULL_DISK, room, *words, **how)


def stopped_at_work(signal_name: str, *words: object, **how) -> subprocess.CompletedProcess:
    """A run of `spotter` that gets a signal soon after its command has begun to work."""
    return script_ended(_AT_WORK, signal_name, *words, **how)


def _run(*words: object, env=None, **how) -> subprocess.CompletedProcess:
    outputs = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": ROOT}
    return subprocess.run(
        [sys.executable, *map(str, words)],
        text=True,
        check=False,
        timeout=2 * PATIENCE_S,
        env={"PYTHONPATH": str(ROOT), **(os.environ if env is None else env)},
        **{**outputs, **how},
    )


class Running:
    """A running `spotter`, and the lines it has said so far with their times."""

    def __init__(self, *arguments: object, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "spotter", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env={**os.environ, **environment},
        )
        self.lines: list[tuple[float, str]] = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            with self._news:
                self.lines.append((time.monotonic(), line.rstrip()))
                self._news.notify_all()

    @property
    def said(self) -> str:
        """All it has said."""
        return "\n".join(line for _, line in self.lines)

    def wait_for(self, words: str, since: int = 0, within_s: float = PATIENCE_S) -> float:
        """When it said a line with these words, after the first `since` lines."""

        def found():
            return next((t for t, line in self.lines[since:] if words in line), None)

        with self._news:
            self._news.wait_for(found, within_s)
            assert found() is not None, f"never said {words!r}:\n{self.said}"
            return found()

    def end(self, within_s: float = PATIENCE_S) -> int:
        """Its exit code, once it has ended by itself."""
        code = self.process.wait(within_s)
        self._reader.join(PATIENCE_S)
        return code


@contextmanager
def running(*arguments: object, **environment: str):
    """The program, killed at the end if it still runs."""
    program = Running(*arguments, **environment)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.wait()
        program.process.stdout.close()
