"""Which table a command is about: its files and its camera, by what the player named.

A table is a folder. A command that is given one, or a picture in one, or is run in one, finds
there table.toml, army.toml, camera.yaml, empty.jpg, calibration.json and spotter.toml. What is
named on the command line comes first.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

from spotter.files.table_settings import NAME as SETTINGS
from spotter.files.table_settings import Settings, read_settings
from table.errors import UserError
from table.text_file import is_folder, is_there, no_such

LOOKS, MOST_LOOKS = "looks", 200  # the folder of learnt looks beside table.toml
NAMES = {
    "table": "table.toml",
    "army": "army.toml",
    "lens": "camera.yaml",
    "empty": "empty.jpg",
    "calibration": "calibration.json",
}
DEFAULT_SOURCE = "0"
PICTURE_SUFFIXES = frozenset(
    {".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp", ".heic", ".heif"}
)
FILM_SUFFIXES = frozenset({".mp4", ".avi", ".mov", ".mkv", ".webm", ".m4v", ".mjpg", ".mpg"})
_INSTEAD = "a photo, a camera's number or address, or a table's folder"
_LENS_SUFFIXES = frozenset({".yaml", ".yml", ".xml"})


@dataclass(frozen=True, slots=True)
class TableFiles:
    """Where the files are; all but table and army may be missing."""

    table: Path
    army: Path
    lens: Path | None = None
    empty: Path | None = None
    calibration: Path | None = None


def learnt_looks(table: Path) -> dict[str, Path]:
    """The pictures of learnt things beside a table file, by their names in its folder."""
    try:
        there = sorted((table.parent / LOOKS).glob("*.png"))
    except OSError:
        return {}
    return {f"{LOOKS}/{path.name}": path for path in there[:MOST_LOOKS]}


@dataclass(frozen=True, slots=True)
class NamedTable:
    """What the player named: files by option, pictures or a folder, and the table's own folder.

    `alone` says that only the files he named count: whoever names the table file itself names
    lens, empty table and calibration too, or means none.
    """

    what: str | None
    folder: Path | None
    named: dict[str, Path]
    camera: str | None = None
    rules_named: str | None = None
    alone: bool = False

    @property
    def settings(self) -> Settings:
        """What spotter.toml of the folder says."""
        return Settings() if self.folder is None else read_settings(self.folder)

    def path(self, key: str) -> Path | None:
        """The file of that sort, None where it is neither named nor there."""
        if key in self.named:
            return self.named[key]
        if self.folder is None or (self.alone and key != "army"):
            return None
        beside = self.folder / NAMES[key]
        return beside if is_there(beside) else None

    def need(self, key: str) -> Path:
        """The file of that sort, which must be there."""
        found = self.path(key)
        if found is None:
            named = self.what is not None and is_folder(Path(self.what))
            folder = self.what if self.folder is None and named else self.folder
            here = folder is None or Path(folder) == Path()
            where = f"no {NAMES[key]} here" if here else f"{folder}: has no {NAMES[key]}"
            raise UserError(f"{where}; spotter setup makes one, or name it with --{key}")
        return found

    def files(self) -> TableFiles:
        """All files of the table."""
        optional = {key: self.path(key) for key in ("lens", "empty", "calibration")}
        return TableFiles(self.need("table"), self.need("army"), **optional)

    @property
    def home(self) -> Path:
        """Where new files of the table go: the folder that was named, else this one."""
        return Path(self.what) if self.what is not None and is_table(Path(self.what)) else Path()

    @property
    def source(self) -> str:
        """Where pictures come from: what was named, the folder's camera or pictures, camera 0."""
        camera = self._camera_named()
        if camera is None and self.folder is not None and has_pictures(self.folder):
            return str(self.folder)
        return camera or DEFAULT_SOURCE

    @property
    def live_source(self) -> str:
        """The same without the pictures that lie in the folder: they were taken before."""
        return self._camera_named() or DEFAULT_SOURCE

    def _camera_named(self) -> str | None:
        if self.what is not None and not is_table(Path(self.what)):
            return self.what
        return self.camera or self.settings.camera

    @property
    def rules(self) -> str | None:
        """The rulebook that was named, or that the folder is played with."""
        return self.rules_named or self.settings.rules

    def need_rules(self) -> str:
        """The rulebook, which must be known."""
        found = self.rules
        if found is None:
            if self.what is not None and is_folder(Path(self.what)):
                self.need("table")  # what was named is no table at all: that comes first
            raise UserError("--rules: the questions need a rulebook; spotter rules lists them")
        return found


def is_table(path: Path) -> bool:
    """Whether a folder is a table: it has at least one of a table's own files."""
    own = (NAMES["table"], NAMES["army"], SETTINGS)
    return is_folder(path) and any(is_there(path / name) for name in own)


def has_pictures(folder: Path) -> bool:
    """Whether a folder holds pictures besides that of the empty table."""
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:
        return False
    return any(
        Path(name).suffix.lower() in PICTURE_SUFFIXES and name != NAMES["empty"] for name in names
    )


def is_camera(text: str) -> bool:
    """Whether what was named is a camera, by its number, address or device."""
    return text.isdecimal() or "://" in text or text.startswith("/dev/video")


def _is_lens(text: str) -> bool:
    """Whether what was named is a file of a lens and no source of pictures."""
    return Path(text).suffix.lower() in _LENS_SUFFIXES


def named_table(args: argparse.Namespace, what: object, *, finds_all: bool = False) -> NamedTable:
    """What the command line says of the table; `what` is the picture, camera or folder named.

    With `finds_all` the optional files are looked for even where the table file is named.
    """
    text = None if what is None else str(what)
    if text is not None:
        _refuse_missing(text)
    files = {key: path for key in NAMES if (path := getattr(args, key, None)) is not None}
    camera = getattr(args, "camera", None)
    if camera is not None and _means_a_lens(str(camera), text):
        if "lens" in files:
            raise UserError(f"--camera: {camera} is a lens, and --lens names another")
        files["lens"], camera = Path(camera), None
    folder = _folder(text if camera is None else text or str(camera))
    rules = getattr(args, "rules", None)
    return NamedTable(text, folder, files, camera, rules, alone="table" in files and not finds_all)


def _refuse_missing(what: str) -> None:
    """What names no camera and no numbered files must be there."""
    if not what.strip():
        raise UserError("an empty name; name a photo, a camera's number or a table's folder")
    if not (is_camera(what) or "%" in what or is_there(Path(what))):
        raise UserError(no_such(Path(what), "file or folder", _INSTEAD))


def _means_a_lens(camera: str, what: str | None) -> bool:
    """Whether `--camera` names a lens, as it did before `--lens` was there."""
    return _is_lens(camera) or (what is not None and not is_folder(Path(what)))


def _folder(what: str | None) -> Path | None:
    """The table's folder: the one named, the one the picture lies in, or this one."""
    named = () if what is None or "://" in what else (Path(what), Path(what).parent)
    return next((folder for folder in (*named, Path()) if is_table(folder)), None)
