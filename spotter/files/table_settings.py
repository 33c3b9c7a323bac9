"""spotter.toml: what a table is played with, beside the files that say how it looks.

`spotter setup` writes it; every command run in that folder, or given it, goes by it.
"""

from dataclasses import asdict, dataclass
from pathlib import Path

import tomli_w

from table.entry import Entry
from table.errors import UserError
from table.text_file import is_there, write_text
from table.toml_text import read_toml

NAME = "spotter.toml"
PAPERS = ("a4", "letter")
UNITS = ("in", "cm")
_HEAD = "# What this table is played with. spotter setup writes it; edit it as you like.\n"


@dataclass(frozen=True, slots=True)
class Settings:
    """The rulebook, the camera, the printer's paper and its bar, the unit the player measures in.

    `camera` is whatever `--camera` takes; `measured` what the printed 4 inch bar really measured;
    `skipped` are steps of the set-up that the player left out.
    """

    rules: str | None = None
    camera: str | None = None
    paper: str | None = None
    measured: float | None = None
    unit: str | None = None
    skipped: tuple[str, ...] = ()


def read_settings(folder: Path) -> Settings:
    """The settings in a folder; none where it has no such file."""
    path = folder / NAME
    if not is_there(path):
        return Settings()
    whole = read_toml(path)
    whole.known_keys({"rules", "camera", "paper", "measured", "unit", "skipped"})
    rules, camera, measured = whole.get("rules"), whole.get("camera"), whole.get("measured")
    paper, unit, skipped = whole.get("paper"), whole.get("unit"), whole.get("skipped")
    return Settings(
        None if rules is None else _rules(rules, folder),
        None if camera is None else _camera(camera, folder),
        None if paper is None else paper.choice(PAPERS, "papers"),
        None if measured is None else measured.length(3.2, 5.0, like=3.94),
        None if unit is None else unit.choice(UNITS, "units"),
        () if skipped is None else skipped.texts(),
    )


def _rules(entry: Entry, folder: Path) -> str:
    """A rulebook's name, or house rules beside this file.

    A folder is refused: it may hold a program, which runs only where the player himself names it.
    """
    name = entry.text()
    beside = folder / name
    if beside.is_dir() or (not name.endswith(".toml") and "/" in name):
        entry.wrong("name one of the rulebooks, or a file of house rules; see spotter rules")
    return str(beside) if name.endswith(".toml") and is_there(beside) else name


def _camera(entry: Entry, folder: Path) -> str:
    """A camera's number or address; a film or folder of pictures lies beside this file."""
    if isinstance(entry.value, int) and not isinstance(entry.value, bool) and entry.value >= 0:
        return str(entry.value)
    named = entry.text()
    beside = folder / named
    return str(beside) if not named.isdecimal() and is_there(beside) else named


def write_settings(folder: Path, settings: Settings) -> None:
    """Write the settings, whole or not at all."""
    known = {key: value for key, value in asdict(settings).items() if value not in (None, ())}
    try:
        write_text(folder / NAME, _HEAD + tomli_w.dumps(known))
    except UserError as problem:
        raise UserError(f"{problem}; the table's folder must be one you may write in") from None
