"""Reading and writing small text files, with a sentence for everything that goes wrong."""

import os
import tempfile
from pathlib import Path

from table.errors import UserError

MOST_BYTES = 20_000_000  # no table, army or scene comes near; rubbish does


def read_text(path: Path) -> str:
    """The file's text, or a UserError that says what is wrong with the file."""
    try:
        if path.is_dir():
            raise UserError(f"{path}: is a folder; name a file in it")
        if path.stat().st_size > MOST_BYTES:
            raise UserError(f"{path}: is over {MOST_BYTES // 1_000_000} MB; that is no such file")
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise UserError(f"{path}: no such file") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: is not a text file (UTF-8)") from None
    except (OSError, ValueError) as problem:
        raise UserError(f"{path}: cannot be read: {reason_of(problem)}") from None
    if not text.strip():
        raise UserError(f"{path}: is empty")
    return text


def write_text(path: Path, text: str) -> None:
    """Put the text in place whole or not at all; the old file stays until then."""
    name: str | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        # mkstemp makes private files; the player's other programs should read this one.
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as problem:
        if name is not None:
            Path(name).unlink(missing_ok=True)
        raise UserError(f"{path}: cannot be written: {reason_of(problem)}") from None


def reason_of(problem: Exception) -> str:
    """What the system said, without numbers and paths."""
    text = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
    return str(text).splitlines()[0]
