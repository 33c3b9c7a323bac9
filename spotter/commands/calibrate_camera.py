"""`spotter calibrate camera`: the lens, from views of a printed board."""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2

from calibration.board_view import BoardView, board_view
from calibration.boards import Board, Chessboard
from calibration.lens_fit import ENOUGH_VIEWS, LEAST_VIEWS, LensFit, fitted_lens
from calibration.view_choice import coverage, flaw, is_new, is_still, repeated
from overlay.setup_window import Done, SetupWindow, has_screen
from spotter.live_camera import Taken
from spotter.progress import progress
from spotter.source_options import pair, source_named
from spotter.sources import PhotoFiles, Source, open_source
from table.errors import UserError
from table.lens_file import read_lens, write_lens
from table.table_file import read_table

TABLE_WIDTH_IN = 36.0
_APART_S = 0.09
_BORED_S = 60.0  # a live camera that shows nothing new for so long has been left alone

Refused = list[tuple[str, str]]


def run(args: argparse.Namespace) -> None:
    """Collect views, fit the lens, say how good it is, write camera.yaml."""
    board = _board(args)
    refused: Refused = []
    with open_source(source_named(args)) as source:
        views = list(_views(source, board, refused, args.views))
        name = source.name
    for picture, reason in refused:
        print(f"left out {picture}: {reason}")
    try:
        fit = fitted_lens(views, "camera")
    except UserError as problem:
        raise UserError(f"{name}: {problem}") from None
    width_in = TABLE_WIDTH_IN if args.table is None else read_table(args.table).width
    print("\n".join(_report(fit, width_in)))
    _check_sane(fit, name)
    write_lens(fit.lens, args.out)
    print(f"wrote {args.out}")


def _board(args: argparse.Namespace) -> Board | Chessboard:
    square_in = 1.0 if args.square is None else args.square
    if not 0.05 <= square_in <= 40:
        raise UserError(f"--square: {square_in:g} is no square's side; give it in inches, like 1.0")
    if args.chessboard is not None:
        columns, rows = pair(args.chessboard, "--chessboard", "9x6")
        if min(columns, rows) < 3:
            raise UserError("--chessboard: needs at least 3x3 inner corners")
        return Chessboard(columns, rows, square_in)
    columns, rows = (7, 9) if args.board is None else pair(args.board, "--board", "7x9")
    if min(columns, rows) < 3:
        raise UserError("--board: needs at least 3x3 squares")
    marker_in = 0.75 * square_in if args.marker is None else args.marker
    if not 0 < marker_in < square_in:
        raise UserError("--marker: the markers are smaller than the squares they lie in")
    book = getattr(cv2.aruco, args.dictionary or "DICT_5X5_100", None)
    if not isinstance(book, int):
        raise UserError(f"--dictionary: no {args.dictionary}; write it like DICT_5X5_100")
    if columns * rows // 2 > len(cv2.aruco.getPredefinedDictionary(book).bytesList):
        raise UserError(f"--board: {args.board} needs more markers than {args.dictionary} has")
    return Board(columns, rows, square_in, marker_in, book)


def _views(
    source: Source, board: Board | Chessboard, refused: Refused, wanted: int
) -> Iterator[BoardView]:
    if isinstance(source, PhotoFiles):
        return _photo_views(source, board, refused)
    return _moving_views(source, board, wanted)


def _photo_views(
    source: PhotoFiles, board: Board | Chessboard, refused: Refused
) -> Iterator[BoardView]:
    """Every photo that is good by itself and not a copy of another."""
    kept: list[BoardView] = []
    for taken in progress(source, "photos", len(source.paths)):
        view = board_view(taken.picture, board, taken.name)
        reason = flaw(view)
        if reason is None and view is not None and (twin := repeated(view, kept)):
            reason = f"the same view as {twin}"
        if reason is not None or view is None:
            refused.append((taken.name, reason or ""))
            continue
        kept.append(view)
        yield view


def _moving_views(source: Source, board: Board | Chessboard, wanted: int) -> Iterator[BoardView]:
    """From a film or camera: a view is kept when the board is still and somewhere new."""
    kept: list[BoardView] = []
    before: BoardView | None = None
    news_s = 0.0
    show, close = _watcher(source)
    try:
        for taken in progress(_thinned(source), "pictures"):
            view = board_view(taken.picture, board, taken.name)
            good = flaw(view) is None and view is not None
            if good and view is not None and is_still(view, before) and is_new(view, kept):
                kept.append(view)
                news_s = taken.at_s
                yield view
            before = view
            if source.live and taken.at_s - news_s > _BORED_S:
                break
            enough = len(kept) >= wanted and not coverage(kept).missing
            if show(taken, view, kept) or enough or len(kept) >= 3 * wanted:
                break
    finally:
        close()


def _thinned(source: Source) -> Iterator[Taken]:
    """Ten pictures a second at most: more of a film tell nothing new and take their time."""
    last_s = float("-inf")
    for taken in source:
        if taken.at_s - last_s >= _APART_S:
            last_s = taken.at_s
            yield taken


def _watcher(
    source: Source,
) -> tuple[Callable[[Taken, BoardView | None, list[BoardView]], bool], Callable[[], None]]:
    """A window over a live camera that says what is found and missing; True ends the work."""
    if not source.live or not has_screen():
        return (lambda *_: False), (lambda: None)
    window = SetupWindow("Spotter: calibrate the camera")

    def show(taken: Taken, view: BoardView | None, kept: list[BoardView]) -> bool:
        missing = coverage(kept).missing
        lines = [
            f"{len(kept)} views kept. {flaw(view) or 'Board seen: hold it still.'}",
            f"Next: {missing[0]}" if missing else "All covered: Enter to finish",
            "Enter: finish   Escape: leave the old calibration in place",
        ]
        good = flaw(view) is None
        window.show(taken.picture, lines, dots=None if view is None else view.pixels, good=good)
        ends = [event for event in window.events() if isinstance(event, Done)]
        if any(not event.accepted for event in ends):
            raise KeyboardInterrupt
        return bool(ends)

    return show, window.close


def _report(fit: LensFit, width_in: float) -> list[str]:
    lens = fit.lens
    lines = [
        f"{len(fit.used)} views used of {lens.size_wh[0]} x {lens.size_wh[1]} pixels",
        *(
            f"left out {name}: its corners miss by {error_px:.1f} pixels; is the board bent?"
            for name, error_px in fit.strays
        ),
        f"error {fit.error_px:.2f} pixels: {_on_table(fit, width_in)}",
        f"focal length {lens.matrix[0, 0]:.0f} pixels, standard error {fit.focal_error:.1%}",
    ]
    if fit.error_px > 1.0:
        lines.append("that is much: glue the board on something flat and take sharper pictures")
    if len(fit.used) < ENOUGH_VIEWS:
        lines.append(f"{len(fit.used)} views are few ({LEAST_VIEWS} is the least); take some more")
    if fit.coverage.missing:
        lines.append("still missing, for a better lens: " + "; ".join(fit.coverage.missing))
    return lines


def _on_table(fit: LensFit, width_in: float) -> str:
    return f"{fit.error_in(width_in):.3f} in on a table {width_in:g} in wide that fills the picture"


def _check_sane(fit: LensFit, name: str) -> None:
    """Raise UserError for a lens that no camera has: few views can be fitted by nonsense."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "camera.yaml"
        write_lens(fit.lens, path)
        try:
            read_lens(path)
        except UserError:
            missing = "; ".join(fit.coverage.missing[:3])
            raise UserError(
                f"{name}: these views fit no real lens; show the board in more places ({missing})"
            ) from None
