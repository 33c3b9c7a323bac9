"""The scene of whatever was named: a scene file is read, anything else is looked at.

What looks is imported only where something is looked at, so that scene files are read quickly.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from spotter.files.table_folder import FILM_SUFFIXES, PICTURE_SUFFIXES, NamedTable, is_camera
from table.scene import Scene
from table.scene_file import read_scene, scene_from_json, scene_json
from table.text_file import is_folder

if TYPE_CHECKING:
    from spotter.camera.live_camera import Taken
    from spotter.files.table_files import Setup

SeenScene = tuple[Scene, str | None]


def _is_scene_file(text: str) -> bool:
    """Whether what was named can only be a scene file: no folder, camera, photo or film."""
    if is_camera(text):
        return False
    path = Path(text)
    return path.suffix.lower() not in PICTURE_SUFFIXES | FILM_SUFFIXES and not is_folder(path)


def scene_of(named: NamedTable) -> SeenScene:
    """The scene that was named, and what is to be said of how it was seen."""
    if named.what is not None and _is_scene_file(named.what):
        return read_scene(Path(named.what)), None
    scene, note = looked_at(named)
    # As its file would hold it, so that asking it now or later gives the same answers.
    return scene_from_json(scene_json(scene), named.source), note


def looked_at(named: NamedTable) -> SeenScene:
    """The scene that a photo, a camera or a table's folder shows, and what is to be said of it."""
    from spotter.camera.newest_picture import newest_picture  # noqa: PLC0415
    from spotter.files.table_files import named_setup  # noqa: PLC0415

    setup = named_setup(named)
    return seen_scene(newest_picture(named.source), setup)


def seen_scene(taken: "Taken", setup: "Setup") -> SeenScene:
    """What a picture shows; where markers are hidden the saved calibration is used, and said."""
    from calibration.table_pose import MarkersHiddenError  # noqa: PLC0415
    from vision.look import look  # noqa: PLC0415

    given = (taken.picture, setup.spec, setup.army, setup.lens, setup.empty)
    try:
        return look(*given, where=taken.name, needs_tags=True), None
    except MarkersHiddenError:
        if setup.saved is None:
            raise
    scene = look(*given, where=taken.name, needs_tags=True, last=setup.saved.pose)
    return scene, f"{taken.name}: {setup.saved.words}"
