"""`spotter play`: a game on the table, live, from set-up to victory."""

import argparse
import time
from pathlib import Path
from typing import Any

from calibration.projector_file import read_projector
from overlay.projector_window import ProjectorWindow
from overlay.setup_window import has_screen
from rules.books import book_named
from spotter.agreed_file import checked_terms, read_agreed
from spotter.eyes import Eyes
from spotter.journal import Journal
from spotter.live_game import LiveGame, begun, resumed
from spotter.play_table import PlayTable
from spotter.play_window import PlayWindow
from spotter.projector_light import ProjectorLight
from spotter.recording import Recorder, begin_recording
from spotter.seeing import Seeing
from spotter.source_options import is_lens
from spotter.sources import open_source
from spotter.table_files import Setup, files_given, read_setup
from table.entry import Entry
from table.errors import UserError
from table.scene import Scene
from table.text_file import is_folder
from vision.merge import DeadBand

JOURNAL = "journal.jsonl"


def run(args: argparse.Namespace) -> None:
    """Play until the players quit, or a recording and nobody to press a key are at their end."""
    if is_lens(args.source):
        raise UserError(f"--camera: {args.source} is a lens; name it with --lens")
    shown = Path(args.source)
    # A recording has its own table's files beside its pictures.
    files = files_given(args, *([shown] if is_folder(shown) else []), Path())
    setup = read_setup(files)
    folder = args.record or args.game
    with Journal(folder / JOURNAL, _tell) as journal:
        table = _table(args, setup, journal)
        if args.record is not None:
            begin_recording(args.record, files)
        with open_source(args.source, of_a_game=True) as source:
            dead_band = DeadBand(args.dead_band)
            eyes = Eyes(source, setup, pace_s=args.pace, dead_band=dead_band)
            try:
                _play(args, setup, table, eyes)
            finally:
                eyes.close()


def _tell(sentence: str) -> None:
    print(sentence, flush=True)


def _table(args: argparse.Namespace, setup: Setup, journal: Journal) -> PlayTable:
    if journal.lines and not args.resume:
        raise UserError(
            f"{journal.path}: a game is there already; play on with --resume, "
            "or name another folder with --game"
        )
    live = resumed(journal) if args.resume and journal.lines else None
    if live is not None:
        _tell_what_stays(args, live.book.name)
    if args.resume and live is None:
        _tell(f"{journal.path}: no game is there; a new one begins")
    if live is None and args.rules is None:
        raise UserError("--rules: name the rulebook, like --rules omog-advanced")
    sides = tuple(side.name for side in setup.army.sides)
    agreed = _agreed(args, setup) if live is None else {}

    def begin(scene: Scene) -> LiveGame:
        return begun(journal, args.rules, scene, sides, agreed)

    return PlayTable(setup.army, begin, live)


def _tell_what_stays(args: argparse.Namespace, book: str) -> None:
    """A game that goes on does so by what it began with, whatever is named now."""
    if args.rules not in {None, book} and not str(args.rules).endswith(".toml"):
        _tell(f"--rules: the game goes on under {book}, as it began")
    if args.agreed is not None or args.turns is not None:
        _tell("--agreed, --turns: what was agreed when the game began stays")


def _agreed(args: argparse.Namespace, setup: Setup) -> dict[str, Any]:
    """What the players agreed on before the game: a file of terms, the number of turns.

    A mistyped rulebook or term is said before the camera starts.
    """
    book, terms = book_named(args.rules), dict[str, Any]()
    if args.agreed is not None:
        terms = read_agreed(args.agreed, book.name, setup.army, setup.spec)
    if args.turns is not None:
        turns = Entry("--turns", "", {"turns": args.turns})
        terms |= checked_terms(turns, book.name, setup.army, setup.spec)
    return terms


def _play(args: argparse.Namespace, setup: Setup, table: PlayTable, eyes: Eyes) -> None:
    seeing = Seeing(table, None if args.record is None else Recorder(args.record))
    if args.no_window or not has_screen():
        _play_in_words(table, eyes, seeing)
        return
    book = table.live.book if table.live is not None else book_named(args.rules)
    pictures = args.record or args.game
    window = PlayWindow(
        seeing,
        book,
        setup,
        projector=_projector(args, setup),
        pictures=pictures,
        agreed=_agreed(args, setup) if table.live is None else table.live.game.agreed,
    )
    try:
        while window.open:
            window.step(eyes)
    finally:
        window.close()


def _projector(args: argparse.Namespace, setup: Setup) -> ProjectorLight | None:
    if args.projector is None:
        return None
    fit = read_projector(args.projector_map)

    def open_window() -> ProjectorWindow:
        return ProjectorWindow(
            fit.projector_from_table,
            setup.army,
            display=args.projector,
            corner_marker_in=setup.spec.corner_marker,
        )

    return ProjectorLight(args.projector, open_window)


def _play_in_words(table: PlayTable, eyes: Eyes, seeing: Seeing) -> None:
    """Without a screen: begin at once, and print what happens until the pictures end."""
    number, told, said = 0, "", table.said
    if table.message:
        _tell(table.message)
    while True:
        seen = eyes.after(number, timeout_s=0.5)
        if seen.number != number:
            number = seen.number
            seeing(seen)
        if table.live is None and table.seen and table.seen.soldiers and not table.hand:
            table.next_phase()
        table.tick(time.monotonic())
        words = table.hud(time.monotonic()).message or ""
        is_message = words == table.message
        # What was said before a hand came is not said again when it goes, nor is why no game
        # begins with every picture.
        is_news = words != told if table.live is None or not is_message else table.said != said
        if words and is_news:
            _tell(f"{seen.taken.name if seen.taken else 'camera'}: {words}")
            said = table.said if is_message else said
        told = words
        if seen.over:
            break
    if table.seen is None:
        raise UserError(seen.trouble or "the pictures show no table")
    if table.live is None:
        raise UserError(table.message or _nobody(table.seen))


def _nobody(seen: Scene) -> str:
    """Why no game began where nobody of the army was seen."""
    others = f"; in no army: {', '.join(seen.unknown)}" if seen.unknown else ""
    return f"the pictures show no soldier of army.toml{others}"
