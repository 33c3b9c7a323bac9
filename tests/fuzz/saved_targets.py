"""Files the program wrote itself, come back damaged: calibrations, recordings, journals."""

import json
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.projector_file import read_projector, write_projector
from calibration.projector_fit import ProjectorFit
from calibration.table_calibration import TableCalibration, read_calibration, write_calibration
from fixtures.recorded import recorded
from rules.book.shelf import NAMES
from rules.game.common_events import Next
from spotter.files.recording import recorded_moment
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.game.resuming import resumed
from table.lens_file import read_lens
from table.places import ProjectorPixel, TablePoint, TableXY
from table.plane_map import PlaneMap
from table.scene_file import read_scene, scene_json
from tests.fuzz.mutate import mutated_bytes, mutated_json
from tests.fuzz.registry import target, tried, tried_file

_OAK = recorded("oak-normal")


@cache
def _calibration() -> bytes:
    pose = CameraPose(
        read_lens(_OAK.camera), np.eye(3), np.array([-18.0, -12.0, 40.0]), residual_px=0.3
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "calibration.json"
        write_calibration(TableCalibration(pose, 36.0, 24.0), path)
        return path.read_bytes()


@cache
def _projector() -> bytes:
    matrix = np.array([[48.0, 1.5, 70.0], [-1.0, 41.0, 40.0], [-0.0006, 0.0003, 1.0]])
    fit = ProjectorFit(
        PlaneMap(TablePoint, ProjectorPixel, matrix), (1920, 1080), 0.02, 40, 2, (0.03,) * 9
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "projector.json"
        write_projector(fit, path)
        return path.read_bytes()


def _mutated(data: bytes, random: Random) -> bytes:
    """Changed bytes, or whole JSON with changed values."""
    if random.random() < 0.5:
        return mutated_bytes(data, random)
    return json.dumps(mutated_json(json.loads(data), random)).encode()


@target()
def calibration_file(random: Random) -> None:
    """calibration.json, read and used."""

    def used(path: Path) -> None:
        pose = read_calibration(path).pose
        pose.camera_from_table(TableXY(np.array([[1.0, 2.0]])), 0.0)

    tried_file(_mutated(_calibration(), random), used, "calibration.json")


@target()
def projector_file(random: Random) -> None:
    """projector.json, read and used."""

    def used(path: Path) -> None:
        read_projector(path).projector_from_table(TablePoint(1.0, 2.0))

    tried_file(_mutated(_projector(), random), used, "projector.json")


@target()
def recorded_moments(random: Random) -> None:
    """The JSON beside a recorded picture."""
    value = {**scene_json(read_scene(_OAK.truth)), "picture": "000001.jpg", "hand": False}
    data = _mutated(json.dumps(value).encode(), random)
    tried_file(data, lambda path: recorded_moment(path.with_suffix(".jpg")), "000001.json")


@cache
def _journal_lines(rules: str) -> tuple[dict[str, Any], ...]:
    """A short game's journal."""
    scene = read_scene(_OAK.truth)
    sides = tuple(sorted({man.side for man in scene.soldiers}))
    men = tuple(replace(man, weapons=("rifle",)) for man in scene.soldiers)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.jsonl", lambda _: None)
        live = begun(journal, rules, replace(scene, soldiers=men), sides, {"turns": 3})
        for _ in range(3):
            tried(lambda: live.happen(Next(), 1.0))
        journal.close()
        return tuple(journal.lines)


@target()
def journals(random: Random) -> None:
    """A journal with changed lines, resumed as a game."""
    lines = [json.loads(json.dumps(line)) for line in _journal_lines(random.choice(NAMES))]
    place = random.randrange(len(lines))
    lines[place] = mutated_json(lines[place], random)
    if random.random() < 0.3:
        lines.append({"event": {"event": random.choice(_EVENTS), "soldier": "43", "target": "2"}})
    text = "".join(json.dumps(line) + "\n" for line in lines).encode()
    data = mutated_bytes(text, random) if random.random() < 0.3 else text
    tried_file(data, _resumed, "journal.jsonl")


_EVENTS = ("moved", "fired", "fought", "next", "clock", "attacked", "volley", "burst", "x", "")


def _resumed(path: Path) -> None:
    with Journal(path, lambda _: None) as journal:
        resumed(journal)
