"""What another command says, kept for the talk: the set-up's window shows no terminal."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TextIO


class _Complaints(io.StringIO):
    """What is complained of; the bars of long work go on to where they are watched."""

    def __init__(self, watched: TextIO) -> None:
        super().__init__()
        self._watched = watched

    def isatty(self) -> bool:
        return self._watched.isatty()

    def write(self, text: str) -> int:
        return (self._watched.write if "\r" in text else super().write)(text)

    def flush(self) -> None:
        self._watched.flush()


@contextmanager
def heard() -> Iterator[list[str]]:
    """The lines that were printed and complained of meanwhile, once it is over."""
    lines: list[str] = []
    printed, complaints = io.StringIO(), _Complaints(sys.stderr)
    with redirect_stdout(printed), redirect_stderr(complaints):
        try:
            yield lines
        finally:
            said = f"{printed.getvalue()}\n{complaints.getvalue()}"
            lines += [line.removeprefix("spotter: ") for line in said.splitlines() if line.strip()]
