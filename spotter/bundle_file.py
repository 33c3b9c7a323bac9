"""One moment of a table in a zip: a bug report, and a test once it lies in `fixtures/bundles/`.

Inside are the usual names only. Whatever else a zip holds, and wherever its names point, is
refused: a bundle from a stranger cannot write outside its folder.
"""

import json
import zipfile
import zlib
from pathlib import Path

from table.errors import UserError
from table.scene import Scene
from table.scene_file import scene_json
from table.text_file import reason_of

PHOTO, TRUTH, UNDERSTOOD, NOTE = "photo.jpg", "truth.json", "scene.json", "note.txt"
NAMES = frozenset(
    {PHOTO, TRUTH, UNDERSTOOD, NOTE, "table.toml", "army.toml", "camera.yaml", "empty.jpg"}
)
MOST_BYTES = 60_000_000  # of one file, unpacked
_UNREADABLE = (
    OSError,
    EOFError,
    RuntimeError,  # locked by a password
    NotImplementedError,  # packed in a way that Python does not know
    zipfile.BadZipFile,
    zlib.error,
)


def write_bundle(
    path: Path, files: dict[str, Path], understood: Scene | None, truth: Scene | None, note: str
) -> None:
    """Zip the files by their usual names, with what the program understood; whole or not at all."""
    half = path.with_name(path.name + ".part")
    try:
        with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, source in files.items():
                assert name in NAMES, name
                bundle.write(source, name)
            for name, scene in ((UNDERSTOOD, understood), (TRUTH, truth)):
                if scene is not None:
                    bundle.writestr(name, json.dumps(scene_json(scene), indent=1))
            bundle.writestr(NOTE, note + "\n")
        half.replace(path)
    except OSError as problem:
        half.unlink(missing_ok=True)
        raise UserError(f"{path}: cannot be written: {reason_of(problem)}") from None


def unpack_bundle(path: Path, folder: Path) -> None:
    """Unpack a bundle into a folder, refusing all but the usual names and sizes."""
    try:
        with zipfile.ZipFile(path) as bundle:
            for entry in bundle.infolist():
                _refuse_foreign(path, entry)
            for entry in bundle.infolist():
                (folder / entry.filename).write_bytes(bundle.read(entry))
    except _UNREADABLE as problem:
        raise UserError(f"{path}: cannot be read as a bundle: {reason_of(problem)}") from None


def _refuse_foreign(path: Path, entry: zipfile.ZipInfo) -> None:
    if entry.filename not in NAMES:
        raise UserError(f"{path}: holds {entry.filename[:60]!r}; a bundle holds only its own files")
    if entry.file_size > MOST_BYTES:
        raise UserError(f"{path}: {entry.filename} is too large for a bundle")
