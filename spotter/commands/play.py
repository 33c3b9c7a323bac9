"""`spotter play`: a game on the table, live, from set-up to victory."""

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from overlay.window.setup_window import has_screen
from rules.book.book import Book
from rules.book.shelf import FIRST, book_named
from spotter.camera.sources import Source, open_source
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


@dataclass(frozen=True)
class _Evening:
    """One game: what was typed, the files it is played with, and the table."""

    args: argparse.Namespace
    named: NamedTable
    setup: Setup
    table: PlayTable

    @property
    def book(self) -> Book:
        """The rulebook."""
        return book_named(self.args.rules) if self.table.live is None else self.table.live.book

    @property
    def agreed(self) -> Mapping[str, Any]:
        """What the players agreed on."""
        live = self.table.live
        return _agreed(self.args, self.setup) if live is None else live.game.agreed

    @property
    def is_shown(self) -> bool:
        """Whether there is a window."""
        return not self.args.no_window and has_screen()


def _play_game(args: argparse.Namespace, named: NamedTable, setup: Setup) -> None:
    with Journal(args.game / JOURNAL, _tell) as journal:
        evening = _Evening(args, named, setup, _table(args, setup, journal))
        if args.record:
            begin_recording(args.game, named.files())
        photos = _photos(args, setup)
        with _source(args, named, photos) as source:
            _play_from(evening, source, photos)
        live = evening.table.live
        if evening.is_shown and live is not None:
            _tell(farewell(args.game, live))


def _source(args: argparse.Namespace, named: NamedTable, photos: "Photos | None") -> Source:
    """Where the pictures come from."""
    if args.camera != PHONE:
        return open_source(named.live_source, of_a_game=True)
    if photos is None:
        raise UserError("--camera phone: photos come by the page; add --serve or --serve lan")
    return photos


def _play_from(evening: _Evening, source: Source, photos: "Photos | None") -> None:
    """Play over these pictures until the players leave, or the pictures end."""
    args, setup, table = evening.args, evening.setup, evening.table
    clock = TableClock(live=args.camera == PHONE or source.live)
    if table.live is not None:
        table.live.clock_from(clock.now_s())
    feed = ObservationFeed(table, Recorder(args.game) if args.record else None, clock)
    if args.tuio is not None:
        feed.told = _tuio(args.tuio, setup)
    vision_thread = VisionThread(
        source,
        setup,
        pace_s=args.pace,
        dead_band=DeadBand(args.dead_band),
        faults=FaultKeeper(args.game / FAULTS, evening.named.files()),
        shown=evening.is_shown,
    )
    table.edge.let_lie = vision_thread.let_lie
    try:
        with _page(evening, photos) as page:
            _show(evening, feed, vision_thread, page)
    finally:
        vision_thread.close()


def _tuio(address: str, setup: Setup) -> "Callable[[Scene, float], None]":
    from spotter.page.tuio import TuioSender  # noqa: PLC0415 - hardly anybody wants it

    return TuioSender(address, setup.army).tell


def _photos(args: argparse.Namespace, setup: Setup) -> "Photos | None":
    """What phones send, None where no page is asked for."""
    if args.serve is None:
        return None
    from spotter.page.photos import Photos  # noqa: PLC0415 - a game without a page needs no server

    return Photos(setup.spec, setup.army, args.game / "photos", is_camera=args.camera == PHONE)


@contextmanager
def _page(evening: _Evening, photos: "Photos | None") -> "Iterator[LivePage | None]":
    """The page for phones while the game is played, None where nobody asked for one."""
    if photos is None:
        yield None
        return
    from spotter.page.kept_keys import KEYS  # noqa: PLC0415
    from spotter.page.live_page import LivePage  # noqa: PLC0415

    args = evening.args
    page = LivePage(
        evening.table,
        evening.book,
        evening.setup.army,
        photos,
        agreed=evening.book.holding(evening.agreed),
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


def _show(
    evening: _Evening, feed: ObservationFeed, vision_thread: VisionThread, page: "LivePage | None"
) -> None:
    """In the window, or in words where there is none."""
    if not evening.is_shown:
        play_in_words(feed, vision_thread, page, _tell)
        return
    args, setup = evening.args, evening.setup
    window = PlayWindow(
        feed,
        evening.book,
        setup,
        projector=_projector(args, setup),
        pictures=args.game,
        agreed=evening.agreed,
        page=page,
        table_file=evening.named.need("table"),
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
