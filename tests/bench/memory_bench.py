"""The peak memory of the whole program, each job in a process of its own."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from fixtures.recorded import Recorded, recorded
from tests.bench.jobs import Row, job
from tests.bench.measured_run import measured_run


@job(beside="megabytes in memory at most")
def memory(*, quick: bool) -> Iterator[Row]:
    """Peak memory of the program."""
    with tempfile.TemporaryDirectory() as folder:
        for what, words in commands(Path(folder), quick=quick).items():
            yield {"job": what, "MB": round(peak_mb(words))}


def commands(folder: Path, *, quick: bool) -> dict[str, list[str]]:
    """What is run, by its words for a reader."""
    photo, turn = recorded("oak-normal"), recorded("oak-turn")
    found = {"`spotter look`, a 4K photo": ["look", str(photo.photo), *_files(photo), "--json"]}
    if quick:
        return found
    played = [
        *("play", "--camera", str(turn.folder), "--rules", "omog-advanced", "--no-window"),
        *("--pace", "0", "--game", str(folder), "--lens", str(turn.camera)),
        *("--table", str(turn.table), "--army", str(turn.army), "--empty", str(turn.empty)),
    ]
    return found | {
        "`spotter play`, a turn at 1080p": played,
        "`spotter demo`, pictures": ["demo", "--out", str(folder), "--no-window"],
    }


def _files(files: Recorded) -> list[str]:
    return [
        *("--table", str(files.table), "--army", str(files.army)),
        *("--camera", str(files.camera), "--empty", str(files.empty)),
    ]


def peak_mb(words: list[str]) -> float:
    """The most memory one run of the program takes."""
    run = measured_run(words)
    assert run.code == 0, f"spotter {' '.join(words)} ended with {run.code}: {run.said}"
    return run.peak_mb
