"""`spotter calibrate camera`: the lens, from views of a printed board."""

import argparse
from collections.abc import Callable, Iterator

import numpy as np

from calibration.board_view import BoardView, board_view
from calibration.boards import Board, Chessboard
from calibration.film_views import film_views
from calibration.lens_fit import ENOUGH_VIEWS, LEAST_VIEWS, LensFit, fitted_lens
from calibration.lens_rays import flat_directions
from calibration.view_choice import coverage, flaw, is_new, is_still, repeated
from overlay.window.setup_window import Done, SetupWindow, has_screen
from spotter.camera.live_camera import Taken
from spotter.camera.sources import PhotoFiles, Source, open_source, thinned
from spotter.commands import calibrate_markers
from spotter.files.out_file import refuse_other_sort
from spotter.files.table_folder import NAMES, named_table
from spotter.options.typed_board import typed_board
from spotter.progress import progress, waiting
from table.errors import UserError
from table.lens import Lens
from table.lens_file import write_lens
from table.places import CameraXY
from table.table_file import read_table

TABLE_WIDTH_IN = 36.0
_APART_S = 0.09  # ten a second: more of a film tell nothing new and take their time
_BORED_S = 60.0  # a live camera that shows nothing new for so long has been left alone

RefusedViews = list[tuple[str, str]]


def run(args: argparse.Namespace) -> None:
    """Collect views, fit the lens, say how good it is, write camera.yaml."""
    if args.markers:
        calibrate_markers.run(args)
        return
    board = typed_board(args)
    refused: RefusedViews = []
    named = named_table(args, args.what)
    table, out = named.path("table"), args.out or named.home / NAMES["lens"]
    refuse_other_sort(out, NAMES["lens"])
    with open_source(named.live_source) as source:
        views = list(_views(source, board, refused, args.views))
        name = source.name
    for picture, reason in refused:
        print(f"left out {picture}: {reason}")
    try:
        with waiting(f"fitting the lens to {len(views)} views"):
            fit = fitted_lens(views, "camera")
    except UserError as problem:
        raise UserError(f"{name}: {problem}{_hint(views)}") from None
    width_in = TABLE_WIDTH_IN if table is None else read_table(table).width
    print("\n".join(_report(fit, width_in)))
    write_lens(fit.lens, out)
    print(f"wrote {out}")


def _views(
    source: Source, board: Board | Chessboard, refused: RefusedViews, wanted: int
) -> Iterator[BoardView]:
    if isinstance(source, PhotoFiles):
        return _photo_views(source, board, refused)
    if not source.live:
        return _film_views(source, board)
    return _live_views(source, board, wanted)


def _photo_views(
    source: PhotoFiles, board: Board | Chessboard, refused: RefusedViews
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


def _film_views(source: Source, board: Board | Chessboard) -> Iterator[BoardView]:
    """The best pictures of a film, with a word on all of them."""
    pictures = progress(thinned(source, _APART_S), "pictures")
    choice = film_views([board_view(taken.picture, board, taken.name) for taken in pictures])
    if len(choice.kept) < LEAST_VIEWS:
        raise UserError(
            f"{source.name}: {choice.words}; it takes {LEAST_VIEWS} at least, so film the board "
            "nearer, slower, in more light and from different sides"
        )
    print(choice.words)
    yield from choice.kept


def _live_views(source: Source, board: Board | Chessboard, wanted: int) -> Iterator[BoardView]:
    """From a camera: a view is kept when the board is still and somewhere new."""
    kept: list[BoardView] = []
    before: BoardView | None = None
    news_s = 0.0
    show, close = _watcher()
    try:
        for taken in progress(thinned(source, _APART_S), "pictures"):
            view = board_view(taken.picture, board, taken.name)
            good = flaw(view) is None and view is not None
            if good and view is not None and is_still(view, before) and is_new(view, kept):
                kept.append(view)
                news_s = taken.at_s
                yield view
            before = view
            if taken.at_s - news_s > _BORED_S:
                break
            enough = len(kept) >= wanted and not coverage(kept).missing
            if show(taken, view, kept) or enough or len(kept) >= 3 * wanted:
                break
    finally:
        close()


def _watcher() -> tuple[
    Callable[[Taken, BoardView | None, list[BoardView]], bool], Callable[[], None]
]:
    """A window over a live camera that says what is found and missing; True ends the work."""
    if not has_screen():
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
        f"{fit.family.words}, {_across_deg(lens):.0f} degrees across",
        f"focal length {lens.matrix[0, 0]:.0f} pixels, standard error {fit.focal_error:.2%}",
    ]
    if fit.error_px > 1.0:
        lines.append("that is much: glue the board on something flat and take sharper pictures")
    if len(fit.used) < ENOUGH_VIEWS:
        lines.append(f"{len(fit.used)} views are few ({LEAST_VIEWS} is the least); take some more")
    if fit.coverage.missing:
        lines.append("still missing, for a better lens: " + "; ".join(fit.coverage.missing))
    return lines


def _across_deg(lens: Lens) -> float:
    """The angle that the picture's width takes in."""
    row = np.array([[0.0, lens.matrix[1, 2]], [lens.size_wh[0] - 1.0, lens.matrix[1, 2]]])
    left, right = np.degrees(np.arctan(flat_directions(lens, CameraXY(row))[:, 0]))
    return float(right - left)


def _hint(views: list[BoardView]) -> str:
    """What to show the camera besides, in words."""
    missing = coverage(views).missing[:3]
    return f"; still missing: {'; '.join(missing)}" if missing and views else ""


def _on_table(fit: LensFit, width_in: float) -> str:
    return f"{fit.error_in(width_in):.3f} in on a table {width_in:g} in wide that fills the picture"
