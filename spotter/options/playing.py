"""The words of the commands that play, and tell of it: demo, play, referee, report."""

import argparse
from pathlib import Path

from spotter.options.shared import (
    json_options,
    own_book_options,
    rules_options,
    table_options,
)

_PORT = 8470


def demo_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter demo` is told."""
    parser.add_argument(
        "--out", type=Path, default=Path("out"), help="folder for the pictures (out)"
    )
    parser.add_argument("--no-window", action="store_true", help="pictures and a summary only")


def play_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter play` is told."""
    parser.add_argument(
        "folder", nargs="?", help="the table's folder; if not named, this one, or the pictures' own"
    )
    table_options(parser)
    rules_options(parser)
    _projector_options(parser)
    _game_options(parser)
    parser.add_argument(
        "--turns", type=int, help="the agreed number of turns, where the book counts them"
    )
    parser.add_argument(
        "--agreed",
        type=Path,
        metavar="FILE",
        help="agreed.json: turns, objectives, flags, what no camera sees of a man",
    )
    parser.add_argument(
        "--dead-band",
        type=float,
        default=0.08,
        metavar="INCHES",
        help="a man who shifts less stands still (0.08)",
    )
    parser.add_argument(
        "--pace", type=float, default=0.5, help="seconds between pictures of a folder or film (0.5)"
    )
    _opponent_options(parser)
    parser.add_argument("--no-window", action="store_true", help="words only")
    _heard_options(parser)
    _page_options(parser)
    parser.add_argument(
        "--tuio", metavar="HOST:PORT", help="send the men there as TUIO 1.1 objects, by UDP"
    )


def _projector_options(parser: argparse.ArgumentParser) -> None:
    """Whether the desk is lit, and by which map."""
    parser.add_argument("--projector", type=int, metavar="N", help="the projector's display")
    parser.add_argument(
        "--projector-map",
        type=Path,
        metavar="FILE",
        help="what spotter calibrate projector wrote (projector.json)",
    )


def _opponent_options(parser: argparse.ArgumentParser) -> None:
    """Whether the program plays a side, and how well."""
    parser.add_argument(
        "--opponent", metavar="SIDE", help="the program plays this side; your hand moves its men"
    )
    parser.add_argument("--level", type=int, default=3, help="how well it plays, 1 to 3 (3)")


def _heard_options(parser: argparse.ArgumentParser) -> None:
    """What is heard of the game."""
    parser.add_argument(
        "--sound", action="store_true", help="a short tone for a hit, a refusal, your turn"
    )
    parser.add_argument(
        "--speak", action="store_true", help="verdicts are spoken (extra: spotter-desk[speech])"
    )


def _page_options(parser: argparse.ArgumentParser) -> None:
    """Whether phones may join, and where."""
    parser.add_argument(
        "--serve",
        nargs="?",
        const="here",
        choices=("here", "lan"),
        help="a page for phones: on this computer alone, or `lan` for the local network",
    )
    parser.add_argument("--port", type=int, default=_PORT, help=f"of the page ({_PORT})")


def _game_options(parser: argparse.ArgumentParser) -> None:
    """Which game of the table is played: a folder with its journal, its pictures, its report."""
    parser.add_argument(
        "--game", type=Path, metavar="GAME", help="a game's folder or name; it goes on, or begins"
    )
    parser.add_argument("--new", action="store_true", help="begin a new game")
    parser.add_argument("--games", action="store_true", help="list the table's games and end")
    parser.add_argument(
        "--record",
        nargs="?",
        type=Path,
        const=True,
        metavar="GAME",
        help="keep the pictures in the game's folder too",
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on with the game played last, without a question"
    )


def phones_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter phones` is told."""
    parser.add_argument(
        "folder", nargs="?", default=".", help="the table's folder, or a game's (this one)"
    )
    parser.add_argument(
        "--withdraw",
        nargs="+",
        metavar="NAME",
        help="send these away: a name, a side, watch, or the badge that is shown",
    )
    parser.add_argument(
        "--new-code", action="store_true", help="send everybody away and make a new code"
    )
    parser.add_argument(
        "-o", "--out", type=Path, help="the code as a .svg, .png or .pdf file to print"
    )


def referee_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter referee` is told."""
    parser.add_argument("story", type=Path, help="story.json, - for stdin")
    own_book_options(parser)
    json_options(parser)


def report_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter report` is told."""
    parser.add_argument(
        "game",
        nargs="?",
        type=Path,
        default=Path(),
        help="a game's folder, its journal, or a table's folder (this one)",
    )
    own_book_options(parser)
    parser.add_argument("-o", "--out", type=Path, help="the page (report.html beside the journal)")
    parser.add_argument("--title", help="what stands above it")
    parser.add_argument("--pdf", action="store_true", help="a PDF beside it")
    parser.add_argument("--no-film", action="store_true", help="without the animated picture")


def duel_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter duel` is told."""
    parser.add_argument("rules", metavar="BOOK", help="the rulebook")
    parser.add_argument(
        "army", nargs="*", help='men in words, like "4 rifle, 1 pistol officer"; one or two'
    )
    parser.add_argument("--games", type=int, default=10, help="how many (10)")
    parser.add_argument("--red", default="3", help="level 1 to 3, or random, nearest, shot (3)")
    parser.add_argument("--blue", default="3", help="the same for the other side (3)")
    parser.add_argument("--turns", type=int, default=8, help="the agreed number of turns (8)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    json_options(parser)
