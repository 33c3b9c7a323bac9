"""The game's journal: one JSON object a line, appended and synced, so that nothing is lost.

A line counts once its newline is on the disk. What a crash cut off at the end is moved aside
into `<name>.damaged` and said; the lines before it are kept. One program writes at a time, and
where the file is deleted, replaced or cut under it, it is written anew before a line is added.
"""

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import IO, Self
from zlib import crc32

from spotter.files.file_lock import locked
from spotter.game.journal_lines import JournalLine, readable, unchecked, written
from table.errors import UserError, listed
from table.text_file import clean_left_behind, make_folder, reason_of, sync_folder, write_whole

MOST_BYTES = 50_000_000  # an evening of play takes a hundredth of it


class Journal:
    """An open journal: the lines so far, and the one place that appends to it."""

    def __init__(self, path: Path, tell: Callable[[str], None]) -> None:
        self.path = path
        make_folder(path.parent, "the game")
        try:
            clean_left_behind(path.parent)
            self._file = _opened(path)
        except OSError as problem:
            raise UserError(f"{path}: cannot be written: {reason_of(problem)}") from None
        if not locked(self._file):
            self._file.close()
            raise UserError(f"{path}: another spotter plays this game; close it first")
        self._length = self._sum = self._written_ns = 0
        self.lines = self._recovered(tell)

    def append(self, line: JournalLine) -> str | None:
        """Write the line and wait until the disk has it; what had to be mended first, if so."""
        try:
            mended = self._mended()
            self._write(written(line, len(self.lines) + 1))
        except OSError as problem:
            raise UserError(f"{self.path}: {_advice(problem)}") from None
        self.lines.append(line)
        return mended

    def _write(self, text: bytes) -> None:
        try:
            _synced(self._file, text)
        except OSError:
            # Half a line must not run into the next one; if even this fails, the next start
            # finds it and puts it aside.
            with suppress(OSError):
                self._file.truncate(self._length)
            raise
        self._note(text)

    def _note(self, text: bytes) -> None:
        """Keep by what the file is known again: its length, its sum, when it was written."""
        self._length += len(text)
        self._sum = crc32(text, self._sum)
        self._written_ns = os.fstat(self._file.fileno()).st_mtime_ns

    def _mended(self) -> str | None:
        """What became of the file under the running game, once all its lines are there again."""
        what = self._is_whole()
        if what is None:
            return None
        kept = ""
        if self.path.exists():
            aside = _free_name(self.path)
            self.path.rename(aside)
            kept = f"; what lay there is kept in {aside.name}"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file.close()
        self._file = _opened(self.path)
        locked(self._file)
        self._length = self._sum = 0
        self._write(b"".join(written(line, i) for i, line in enumerate(self.lines, start=1)))
        return f"{self.path}: was {what} while the game went on; it is written anew{kept}"

    def _is_whole(self) -> str | None:
        """None where the file is still the one that was written to, else what became of it."""
        ours = os.fstat(self._file.fileno())
        try:
            there = self.path.stat()
        except FileNotFoundError:
            return "deleted"
        if not os.path.samestat(ours, there):
            return "replaced"
        if ours.st_size == self._length and ours.st_mtime_ns == self._written_ns:
            return None
        # A backup may touch a file and leave all as it is; then the sum says so.
        self._file.seek(0)
        if crc32(self._file.read()) != self._sum:
            return "changed"
        self._written_ns = ours.st_mtime_ns
        return None

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

    def _recovered(self, tell: Callable[[str], None]) -> list[JournalLine]:
        self._file.seek(0)
        _refuse_endless(self._file.fileno(), self.path)
        whole = self._file.read()
        lines, good = readable(whole, str(self.path))
        if good < len(whole):
            aside = _free_name(self.path)
            write_whole(aside, whole[good:])
            self._file.truncate(good)
            tell(f"{self.path}: the last line was cut off; it is kept in {aside.name}")
        bare = unchecked(whole[:good])
        if bare:
            numbers = listed(map(str, bare), int)
            tell(f"{self.path}: lines without a check, believed as they stand: {numbers}")
        self._note(whole[:good])
        return lines


def _synced(file: IO[bytes], text: bytes) -> None:
    """Write all of the text and wait until the disk has it."""
    if file.write(text) != len(text):
        raise OSError(errno.ENOSPC, "no space left")
    os.fsync(file.fileno())


def _opened(path: Path) -> IO[bytes]:
    """The file for appending, and its name for sure in its folder."""
    # Unbuffered: nothing that failed to be written may follow later.
    file = path.open("ab+", buffering=0)
    sync_folder(path.parent)
    return file


def _free_name(path: Path) -> Path:
    """A name beside the journal for what is damaged; what is kept there already stays."""
    names = (f"{path.name}.damaged{'' if n == 1 else f'-{n}'}" for n in count(1))
    return next(free for name in names if not (free := path.with_name(name)).exists())


def read_journal(path: Path) -> list[JournalLine]:
    """The lines of a journal that nobody writes to; a cut last line is left out."""
    try:
        with path.open("rb") as file:
            _refuse_endless(file.fileno(), path)
            whole = file.read()
    except OSError as problem:
        raise UserError(f"{path}: cannot be read: {reason_of(problem)}") from None
    return readable(whole, str(path))[0]


def _refuse_endless(handle: int, path: Path) -> None:
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode) or about.st_size > MOST_BYTES:
        raise UserError(f"{path}: is no journal: over {MOST_BYTES / 1e6:g} MB, or no plain file")


def _advice(problem: OSError) -> str:
    if problem.errno == errno.ENOSPC:
        return "the disk is full; make room, what was confirmed so far is safe"
    return f"cannot be written: {reason_of(problem)}; what was confirmed so far is safe"
