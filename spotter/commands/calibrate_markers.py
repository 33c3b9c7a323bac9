"""`spotter calibrate camera --markers`: the lens without a board, from the table's own markers."""

import argparse

from calibration.corner_markers import CornerMarkers, corner_markers
from calibration.lens_by_markers import (
    MOST_PICTURES,
    MarkerLens,
    is_another_view,
    lens_by_markers,
)
from spotter.camera.sources import Source, open_source, thinned
from spotter.files.out_file import refuse_other_sort
from spotter.files.table_folder import NAMES, named_table
from spotter.progress import progress, waiting
from table.errors import UserError
from table.lens_file import write_lens
from table.table_file import read_table

_APART_S = 0.4  # of a film or a camera two or three a second; photos are a second apart
_LIVE_S = 60.0  # that a live camera is carried round the table


def run(args: argparse.Namespace) -> None:
    """Collect pictures from different sides, fit the lens, say how good it is, write it."""
    named = named_table(args, args.what)
    table = named.path("table")
    if table is None:
        raise UserError("--markers: needs the table's size; name table.toml with --table")
    spec, out = read_table(table), args.out or named.home / NAMES["lens"]
    refuse_other_sort(out, NAMES["lens"])
    with open_source(named.live_source) as source:
        if source.live:
            print("carry the camera round the table, aslant, all four corner markers in sight")
        kept, size_wh, count = _different(source)
        name = source.name
    told = f"pictures: {count}, with all four corner markers from different sides: {len(kept)}"
    try:
        with waiting("fitting the lens"):
            fit = lens_by_markers(kept, spec, size_wh)
    except UserError as problem:
        raise UserError(f"{name}: {told}; {problem}") from None
    print(told)
    print("\n".join(_report(fit)))
    write_lens(fit.lens, out)
    print(f"wrote {out}")


def _different(source: Source) -> tuple[list[CornerMarkers], tuple[int, int], int]:
    """The markers of pictures from different sides, the pictures' size and their number."""
    kept: list[CornerMarkers] = []
    size_wh, count = (0, 0), 0
    for taken in progress(thinned(source, _APART_S), "pictures"):
        here_wh = (taken.picture.shape[1], taken.picture.shape[0])
        if count and here_wh != size_wh:
            raise UserError(f"{source.name}: pictures of different sizes; take all with one size")
        size_wh, count = here_wh, count + 1
        markers = corner_markers(taken.picture)
        if is_another_view(markers, kept, size_wh):
            kept.append(markers)
        if len(kept) == MOST_PICTURES or (source.live and taken.at_s > _LIVE_S):
            break
    return kept, size_wh, count


def _report(fit: MarkerLens) -> list[str]:
    lens = fit.lens
    return [
        f"error {fit.error_px:.2f} pixels in {fit.pictures} pictures",
        f"focal length {lens.matrix[0, 0]:.0f} pixels, standard error {fit.focal_error:.1%}",
        f"distortion {lens.distortion[0]:+.3f}, standard error {fit.bend_error:.3f}",
    ]
