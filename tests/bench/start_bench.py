"""Processor time from the shell to the first answer and the first picture, in fresh processes.

python -m tests.bench --only start
"""

import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from fixtures.recorded import photo_names, recorded
from rules.book.shelf import NAMES
from tests.bench.jobs import Row, job
from tests.bench.measured_run import measured_run
from tests.bench.timing import Took


@job(
    beside="seconds of processor time, the median and the worst of all books and tables; modules "
    "compiled before, as they are once installed"
)
def start(*, quick: bool) -> Iterator[Row]:
    """From the shell to an answer, and to the first picture of a game."""
    with tempfile.TemporaryDirectory() as folder:
        compiled = {"PYTHONPYCACHEPREFIX": f"{folder}/compiled", "PYTHONDONTWRITEBYTECODE": ""}
        for what, limit_s, runs in _commands(Path(folder), quick=quick):
            for module, words in runs[:1]:
                measured_run(words, module, compiled)
            took = Took(tuple(measured_run(w, m, compiled).busy_s for m, w in runs))
            seconds = f"{took.median:.3f} ({took.worst:.3f})"
            yield {"command": what, "seconds": seconds, "at most": limit_s}


Runs = list[tuple[str, list[str]]]


def _commands(folder: Path, *, quick: bool) -> Iterator[tuple[str, float, Runs]]:
    books, names = (NAMES[:1], photo_names()[:1]) if quick else (NAMES, photo_names()[:3])
    yield "`spotter --help`", 0.05, [("spotter", ["--help"])] * 5
    for what, words in {"sight": "{0} sees {1}", "reach": "how far can {0} go"}.items():
        runs: Runs = [
            ("spotter", ["ask", str(recorded(n).truth), *_asked(n, words), "--rules", book])
            for n in names
            for book in books
        ]
        yield f"`spotter ask`, {what}", 0.2, runs
    yield "`spotter play` to its first picture", 0.5, [_played(folder, i) for i in range(5)]


def _asked(name: str, words: str) -> Sequence[str]:
    men = json.loads(recorded(name).truth.read_text(encoding="utf-8"))["soldiers"]
    return words.format(men[0]["id"], men[-1]["id"]).split()


def _played(folder: Path, number: int) -> tuple[str, list[str]]:
    turn, game = str(recorded("oak-turn").folder), str(folder / f"game-{number}")
    words = ["play", turn, "--camera", turn, "--rules", "omog-advanced", "--game", game]
    return "tests.bench.first_picture", words
