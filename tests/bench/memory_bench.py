"""The peak memory of the whole program, each job in a process of its own."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2

from fixtures.recorded import Recorded, recorded
from tests.bench.jobs import Row, job
from tests.bench.measured_run import measured_run
from vision.pictures.picture_file import read_picture

SIZE_4K_WH = (3840, 2160)


@job(beside="megabytes in memory at most")
def memory(*, quick: bool) -> Iterator[Row]:
    """Peak memory of the program."""
    with tempfile.TemporaryDirectory() as folder:
        for what, words in commands(Path(folder), quick=quick).items():
            yield {"job": what, "MB": round(peak_mb(words))}


def commands(folder: Path, *, quick: bool) -> dict[str, list[str]]:
    """What is run, by its words for a reader."""
    photo, turn = recorded("oak-normal"), recorded("oak-turn")
    scene, asked = photo.truth, folder / "questions.json"
    man = json.loads(scene.read_text(encoding="utf-8"))["soldiers"][0]["id"]
    asked.write_text(json.dumps([{"ask": "reach", "soldier": man}]), encoding="utf-8")
    found = {"`look`, a 4K photo": ["look", str(photo.photo), *_files(photo), "--json"]}
    if quick:
        return found
    rules = ["--rules", "omog-advanced"]
    return found | {
        "`play`, a turn at 1080p": _played(turn, turn.folder, folder / "game"),
        "`play`, a turn at 4K": _played(turn, _enlarged(turn, folder / "4k"), folder / "large"),
        "`replay`, a turn at 1080p": ["replay", str(turn.folder), "--json"],
        "`verify`, a 4K photo": _looked_over("verify", photo),
        "`teach`, a 4K photo": ["teach", str(photo.photo), *_files(photo), "--json"],
        "`ask`": ["ask", str(scene), str(asked), *rules],
        "`draw`": ["draw", str(scene), str(asked), *rules, "-o", str(folder / "plan.png")],
        "`print tags`": _printed(photo, folder),
        "`demo`, pictures": ["demo", "--out", str(folder), "--no-window"],
    }


def _printed(files: Recorded, folder: Path) -> list[str]:
    return ["print", "tags", "--army", str(files.army), "-o", str(folder / "tags.pdf")]


def _looked_over(command: str, files: Recorded) -> list[str]:
    given = ["--table", str(files.table), "--army", str(files.army), "--camera", str(files.camera)]
    return [command, str(files.photo), *given, "--json"]


def _played(turn: Recorded, pictures: Path, game: Path) -> list[str]:
    words = [
        *("play", "--camera", str(pictures), "--rules", "omog-advanced", "--no-window"),
        *("--pace", "0", "--game", str(game), "--table", str(turn.table)),
        *("--army", str(turn.army)),
    ]
    if pictures == turn.folder:
        words += ["--lens", str(turn.camera), "--empty", str(turn.empty)]
    return words


def _enlarged(turn: Recorded, folder: Path) -> Path:
    """The first pictures of a turn as a 4K camera would give them."""
    folder.mkdir()
    for path in turn.pictures[:8]:
        large = cv2.resize(read_picture(path), SIZE_4K_WH, interpolation=cv2.INTER_CUBIC)
        cv2.imwrite(str(folder / path.name), large)
    return folder


def _files(files: Recorded) -> list[str]:
    return [
        *("--table", str(files.table), "--army", str(files.army)),
        *("--camera", str(files.camera), "--empty", str(files.empty)),
    ]


def peak_mb(words: list[str]) -> float:
    """The most memory one run of the program takes."""
    run = measured_run(words)
    assert run.code in (0, 2), f"spotter {' '.join(words)} ended with {run.code}: {run.said}"
    return run.peak_mb
