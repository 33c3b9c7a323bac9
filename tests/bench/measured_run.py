"""One run of the program in a process of its own: how it ended, its time, its memory."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
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


# A process counts the memory of the one that started it as its own, so a small one starts it.
_STARTER = """
import json, resource, subprocess, sys
run = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([run.returncode, run.stderr, used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""


def measured_run(
    words: Sequence[str], module: str = "spotter", settings: Mapping[str, str] | None = None
) -> Run:
    """Run `spotter`, or another module, with these words and settings of the environment."""
    told = subprocess.check_output(
        [sys.executable, "-c", _STARTER, sys.executable, "-m", module, *words],
        env=os.environ | QUIET | dict(settings or {}),
    )
    code, said, busy_s, peak = json.loads(told)
    return Run(code, said, busy_s, peak / _PER_MB)
