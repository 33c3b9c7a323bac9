"""`spotter setup`: from nothing to the first ruling, step by step, in a window or in words."""

import argparse
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from overlay.window.setup_window import is_watched
from spotter.cli import STOPPED, main
from spotter.files.table_folder import is_table
from spotter.setup.steps.order import walk
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import StopSetup, Talk, Watch, meant

_WIDEST, _MOST_SHORT = 90, 2  # letters and lines of options that stand beside each other
_FIRM = "\u00a0"  # a blank that does not end a line
_USUAL_NAME = "mytable"


def run(args: argparse.Namespace) -> int:
    """Lead through the steps that are not done yet, and play if that is wanted."""
    folder = _usual_folder(Path()) if args.folder is None else Path(args.folder)
    table = TableSetup(folder, _other_command, args.camera)
    talk = TerminalTalk() if args.no_window or not is_watched() else _window(table)
    try:
        walk(table, talk, args.step)
        plays = args.step is None and _wants_to_play(talk)
    except StopSetup:
        print(f"stopped; go on with: {table.command}")
        return 0
    finally:
        table.let_go()
        talk.close()
    return main(["play", str(folder)]) if plays else 0


def _other_command(words: list[str]) -> int:
    """The exit code of another command; who stops it stops the set-up."""
    code = main(words)
    if code == STOPPED:
        raise StopSetup
    return code


def _window(table: TableSetup) -> Talk:
    from spotter.setup.window_talk import WindowTalk  # noqa: PLC0415 - needs a screen

    return WindowTalk(table)


def _usual_folder(here: Path) -> Path:
    """Where a table goes whose folder nobody names: here if this is a table's or is bare."""
    try:
        is_bare = not any(not path.name.startswith(".") for path in here.iterdir())
    except OSError:
        is_bare = True
    return here if is_bare or is_table(here) else here / _USUAL_NAME


def _wants_to_play(talk: Talk) -> bool:
    options = ("play now", "later")
    return talk.ask("ready", options, default=options[0]) == options[0]


class TerminalTalk:
    """The set-up in words, on standard input and output."""

    def __init__(self) -> None:
        """Say what can be typed at every question."""
        print("Enter takes what stands in brackets; back, skip and stop do what they say.")

    def head(self, title: str) -> None:
        """Begin a step."""
        print(f"\n{title}", flush=True)

    def tell(self, *lines: str) -> None:
        """Say something."""
        for line in lines:
            print(f"  {line}".rstrip(), flush=True)

    def ask(
        self,
        question: str,
        options: Sequence[str] = (),
        *,
        default: str = "",
        watch: Watch | None = None,
    ) -> str:
        """What the player types; the end of his input ends the set-up."""
        del watch  # pictures are looked at once he has answered
        self._offer(options)
        known = f" [{_short(default, options)}]" if default else ""
        print(f"  {question}{known}: " if question else "  ", end="", flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            print("\n  no more input", flush=True)
            raise StopSetup
        return meant(line, options, default)

    @staticmethod
    def _offer(options: Sequence[str]) -> None:
        numbered = [f"{number} {option}" for number, option in enumerate(options, 1)]
        together = textwrap.wrap("   ".join(one.replace(" ", _FIRM) for one in numbered), _WIDEST)
        is_short = len(together) <= _MOST_SHORT
        for line in together if is_short else numbered:
            print(f"    {line.replace(_FIRM, ' ')}")

    def close(self) -> None:
        """Nothing to close."""


def _short(default: str, options: Sequence[str]) -> str:
    """What Enter takes: an option by its number."""
    return str(options.index(default) + 1) if default in options else default
