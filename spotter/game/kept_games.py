"""The games of a table: folders that hold a journal, with how each of them stands."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from rules.book.book import Book
from rules.game.engine import game_rules, phase_now, won_words
from rules.game.game import Game
from spotter.game.journal import read_journal
from spotter.game.live_game import LiveGame
from spotter.game.resuming import resumed
from table.errors import UserError
from table.text_file import is_there, no_such, reason_of

JOURNAL = "journal.jsonl"
FIRST = "game"  # the first game's folder; the next ones are game-2, game-3, ...
_A_GAME = f"a game's folder, like mytable/{FIRST}, or play one: spotter play"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One game: where it is, when it was played last, how it stands."""

    folder: Path
    played: datetime
    rules: str = ""
    book: str = ""  # its title
    standing: str = ""  # turn and phase, or who has won
    score: str = ""
    over: bool = False
    trouble: str | None = None  # why it cannot be read

    @property
    def name(self) -> str:
        """What players call it."""
        return self.folder.resolve().name

    @property
    def about(self) -> str:
        """When it was played, by which book, how it stands."""
        parts = (self._when, self.book, self.standing, self.score)
        return "; ".join(part for part in (*parts, self.trouble) if part)

    @property
    def heading(self) -> str:
        """What players know it by: when it was played last, and by which book."""
        return f"{self._when}: {self.book}"

    @property
    def stands(self) -> str:
        """Its name, and how it stands."""
        return f"{self.name}: {'; '.join(part for part in (self.standing, self.score) if part)}"

    @property
    def _when(self) -> str:
        return f"{self.played:%d %b %Y, %H:%M}"


@dataclass
class _Read:
    """A journal that is only read."""

    path: Path
    lines: list[dict[str, Any]]

    def append(self, line: dict[str, Any]) -> str | None:
        """Nobody plays this game now."""
        raise UserError(f"{self.path}: is only read; nothing is added: {line}")


def games_in(home: Path) -> tuple[KeptGame, ...]:
    """Every game of a table's folder, the one played last first; what has not begun is none."""
    found = [_game(folder) for folder in (home, *_folders(home)) if has_begun(folder)]
    return tuple(sorted(found, key=lambda game: game.played, reverse=True))


def farewell(folder: Path, live: LiveGame) -> str:
    """How the game stands when the players leave, and what can be done with it then."""
    game = live.game
    if game.winner is not None:
        return f"{folder}: {won_words(game.winner)}; spotter report {folder} makes a page of it"
    phase = phase_now(live.book, game).words
    return f"{folder}: turn {game.turn}, {phase}; spotter play goes on with it"


def new_folder(home: Path) -> Path:
    """Where the next game of a table goes."""
    names = (FIRST if n == 1 else f"{FIRST}-{n}" for n in count(1))
    return next(home / name for name in names if not has_begun(home / name))


def named_game(home: Path, name: Path) -> Path:
    """The game a player means: a folder as he wrote it, else the table's game of that name."""
    here, there = name.parent, home / name
    is_bare = here == Path() and not name.is_absolute()
    return there if is_bare and not name.exists() and has_begun(there) else name


def journal_in(path: Path) -> Path:
    """The journal that is meant by itself, by its game's folder, or by a table's folder.

    Of a table it is that of the game played last; UserError where there is none.
    """
    if path.is_file():
        return path
    found = [folder / JOURNAL for folder in (path, *_folders(path)) if has_begun(folder)]
    if not found:
        raise UserError(no_game(path))
    own = path / JOURNAL
    return own if own in found else max(found, key=lambda one: one.stat().st_mtime)


def no_game(path: Path) -> str:
    """What is said of a folder in which a game was looked for."""
    if path != Path() and not is_there(path):
        return no_such(path, "game", _A_GAME)
    here = "no game was played in this folder"
    return f"{here if path == Path() else f'{path}: no game was played here'}; name {_A_GAME}"


def game_meant(games: Sequence[KeptGame], text: str) -> KeptGame | None:
    """The game of that number in the list, or of that name; None for a new one.

    Raises UserError where it is neither.
    """
    wanted = text.strip()
    if wanted in {"", "new", "n", "0"}:
        return None
    if wanted.isdecimal() and int(wanted) <= len(games):
        return games[int(wanted) - 1]
    for game in games:
        if game.name == wanted:
            return game
    names = ", ".join(game.name for game in games)
    raise UserError(f"{wanted}: no such game; it is a number of the list, new, or one of {names}")


def _folders(home: Path) -> list[Path]:
    try:
        return sorted(path for path in home.iterdir() if path.is_dir())
    except OSError:
        return []


def has_begun(folder: Path) -> bool:
    """Whether a game was begun there: its journal has something in it."""
    try:
        return (folder / JOURNAL).stat().st_size > 0
    except (OSError, ValueError):
        return False


def _game(folder: Path) -> KeptGame:
    path = folder / JOURNAL
    played = datetime.fromtimestamp(path.stat().st_mtime)  # noqa: DTZ006 - the players' own clock
    try:
        live = resumed(_Read(path, read_journal(path)))
    except (UserError, OSError) as problem:
        return KeptGame(folder, played, trouble=f"cannot be read: {reason_of(problem)}")
    game, book = live.game, live.book
    phase = phase_now(book, game).words
    won = game.winner is not None
    standing = _won(game) if won else f"turn {game.turn}, {phase}"
    return KeptGame(
        folder, played, book.name, book.title, standing, _score_words(book, game), over=won
    )


def _won(game: Game) -> str:
    return "a draw" if game.winner == "draw" else f"{game.winner} has won in turn {game.turn}"


def _score_words(book: Book, game: Game) -> str:
    """What each side has lost so far, and its points where the book counts some."""
    lost = Counter(loss.side for loss in (*game.losses, *game.hit))
    points = {side: f" ({n} points)" for side, n in game_rules(book).points(game).items()}
    return ", ".join(f"{side} lost {lost[side]}{points.get(side, '')}" for side in game.sides)
