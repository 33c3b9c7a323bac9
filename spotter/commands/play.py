"""`spotter play`: a game on the table, live, from set-up to victory."""

import argparse
import time
from pathlib import Path
from typing import Any

from calibration.projector_file import read_projector
from overlay.projector_window import ProjectorWindow
from overlay.setup_window import has_screen
from rules.books import book_named
from spotter.eyes import Eyes, Seen
from spotter.journal import Journal
from spotter.live_game import LiveGame, begun, resumed
from spotter.play_table import PlayTable
from spotter.play_window import PlayWindow
from spotter.recording import begin_recording, record_moment
from spotter.sources import open_source
from spotter.table_files import Setup, files_given, read_setup
from table.army import Army
from table.errors import UserError
from table.scene import Scene
from vision.merge import DeadBand

JOURNAL = "journal.jsonl"


def run(args: argparse.Namespace) -> None:
    """Play until the players quit, or a recording and nobody to press a key are at their end."""
    files = files_given(args, Path())
    setup = read_setup(files)
    folder = args.record or args.game
    with Journal(folder / JOURNAL, _tell) as journal:
        table = _table(args, setup, journal)
        if args.record is not None:
            begin_recording(args.record, files)
        with open_source(args.source) as source:
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
    if live is None and args.rules is None:
        raise UserError("--rules: name the rulebook, like --rules omog-advanced")
    if live is None:
        book_named(args.rules)  # a mistyped name is said before the camera starts
    sides = tuple(side.name for side in setup.army.sides)

    def begin(scene: Scene) -> LiveGame:
        return begun(journal, args.rules, scene, sides, _agreed(args))

    return PlayTable(setup.army, begin, live)


def _agreed(args: argparse.Namespace) -> dict[str, Any]:
    return {} if args.turns is None else {"turns": args.turns}


def _play(args: argparse.Namespace, setup: Setup, table: PlayTable, eyes: Eyes) -> None:
    seen_by = _Seeing(table, args.record)
    if args.no_window or not has_screen():
        _play_in_words(table, eyes, seen_by)
        return
    book = table.live.book if table.live is not None else book_named(args.rules)
    projector = _projector(args, setup.army, setup.spec.corner_marker)
    window = PlayWindow(table, book, setup.army, projector=projector, pictures=args.game)
    try:
        while window.open:
            window.step(eyes, seen_by)
    finally:
        window.close()


def _projector(
    args: argparse.Namespace, army: Army, corner_marker_in: float
) -> ProjectorWindow | None:
    if args.projector is None:
        return None
    fit = read_projector(args.projector_map)
    return ProjectorWindow(
        fit.projector_from_table,
        army,
        display=args.projector,
        corner_marker_in=corner_marker_in,
    )


def _play_in_words(table: PlayTable, eyes: Eyes, seen_by: "_Seeing") -> None:
    """Without a screen: begin at once, and print what happens until the pictures end."""
    number, said = 0, ""
    while True:
        seen = eyes.after(number, timeout_s=1.0)
        if seen.number == number:
            continue
        number = seen.number
        seen_by(seen)
        if table.live is None and table.seen is not None and not table.hand:
            table.next_phase(time.monotonic())
        message = table.hud(time.monotonic()).message or ""
        if message != said:
            said = message
            _tell(f"{seen.taken.name if seen.taken else ''}: {said}")
        if seen.over:
            return


class _Seeing:
    """Hands what was seen to the table, and to the recording what mattered."""

    def __init__(self, table: PlayTable, record: Path | None) -> None:
        self._table = table
        self._record = record
        self._moments = 0

    def __call__(self, seen: Seen) -> None:
        self._table.trouble = seen.trouble
        if seen.tracked is None or seen.taken is None:
            return
        tracked = seen.tracked
        if tracked.notice:
            self._table.message = tracked.notice
        new = tracked.anew or tracked.hand != self._table.hand
        if new or self._table.seen is None:
            self._table.see(tracked.scene, hand=tracked.hand, now_s=time.monotonic())
            self._remember(seen)

    def _remember(self, seen: Seen) -> None:
        if self._record is None or seen.taken is None or self._table.seen is None:
            return
        self._moments += 1
        record_moment(
            self._record,
            self._moments,
            seen.taken.picture,
            self._table.seen,
            hand=self._table.hand,
            corrected=self._table.corrected,
            at_s=round(seen.taken.at_s, 3),
            message=self._table.message,
        )
