"""One run of the program in a process of its own: how it ended, its time, its memory."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass

# The system counts in kilobytes, a Mac in bytes.
_PER_MB = 1024 * 1024 if sys.platform == "darwin" else 1024
QUIET = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


@dataclass(frozen=True, slots=True)
class Run:
    """What became of a run; `said` is its standard error, `busy_s` its processor time."""

    code: int
    said: str
    busy_s: float
    peak_mb: float


def measured_run(words: Sequence[str]) -> Run:
    """Run `spotter` with these words."""
    with tempfile.TemporaryFile("w+") as said:
        child = subprocess.Popen(
            [sys.executable, "-m", "spotter", *words],
            env=os.environ | QUIET,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return Run(
            child.returncode,
            said.read(),
            used.ru_utime + used.ru_stime,
            used.ru_maxrss / _PER_MB,
        )
