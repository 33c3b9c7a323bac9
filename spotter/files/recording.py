"""A recording: one picture and one JSON for each moment that mattered, and the table's files.

Folder `rec/` holds `000001.jpg` and `000001.json` (the scene as it was understood, with
`picture`, `hand` and `at_s`), `table.toml`, `army.toml`, `camera.yaml`, `empty.jpg` and the
journal. A player's correction sets `"corrected": true`: that scene is then the picture's truth.
"""

import json
from pathlib import Path
from typing import Any

from spotter.files.table_folder import NAMES, TableFiles
from spotter.files.written_picture import write_picture
from table.errors import UserError
from table.json_text import parse_json
from table.picture import Picture
from table.scene import Scene
from table.scene_file import scene_from_json, scene_json
from table.text_file import (
    clean_left_behind,
    is_there,
    read_text,
    reason_of,
    write_text,
    write_whole,
)

JPEG_QUALITY = 92


def begin_recording(folder: Path, files: TableFiles) -> None:
    """Make the folder and put the table's files beside the pictures to come."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        clean_left_behind(folder)
        for key, name in NAMES.items():
            source: Path | None = getattr(files, key)
            if source is not None and source.resolve() != (folder / name).resolve():
                write_whole(folder / name, source.read_bytes())
    except OSError as problem:
        raise UserError(f"{folder}: cannot be recorded to: {reason_of(problem)}") from None


class Recorder:
    """Writes the moments of a game one after the other, after those already in the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        names = (path.stem for path in folder.glob("*.jpg"))
        self._number = max((int(name) for name in names if name.isdecimal()), default=0)
        self._facts: dict[str, Any] = {}

    def remember(self, picture: Picture, scene: Scene, **facts: Any) -> None:
        """Write a picture and what was understood of it; UserError where the disk refuses."""
        write_picture(picture, self._folder / f"{self._number + 1:06d}.jpg", JPEG_QUALITY)
        self._number += 1
        self._facts = facts
        self._write_scene(scene, corrected=False)

    def correct(self, scene: Scene) -> None:
        """The newest picture shows this, says the player: it is that picture's truth."""
        if self._facts:
            self._write_scene(scene, corrected=True)

    def _write_scene(self, scene: Scene, *, corrected: bool) -> None:
        name = f"{self._number:06d}"
        facts = {"picture": f"{name}.jpg", "corrected": corrected, **self._facts}
        text = json.dumps({**scene_json(scene), **facts}) + "\n"
        write_text(self._folder / f"{name}.json", text)


def recorded_moment(picture: Path) -> tuple[Scene, dict[str, Any]] | None:
    """What was understood of a recorded picture, and the facts beside it."""
    beside = picture.with_suffix(".json")
    if not is_there(beside):
        return None
    value = parse_json(read_text(beside), str(beside))
    return scene_from_json(value, str(beside)), value
