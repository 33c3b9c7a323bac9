"""One picture of whatever was named: of a camera that has warmed up, else the newest there is."""

from collections import deque
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from spotter.camera.live_camera import Taken
from spotter.camera.sources import PhotoFiles, Source, game_pictures, open_source
from spotter.files.table_folder import FILM_SUFFIXES
from table.errors import UserError
from table.natural_order import natural_order
from table.text_file import is_folder, is_there
from vision.pictures.picture_file import read_picture

WARM_UP = 10  # a camera's first pictures are dark


def newest_picture(text: str) -> Taken:
    """A picture of that source; of a folder the last by name, of a film the last."""
    path = Path(text)
    if is_folder(path):
        return _last(game_pictures(path))
    if is_there(path) and path.suffix.lower() not in FILM_SUFFIXES:
        return Taken(read_picture(path), 0.0, 0, text)
    with open_source(text) as source:
        return _now_seen(source)


def _now_seen(source: Source) -> Taken:
    """What a source shows now: a camera's picture, the last of a film or of some files."""
    if isinstance(source, PhotoFiles):
        return _last(source.paths)
    taken = deque(islice(source, WARM_UP) if source.live else source, maxlen=1)
    if not taken:
        raise UserError(f"{source.name}: no picture")
    return taken[0]


def _last(paths: Sequence[Path]) -> Taken:
    path = max(paths, key=lambda one: natural_order(one.name))
    return Taken(read_picture(path), 0.0, 0, str(path))
