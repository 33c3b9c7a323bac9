"""A player at the terminal: what he types, and what he does with his hands before it."""

import io
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from spotter.cli import main

Line = str | Callable[[], str | None]


@dataclass
class Player(io.TextIOBase):
    """Types line after line; a function is done first, and what it returns is typed."""

    lines: Iterable[Line]
    typed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._left = iter(self.lines)

    def readline(self) -> str:
        """The next line, nothing at the end of his patience."""
        line = next(self._left, None)
        if line is None:
            return ""
        said = line if isinstance(line, str) else line() or ""
        self.typed.append(said)
        return said + "\n"

    @property
    def presses(self) -> int:
        """How many keys he pressed, Enter included."""
        return sum(len(line) + 1 for line in self.typed)


def set_up(monkeypatch, folder, camera, lines, *words):
    """The exit code of `spotter setup` with this player, and the player; it may name no folder."""
    player = Player(lines)
    monkeypatch.setattr(sys, "stdin", player)
    named = ["--camera", str(camera)] if camera is not None else []
    where = [] if folder is None else [str(folder)]
    return main(["setup", *where, *named, "--no-window", *words]), player
