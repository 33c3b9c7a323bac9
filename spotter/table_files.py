"""The files that describe one table, given by the player or found beside his pictures."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from table.army import Army
from table.army_file import read_army
from table.errors import UserError
from table.lens import Lens
from table.lens_file import read_lens
from table.picture import Picture
from table.table_file import read_table
from table.table_spec import TableSpec
from table.text_file import is_there
from vision.picture_file import read_picture

NAMES = {
    "table": "table.toml",
    "army": "army.toml",
    "camera": "camera.yaml",
    "empty": "empty.jpg",
}


@dataclass(frozen=True, slots=True)
class TableFiles:
    """Where the files are; the lens and the empty table may be missing."""

    table: Path
    army: Path
    camera: Path | None = None
    empty: Path | None = None


@dataclass(frozen=True, eq=False)
class Setup:
    """What the files say: all that vision needs besides a picture."""

    spec: TableSpec
    army: Army
    lens: Lens | None = None
    empty: Picture | None = None


def files_given(args: argparse.Namespace, *folders: Path) -> TableFiles:
    """The files of the command line; those of the usual names in the folders are the defaults."""
    found = {key: getattr(args, key, None) or _beside(folders, name) for key, name in NAMES.items()}
    table, army = found["table"], found["army"]
    if table is None or army is None:
        missing = NAMES["table" if table is None else "army"]
        last = folders[-1] if folders else None
        where = f"{last}: has no {missing}; put it there, or" if last else f"no {missing};"
        raise UserError(f"{where} name it with --{missing.split('.')[0]}")
    return TableFiles(table, army, found["camera"], found["empty"])


def _beside(folders: Sequence[Path], name: str) -> Path | None:
    """The first file of that name in the folders."""
    return next((folder / name for folder in folders if is_there(folder / name)), None)


def read_setup(files: TableFiles) -> Setup:
    """The contents of the files."""
    return Setup(
        read_table(files.table),
        read_army(files.army),
        None if files.camera is None else read_lens(files.camera),
        None if files.empty is None else read_picture(files.empty),
    )
