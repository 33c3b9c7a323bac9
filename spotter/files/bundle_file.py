"""One moment of a table in a zip: a bug report, and a test once it lies in `fixtures/bundles/`.

Inside are the usual names only, and the looks of things. Whatever else a zip holds, and wherever
its names point, is refused: a bundle from a stranger cannot write outside its folder.
"""

import io
import json
import re
import stat
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from spotter.files.table_folder import LOOKS, MOST_LOOKS
from spotter.files.table_folder import NAMES as TABLE_NAMES
from table.errors import UserError
from table.scene import Scene
from table.scene_file import scene_json
from table.text_file import reason_of, write_whole

PHOTO, TRUTH, UNDERSTOOD, NOTE = "photo.jpg", "truth.json", "scene.json", "note.txt"
NAMES = frozenset({PHOTO, TRUTH, UNDERSTOOD, NOTE, *TABLE_NAMES.values()})
_LOOK = re.compile(rf"{LOOKS}/[^\W_][\w-]{{0,59}}\.png")
MOST_BYTES = 60_000_000  # of one file, unpacked
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_PIECE_BYTES = 1 << 16
_UNREADABLE = (
    OSError,
    EOFError,
    RuntimeError,  # locked by a password
    NotImplementedError,  # packed in a way that Python does not know
    zipfile.BadZipFile,
    zlib.error,
)


def write_bundle(
    path: Path,
    files: Mapping[str, Path | bytes],
    understood: Scene | None,
    truth: Scene | None,
    note: str,
) -> None:
    """Zip the files by their usual names, with what the program understood; whole or not at all.

    A look of another name than the program gives is left out.
    """
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, source in files.items():
            if _is_own(name):
                bundle.writestr(_entry(name), _packed(source))
        for name, scene in ((UNDERSTOOD, understood), (TRUTH, truth)):
            if scene is not None:
                bundle.writestr(_entry(name), json.dumps(scene_json(scene), indent=1))
        bundle.writestr(_entry(NOTE), (note + "\n").encode(errors="backslashreplace"))
    write_whole(path, content.getvalue())


def _entry(name: str) -> zipfile.ZipInfo:
    """The head of a file in the zip; zips know no time before 1980, clocks that stopped do."""
    now = time.localtime()[:6]
    entry = zipfile.ZipInfo(name, max(now, _FIRST_DAY))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _is_own(name: str) -> bool:
    return name in NAMES or _LOOK.fullmatch(name) is not None


def _packed(source: Path | bytes) -> bytes:
    if isinstance(source, bytes):
        return source
    try:
        with source.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise UserError(f"{source}: cannot be read: {reason_of(problem)}") from None
    if len(content) > MOST_BYTES:
        raise UserError(f"{source}: is too large for a bundle; the most is {MOST_BYTES / 1e6:g} MB")
    return content


def unpack_bundle(path: Path, folder: Path) -> None:
    """Unpack a bundle into a folder, refusing all but the usual names and sizes."""
    try:
        with zipfile.ZipFile(path) as bundle:
            entries = bundle.infolist()
            if len(entries) > len(NAMES) + MOST_LOOKS:
                raise UserError(f"{path}: holds {len(entries)} files; a bundle has fewer")
            for entry in entries:
                _refuse_foreign(path, entry)
            unpacked = {entry.filename: _content(bundle, entry) for entry in entries}
    except _UNREADABLE as problem:
        raise UserError(f"{path}: cannot be read as a bundle: {reason_of(problem)}") from None
    for name, content in unpacked.items():
        (folder / name).parent.mkdir(exist_ok=True)
        write_whole(folder / name, content)


@contextmanager
def opened_bundle(path: Path) -> Iterator[Path]:
    """The photo in a bundle, its table's files beside it, for as long as it is looked at."""
    with TemporaryDirectory() as folder:
        unpack_bundle(path, Path(folder))
        photo = Path(folder) / PHOTO
        if not photo.exists():
            raise UserError(f"{path}: has no {PHOTO}; spotter bundle makes whole ones")
        yield photo


def _content(bundle: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The file's bytes: piece by piece, because a zip may hold far more than it says."""
    pieces, left = [], entry.file_size + 1
    with bundle.open(entry) as file:
        while piece := file.read(min(left, _PIECE_BYTES)):
            pieces.append(piece)
            left -= len(piece)
    return b"".join(pieces)


def _refuse_foreign(path: Path, entry: zipfile.ZipInfo) -> None:
    if not _is_own(entry.filename):
        raise UserError(f"{path}: holds {entry.filename[:60]!r}; a bundle holds only its own files")
    if entry.file_size > MOST_BYTES:
        raise UserError(f"{path}: {entry.filename} is too large for a bundle")
    # Other ways to pack unfold without limit, whatever size the zip names.
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise UserError(f"{path}: {entry.filename} is packed in an unusual way; zip it plainly")
    if entry.is_dir() or stat.S_ISLNK(entry.external_attr >> 16):
        raise UserError(f"{path}: {entry.filename} is a link; a bundle holds only its own files")
