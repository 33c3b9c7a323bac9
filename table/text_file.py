"""Reading and writing small files, with a sentence for everything that goes wrong."""

import os
import stat
import time
from contextlib import suppress
from itertools import islice
from pathlib import Path

from table.errors import UserError

MOST_BYTES = 20_000_000  # no table, army or scene comes near; rubbish does
_MOST_NAMES, _LIKE = 5000, 0.75  # that are compared with a mistyped one, and how alike they must be
_UNFINISHED = ".spotter."  # how the names of files begin that are not whole yet
_READABLE = 0o644  # the player's other programs read what is new
_LONG_S = 60.0  # nothing takes so long to write
_cleaned: set[Path] = set()  # folders without what earlier programs left unfinished


def read_text(path: Path, most_bytes: int = MOST_BYTES) -> str:
    """The file's text, or a UserError that says what is wrong with the file."""
    try:
        if path.is_dir():
            raise UserError(f"{path}: is a folder; name a file in it")
        text = _content(path, most_bytes).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        raise UserError(no_such(path, "file")) from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: is not a text file (UTF-8); name another") from None
    except (OSError, ValueError) as problem:
        raise UserError(f"{path}: cannot be read: {reason_of(problem)}") from None
    if not text.strip():
        raise UserError(f"{path}: is empty; write it, or name another file")
    return text


def no_such(path: Path, what: str, instead: str = "one that is there") -> str:
    """That nothing of that name is there, with what was perhaps meant, or what to name instead."""
    folder = path.parent
    if path.is_symlink():
        return f"{path}: is a link to what is not there; name {instead}"
    if not is_folder(folder):
        return f"{path}: no such {what}; there is no folder {folder}"
    near = _named_like(path)
    advice = f"name {instead}" if near is None else f"did you mean {near}?"
    return f"{path}: no such {what}; {advice}"


def _named_like(path: Path) -> Path | None:
    """What lies beside it under nearly that name."""
    from difflib import get_close_matches  # noqa: PLC0415 - only slips of the pen need it

    try:
        there = [other.name for other in islice(path.parent.iterdir(), _MOST_NAMES)]
    except (OSError, ValueError):
        return None
    near = get_close_matches(path.name, there, n=1, cutoff=_LIKE)
    return path.with_name(near[0]) if near else None


def _content(path: Path, most_bytes: int) -> bytes:
    """The file's bytes; a device or pipe may have no size and no end, so that no more is read."""
    with path.open("rb") as file:
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise UserError(f"{path}: is over {most_bytes / 1e6:g} MB; name another file")
    return content


def write_text(path: Path, text: str) -> None:
    """Put the text in place whole or not at all; the old file stays until then."""
    write_whole(path, text.encode(errors="backslashreplace"))


def write_whole(path: Path, content: bytes) -> None:
    """Put the bytes in place whole or not at all; the old file stays until then."""
    try:
        real = path.resolve()  # what a link points to is written, and the link stays
        if real.exists() and not real.is_file():
            real.write_bytes(content)  # a device or pipe: nothing may take its place
        else:
            _replace(real, content)
    except (OSError, RuntimeError, ValueError) as problem:  # links in a circle, a NUL in the name
        raise UserError(f"{path}: cannot be written: {_why_not_written(path, problem)}") from None


def _why_not_written(path: Path, problem: Exception) -> str:
    """The system's reason, and what to do where that is plain."""
    if isinstance(problem, FileNotFoundError):
        return f"there is no folder {path.parent}; make it first"
    if isinstance(problem, IsADirectoryError):
        return "it is a folder; name a file in it"
    return reason_of(problem)


def _replace(path: Path, content: bytes) -> None:
    if path.parent not in _cleaned:  # once is enough: what we write ourselves we clean up
        _cleaned.add(path.parent)
        clean_left_behind(path.parent)
    import tempfile  # noqa: PLC0415 - who only reads needs none of what it loads

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{_UNFINISHED}{os.getpid()}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(path))
        Path(name).replace(path)
        sync_folder(path.parent)
    except BaseException:  # Ctrl+C too leaves nothing half behind
        Path(name).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """Who may read the file: whoever could before; mkstemp makes private ones."""
    return stat.S_IMODE(path.stat().st_mode) if path.exists() else _READABLE


def make_folder(folder: Path, what: str) -> None:
    """Make the folder if it is not there; `what` says what it is for, like "the table"."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        above = [folder, *folder.parents]
        file = next((one for one in above if is_there(one) and not is_folder(one)), folder)
        raise UserError(f"{file}: is a file; name a folder for {what}") from None
    except (OSError, ValueError) as problem:
        raise UserError(f"{folder}: cannot be made: {reason_of(problem)}") from None


def sync_folder(folder: Path) -> None:
    """Wait until the disk knows the folder's names; systems that cannot are let be."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network shares
            os.fsync(handle)
    finally:
        os.close(handle)


def clean_left_behind(folder: Path) -> None:
    """Take away what programs that were killed in the middle of writing have left there."""
    for path in folder.glob(f"{_UNFINISHED}*"):
        with suppress(OSError):
            if not _is_being_written(path):
                path.unlink()


def _is_being_written(path: Path) -> bool:
    """Whether a program still writes to it, as far as can be told."""
    writer = path.name.removeprefix(_UNFINISHED).split(".", maxsplit=1)[0]
    if os.name == "posix" and writer.isdecimal():
        return _runs(int(writer))
    return time.time() - path.stat().st_mtime < _LONG_S


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # somebody else's
    return True


def is_folder(path: Path) -> bool:
    """Whether there is such a folder; a name no system allows names none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_there(path: Path) -> bool:
    """Whether there is such a file; a name no system allows names none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def reason_of(problem: Exception) -> str:
    """What the system said, without numbers and paths."""
    text = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
    return str(text).splitlines()[0]
