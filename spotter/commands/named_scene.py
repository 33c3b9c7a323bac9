"""The scene a command is about, with what is to be said of how it was seen."""

import sys

from spotter.camera.seen_scene import scene_of
from spotter.files.table_folder import NamedTable
from spotter.progress import waiting
from table.scene import Scene


def scene_named(named: NamedTable) -> Scene:
    """The scene that was named; what is to be said goes beside the answers."""
    with waiting(f"looking at {named.what or 'the table'}"):
        scene, note = scene_of(named)
    if note is not None:
        print(f"spotter: {note}", file=sys.stderr)
    return scene
