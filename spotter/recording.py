"""A recording: one picture and one JSON for each moment that mattered, and the table's files.

Folder `rec/` holds `000001.jpg` and `000001.json` (the scene as it was understood, with
`picture`, `hand` and `at_s`), `table.toml`, `army.toml`, `camera.yaml`, `empty.jpg` and the
journal. A player's correction sets `"corrected": true`: that scene is then the picture's truth.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import cv2

from spotter.table_files import NAMES, TableFiles
from table.errors import UserError
from table.json_text import parse_json
from table.picture import Picture
from table.scene import Scene
from table.scene_file import scene_from_json, scene_json
from table.text_file import read_text, reason_of, write_text

JPEG_QUALITY = 92


def begin_recording(folder: Path, files: TableFiles) -> None:
    """Make the folder and put the table's files beside the pictures to come."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for key, name in NAMES.items():
            source: Path | None = getattr(files, key)
            if source is not None and source.resolve() != (folder / name).resolve():
                shutil.copyfile(source, folder / name)
    except OSError as problem:
        raise UserError(f"{folder}: cannot be recorded to: {reason_of(problem)}") from None


def record_moment(folder: Path, number: int, picture: Picture, scene: Scene, **facts: Any) -> None:
    """Write one picture and what was understood of it."""
    name = f"{number:06d}"
    jpeg, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    assert jpeg, picture.shape
    try:
        (folder / f"{name}.jpg").write_bytes(data.tobytes())
    except OSError as problem:
        raise UserError(f"{folder}: cannot be recorded to: {reason_of(problem)}") from None
    write_text(
        folder / f"{name}.json",
        json.dumps({**scene_json(scene), "picture": f"{name}.jpg", **facts}) + "\n",
    )


def recorded_moment(picture: Path) -> tuple[Scene, dict[str, Any]] | None:
    """What was understood of a recorded picture, and the facts beside it."""
    beside = picture.with_suffix(".json")
    if not beside.exists():
        return None
    value = parse_json(read_text(beside), str(beside))
    return scene_from_json(value, str(beside)), value
