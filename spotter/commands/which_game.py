"""Which game `spotter play` plays: the one named, the one that goes on, or one chosen of a list."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from overlay.window.choice_desk import Choice
from overlay.window.choice_window import chosen_of
from overlay.window.setup_window import is_watched
from spotter.game.kept_games import (
    KeptGame,
    game_meant,
    games_in,
    has_begun,
    named_game,
    new_folder,
)
from table.errors import UserError

_TITLE = "Which game goes on?"
_NEW = "A new game"


class NothingChosenError(Exception):
    """The players closed the list: nothing is played."""


def which_game(args: argparse.Namespace, home: Path) -> Path:
    """The folder of the game that is played."""
    if isinstance(args.record, Path):
        return _unless_begun(args.record, args)
    if args.game is not None:
        return _unless_begun(named_game(home, args.game), args)
    return new_folder(home) if args.new else _of_the_table(args, home)


def _unless_begun(folder: Path, args: argparse.Namespace) -> Path:
    if args.new and has_begun(folder):
        raise UserError(f"{folder}: a game is there already; leave --new out to go on with it")
    return folder


def _of_the_table(args: argparse.Namespace, home: Path) -> Path:
    games = games_in(home)
    if args.resume:
        return games[0].folder if games else new_folder(home)
    for game in games:
        if game.trouble is not None:
            print(f"{game.folder}: {game.trouble}", flush=True)
    going = [game for game in games if _goes_on(game, args.rules)]
    chosen = _chosen(args, going) if len(going) > 1 else next(iter(going), None)
    if chosen is None:
        folder = new_folder(home)
        if games:
            print(f"{folder}: a new game (--games lists all)", flush=True)
        return folder
    print(f"{chosen.folder}: {chosen.about}; it goes on (--new begins another)", flush=True)
    return chosen.folder


def _goes_on(game: KeptGame, rules: str | None) -> bool:
    """Whether a game can be meant: not over, and of the rulebook that was named, if one was."""
    is_other = rules is not None and not rules.endswith(".toml") and game.rules != rules
    return not game.over and game.trouble is None and not is_other


def _chosen(args: argparse.Namespace, games: Sequence[KeptGame]) -> KeptGame | None:
    """The players' choice, None for a new game; with nobody to ask the one played last."""
    if not args.no_window and is_watched():
        return _clicked(games)
    if not sys.stdin.isatty():
        return games[0]
    print("\n".join(listed(games)), flush=True)
    while True:
        try:
            return game_meant(games, input("number or name (Enter: 1, new: a new game): ") or "1")
        except UserError as problem:
            print(problem, flush=True)
        except EOFError:
            return games[0]


def _clicked(games: Sequence[KeptGame]) -> KeptGame | None:
    shown = [Choice(game.heading, game.stands, str(n)) for n, game in enumerate(games[:9], start=1)]
    at = chosen_of(_TITLE, (*shown, Choice(_NEW, "the ones above stay as they are", "n")))
    if at is None:
        raise NothingChosenError
    return games[at] if at < len(shown) else None


def listed(games: Sequence[KeptGame]) -> list[str]:
    """A numbered line for each game."""
    return [f"{n:3}  {game.name}: {game.about}" for n, game in enumerate(games, start=1)]


def print_games(home: Path) -> None:
    """The games of a table, the one played last first."""
    games = games_in(home)
    print("\n".join(listed(games)) or f"{home.resolve()}: no game was begun here yet", flush=True)
