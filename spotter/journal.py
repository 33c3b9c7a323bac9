"""The game's journal: one JSON object a line, appended and synced, so that nothing is lost.

A line counts once its newline is on the disk. What a crash cut off at the end is moved aside
into `<name>.damaged` and said; the lines before it are kept. One program writes at a time.
"""

import errno
import json
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from spotter.file_lock import locked
from table.errors import UserError
from table.json_text import parse_json
from table.text_file import reason_of, write_whole

Line = dict[str, Any]
MOST_BYTES = 50_000_000  # an evening of play takes a hundredth of it


class Journal:
    """An open journal: the lines so far, and the one place that appends to it."""

    def __init__(self, path: Path, tell: Callable[[str], None]) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered: nothing that failed to be written may follow later.
            self._file = path.open("ab+", buffering=0)
        except OSError as problem:
            raise UserError(f"{path}: cannot be written: {reason_of(problem)}") from None
        if not locked(self._file):
            self._file.close()
            raise UserError(f"{path}: another spotter plays this game; close it first")
        self.lines = self._recovered(tell)

    def append(self, line: Line) -> None:
        """Write the line and wait until the disk has it."""
        text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        length = self._file.seek(0, os.SEEK_END)
        try:
            self._write(text)
        except OSError as problem:
            # Half a line must not run into the next one; if even this fails, the next start
            # finds it and puts it aside.
            with suppress(OSError):
                self._file.truncate(length)
            raise UserError(f"{self.path}: {_advice(problem)}") from None
        self.lines.append(line)

    def _write(self, text: bytes) -> None:
        if self._file.write(text) != len(text):
            raise OSError(errno.ENOSPC, "no space left")
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Give the journal free for another program."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _recovered(self, tell: Callable[[str], None]) -> list[Line]:
        self._file.seek(0)
        _refuse_endless(self._file.fileno(), self.path)
        whole = self._file.readall()
        lines, good = _readable(whole, str(self.path))
        if good < len(whole):
            aside = self.path.with_name(self.path.name + ".damaged")
            write_whole(aside, whole[good:])
            self._file.truncate(good)
            tell(f"{self.path}: the last line was cut off; it is kept in {aside.name}")
        return lines


def read_journal(path: Path) -> list[Line]:
    """The lines of a journal that nobody writes to; a cut last line is left out."""
    try:
        with path.open("rb") as file:
            _refuse_endless(file.fileno(), path)
            whole = file.read()
    except OSError as problem:
        raise UserError(f"{path}: cannot be read: {reason_of(problem)}") from None
    return _readable(whole, str(path))[0]


def _refuse_endless(handle: int, path: Path) -> None:
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode) or about.st_size > MOST_BYTES:
        raise UserError(f"{path}: is no journal: over {MOST_BYTES / 1e6:g} MB, or no plain file")


def _readable(whole: bytes, file: str) -> tuple[list[Line], int]:
    """The good lines from the start, and how many bytes they take."""
    lines: list[Line] = []
    good = 0
    for number, raw in enumerate(whole.splitlines(keepends=True), start=1):
        line = _line(raw, file) if raw.endswith(b"\n") else None
        if line is None:
            if whole[good + len(raw) :].strip():
                raise UserError(
                    f"{file}: line {number} is damaged and lines follow it; "
                    "mend it by hand, or start a new game"
                )
            break
        lines.append(line)
        good += len(raw)
    return lines, good


def _line(raw: bytes, file: str) -> Line | None:
    try:
        value = parse_json(raw.decode(), file)
    except (UserError, UnicodeDecodeError):
        return None
    return value if isinstance(value, dict) else None


def _advice(problem: OSError) -> str:
    if problem.errno == errno.ENOSPC:
        return "the disk is full; make room, what was confirmed so far is safe"
    return f"cannot be written: {reason_of(problem)}; what was confirmed so far is safe"
