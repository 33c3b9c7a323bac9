"""What made vision stumble, kept so that it can be reproduced: pictures, table files, traceback.

Each fault has a folder of its own beside the journal; `spotter replay` on it meets it again. The
log beside them has a line for every time it happened.
"""

import shutil
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from spotter.files.table_folder import NAMES, TableFiles, learnt_looks
from spotter.files.written_picture import write_picture
from table.errors import UserError
from table.picture import Picture

FOLDER, LOG, NOTE = "faults", "log.txt", "note.txt"
_MOST = 9  # different faults of one game: a disk is not filled by the tenth


@dataclass(slots=True)
class FaultKeeper:
    """Keeps faults in a game's folder, each kind once."""

    folder: Path
    files: TableFiles | None = None
    _kept: dict[str, Path] = field(default_factory=dict)

    def keep(self, problem: Exception, pictures: Sequence[Picture]) -> Path | None:
        """Where a fault is kept, with the pictures that lead to it; None where the disk refuses."""
        kind = _kind(problem)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with (self.folder / LOG).open("a", encoding="utf-8") as log:
                log.write(f"{datetime.now(UTC).isoformat(timespec='seconds')} {kind}\n")
            if kind not in self._kept and len(self._kept) < _MOST:
                self._kept[kind] = self._written(problem, pictures)
        except (OSError, UserError):
            return None
        return self._kept.get(kind)

    def _written(self, problem: Exception, pictures: Sequence[Picture]) -> Path:
        folder = _free(self.folder)
        folder.mkdir()
        for number, picture in enumerate(pictures):
            write_picture(picture, folder / f"frame_{number:03d}.png")
        for key, name in NAMES.items():
            source: Path | None = getattr(self.files, key, None)
            if source is not None:
                shutil.copyfile(source, folder / name)
        looks = {} if self.files is None else learnt_looks(self.files.table)
        for name, look in looks.items():
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copyfile(look, folder / name)
        told = "".join(traceback.format_exception(problem))
        (folder / NOTE).write_text(f"{told}\nspotter replay {folder.name}\n", encoding="utf-8")
        return folder


def _kind(problem: Exception) -> str:
    """What went wrong and where, in one line."""
    frames = traceback.extract_tb(problem.__traceback__)
    where = f" in {frames[-1].name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(problem).__name__}{where}: {' '.join(str(problem).split())[:200]}"


def _free(folder: Path) -> Path:
    number = 1
    while (folder / f"{number:03d}").exists():
        number += 1
    return folder / f"{number:03d}"
