"""`spotter play`: a game on the table, live, from set-up to victory."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overlay.window.setup_window import has_screen
from rules.book.shelf import FIRST, book_named
from spotter.camera.sources import open_source
from spotter.commands.which_game import NothingChosenError, print_games, which_game
from spotter.files.recording import Recorder, begin_recording
from spotter.files.table_files import Setup, named_setup
from spotter.files.table_folder import NamedTable, named_table
from spotter.files.vision_fault import FOLDER as FAULTS
from spotter.files.vision_fault import FaultKeeper
from spotter.game.agreed_file import checked_terms, read_agreed
from spotter.game.journal import Journal
from spotter.game.kept_games import JOURNAL, farewell
from spotter.game.live_game import LiveGame, begun
from spotter.game.resuming import resumed
from spotter.live.adversary import adversary
from spotter.live.observations import ObservationFeed
from spotter.live.play_in_words import play_in_words
from spotter.live.play_table import PlayTable
from spotter.live.play_window import Ear, PlayWindow
from spotter.live.table_clock import TableClock
from spotter.live.vision_thread import VisionThread
from spotter.page.join_code import PHONE, join_words
from table.entry import Entry
from table.errors import UserError
from table.scene import Scene
from table.text_file import clean_left_behind
from vision.live.merge import DeadBand

if TYPE_CHECKING:
    from overlay.projector.projector_window import ProjectorWindow
    from spotter.live.projector_light import ProjectorLight
    from spotter.page.live_page import LivePage
    from spotter.page.photos import Photos


def run(args: argparse.Namespace) -> None:
    """Play until the players quit, or a recording and nobody to press a key are at their end."""
    # A recording has its own table's files beside its pictures.
    named = named_table(args, args.folder, finds_all=True)
    if args.games:
        print_games(named.home)
        return
    setup = named_setup(named)
    clean_left_behind(named.home)
    with suppress(NothingChosenError):
        _play_game(_at_home(args, named), named, setup)


def _play_game(args: argparse.Namespace, named: NamedTable, setup: Setup) -> None:
    folder = args.game
    with Journal(folder / JOURNAL, _tell) as journal:
        table = _table(args, setup, journal)
        if args.record:
            begin_recording(folder, named.files())
        phone = args.camera == PHONE
        photos = None if args.serve is None else _photos(setup, folder, is_camera=phone)
        if phone and photos is None:
            raise UserError("--camera phone: photos come by the page; add --serve or --serve lan")
        opened = photos if phone else open_source(named.live_source, of_a_game=True)
        assert opened is not None
        with opened as source:
            clock = TableClock(live=phone or source.live)
            if table.live is not None:
                table.live.clock_from(clock.now_s())
            dead_band = DeadBand(args.dead_band)
            faults = FaultKeeper(folder / FAULTS, named.files())
            recorder = Recorder(folder) if args.record else None
            shown, pace_s = _has_window(args), args.pace
            vision_thread = VisionThread(
                source, setup, pace_s=pace_s, dead_band=dead_band, faults=faults, shown=shown
            )
            table.edge.let_lie = vision_thread.let_lie
            try:
                with _page(args, setup, table, photos) as page:
                    feed = ObservationFeed(table, recorder, clock)
                    if args.tuio is not None:
                        feed.told = _tuio(args.tuio, setup)
                    _play(args, setup, feed, vision_thread, page, named.need("table"))
            finally:
                vision_thread.close()
        if shown and table.live is not None:
            _tell(farewell(folder, table.live))


def _tuio(address: str, setup: Setup) -> "Callable[[Scene, float], None]":
    from spotter.page.tuio import TuioSender  # noqa: PLC0415 - hardly anybody wants it

    return TuioSender(address, setup.army).tell


def _has_window(args: argparse.Namespace) -> bool:
    return not args.no_window and has_screen()


def _photos(setup: Setup, folder: Path, *, is_camera: bool) -> "Photos":
    from spotter.page.photos import Photos  # noqa: PLC0415 - a game without a page needs no server

    return Photos(setup.spec, setup.army, folder / "photos", is_camera=is_camera)


@contextmanager
def _page(
    args: argparse.Namespace, setup: Setup, table: PlayTable, photos: "Photos | None"
) -> "Iterator[LivePage | None]":
    """The page for phones while the game is played, None where nobody asked for one."""
    if photos is None:
        yield None
        return
    from spotter.page.kept_keys import KEYS  # noqa: PLC0415
    from spotter.page.live_page import LivePage  # noqa: PLC0415

    book = table.live.book if table.live is not None else book_named(args.rules)
    agreed = _agreed(args, setup) if table.live is None else table.live.game.agreed
    page = LivePage(
        table,
        book,
        setup.army,
        photos,
        agreed=book.holding(agreed),
        lan=args.serve == "lan",
        port=args.port,
        kept=args.game / KEYS,
    )
    _tell(join_words(page.url))
    try:
        yield page
    finally:
        page.close()


def _at_home(args: argparse.Namespace, named: NamedTable) -> argparse.Namespace:
    """The command line with what the table's folder says where nothing was named."""
    found = {
        "rules": named.rules,
        "game": which_game(args, named.home),
        "projector_map": args.projector_map or named.home / "projector.json",
    }
    return argparse.Namespace(**{**vars(args), **found})


def _tell(sentence: str) -> None:
    print(sentence, flush=True)


def _table(args: argparse.Namespace, setup: Setup, journal: Journal) -> PlayTable:
    live = resumed(journal) if journal.lines else None
    if live is not None:
        _tell_what_stays(args, live.book.name)
    if args.resume and live is None:
        _tell(f"{journal.path}: no game is there; a new one begins")
    if live is None and args.rules is None:
        raise UserError(f"--rules: name the rulebook, like --rules {FIRST}")
    sides = tuple(side.name for side in setup.army.sides)
    agreed = _agreed(args, setup) if live is None else {}

    def begin(scene: Scene, now_s: float) -> LiveGame:
        return begun(journal, args.rules, scene, sides, agreed, began_s=now_s)

    return PlayTable(setup.army, begin, live, adversary(args.opponent, args.level, sides))


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
        terms = read_agreed(args.agreed, book, setup.army, setup.spec)
    if args.turns is not None:
        turns = Entry("--turns", "", {"turns": args.turns})
        terms |= checked_terms(turns, book, setup.army, setup.spec)
    return terms


def _play(  # noqa: PLR0913, PLR0917 - all that a game needs, once
    args: argparse.Namespace,
    setup: Setup,
    feed: ObservationFeed,
    vision_thread: VisionThread,
    page: "LivePage | None",
    table_file: Path,
) -> None:
    table = feed.table
    if not _has_window(args):
        play_in_words(feed, vision_thread, page, _tell)
        return
    book = table.live.book if table.live is not None else book_named(args.rules)
    window = PlayWindow(
        feed,
        book,
        setup,
        projector=_projector(args, setup),
        pictures=args.game,
        agreed=_agreed(args, setup) if table.live is None else table.live.game.agreed,
        page=page,
        table_file=table_file,
        ears=_ears(args),
    )
    try:
        while window.open:
            window.step(vision_thread)
    finally:
        window.close()


def _ears(args: argparse.Namespace) -> tuple[Ear, ...]:
    """What makes the game heard, where somebody asked for it."""
    ears: list[Ear] = []
    if args.sound:
        from spotter.live.tones import Tones  # noqa: PLC0415

        ears.append(Tones())
    if args.speak:
        from spotter.live.voice import Voice  # noqa: PLC0415

        ears.append(Voice())
    return tuple(ears)


def _projector(args: argparse.Namespace, setup: Setup) -> "ProjectorLight | None":
    if args.projector is None:
        return None
    # Most games are played without light.
    from calibration.projector_file import read_projector  # noqa: PLC0415
    from overlay.projector.projector_window import ProjectorWindow  # noqa: PLC0415
    from spotter.live.projector_light import ProjectorLight  # noqa: PLC0415

    fit = read_projector(args.projector_map)

    def open_window() -> "ProjectorWindow":
        return ProjectorWindow(
            fit.projector_from_table,
            setup.army,
            display=args.projector,
            corner_marker_in=setup.spec.corner_marker,
        )

    return ProjectorLight(args.projector, open_window)
