"""The accuracy benchmark: how well pictures are understood, one row per picture and per kind.

The last rows tell how honest confidences are: of things found with one, how many are there.

    python -m tests.bench.accuracy photos           the recorded tables
    python -m tests.bench.accuracy recoloured       the recorded tables in other colours
    python -m tests.bench.accuracy folder PATH ...  tables in folders of the same layout
    python -m tests.bench.accuracy virtual -n 6     tables rendered from seeds nobody tuned to
    python -m tests.bench.accuracy tags             recall by pixels per module

With `--stored FILE` a row worse than the stored one fails the run; `--keep FILE` stores the
rows. Times are ratios beside one plain pyzbar pass over the same picture in the same run.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

# As the program does; numpy reads it when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from fixtures.recorded import photo_names, recorded
from tests.bench.accuracy_rows import (
    kind_row,
    men_row,
    row_text,
    sure_rows,
    table_row,
    worse_rows,
)
from tests.bench.baselines import plain_pass
from tests.bench.cases import Case, folder_case, virtual_cases
from tests.bench.jobs import Row, job
from tests.bench.recoloured import SWAPS, recoloured
from tests.bench.score import KindScore, ManScore, TableScore, score
from tests.bench.tag_recall import Sheets, recall_rows
from tests.bench.timing import timed
from tests.virtual.random_table import TIERS
from vision.look import look

FIRST_SEED = 9000  # seeds from here on are kept for measuring, never for tuning


def tell(row: Row) -> None:
    """Print a row at once."""
    print(row_text(row), flush=True)


def looked_at(case: Case, *, lens: bool, empty: bool) -> tuple[TableScore, float]:
    """A case's score with or without lens and empty picture, and its seconds."""
    scene, took = timed(
        lambda: look(
            case.picture,
            case.spec,
            case.army,
            lens=case.lens if lens else None,
            empty=case.empty if empty else None,
        )
    )
    return score(scene, case.truth), took


def table_rows(cases: Iterator[Case], args: argparse.Namespace) -> list[Row]:
    """A row per picture, then one per kind and one over all men."""
    rows: list[Row] = []
    totals: dict[str, KindScore] = {}
    men: list[ManScore] = []
    for case in cases:
        result, took = looked_at(case, lens=not args.no_camera, empty=args.empty)
        rows.append(table_row(case.name, result, took / plain_pass(case.picture, runs=1).median))
        tell(rows[-1])
        if args.verbose:
            tell_details(result)
        men += result.men
        for name, kind in result.kinds.items():
            totals[name] = totals[name] + kind if name in totals else kind
    ends = [kind_row(k) for k in totals.values() if k.overlaps or k.missed or k.invented]
    ends += [men_row(men), *sure_rows(totals.values())]
    for row in ends:
        tell(row)
    return rows + ends


WAYS = {
    "with lens and empty picture": {"lens": True, "empty": True},
    "with lens": {"lens": True, "empty": False},
    "with the photo alone": {"lens": False, "empty": False},
}


@job(beside="inches and degrees; overlap is that of outlines, 1 at best")
def accuracy(*, quick: bool) -> Iterator[Row]:
    """The recorded tables against their truth."""
    cases = [folder_case(recorded(name).folder) for name in photo_names()]
    for way, given in WAYS.items():
        scores = {case.name: looked_at(case, **given)[0] for case in cases}
        if way == "with lens" and not quick:
            yield from (score_row(name, [found]) for name, found in scores.items())
        yield score_row(f"all, {way}", list(scores.values()))
    if not quick:
        for empty in (False, True):
            others = in_other_colours(cases)
            found = [looked_at(case, lens=True, empty=empty)[0] for case in others]
            with_what = "lens and empty picture" if empty else "lens"
            yield score_row(f"all, in {len(SWAPS)} other colourings, with {with_what}", found)


def in_other_colours(cases: list[Case]) -> Iterator[Case]:
    """The tables with their colours swapped in every way."""
    return (recoloured(case, swap) for case in cases for swap in SWAPS)


def score_row(name: str, scores: list[TableScore]) -> Row:
    """Men and things of some pictures in one row."""
    men = [man for found in scores for man in found.men]
    kinds = [kind for found in scores for kind in found.kinds.values()]
    overlaps = [share for kind in kinds for share in kind.overlaps]
    missed = sum(len(found.missed) for found in scores)
    return {
        "pictures": name,
        "men named": f"{len(men)} of {len(men) + missed}",
        "wrong": sum(len(found.wrong) for found in scores),
        **{
            column: men_row(men)[column]
            for column in ("median_in", "p95_in", "worst_in", "facing_deg")
        },
        "things found": f"{len(overlaps)} of {len(overlaps) + sum(k.missed for k in kinds)}",
        "invented": sum(kind.invented for kind in kinds),
        "overlap": round(sum(overlaps) / len(overlaps), 3),
    }


def tell_details(result: TableScore) -> None:
    """Who was missed and which things, for whoever wants to mend it."""
    print("    missed", *result.missed, "hidden", *result.hidden_missed, "wrong", *result.wrong)
    print("    unknown missed", *result.unknown_missed, "invented", *result.unknown_invented)
    for kind in result.kinds.values():
        if kind.missed or kind.invented or any(share < 0.88 for share in kind.overlaps):
            print("   ", row_text(kind_row(kind)))


def without_time(row: Row) -> Row:
    """A row as it is stored: what it took differs from computer to computer."""
    return {name: value for name, value in row.items() if name != "x_pyzbar"}


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(description="how well pictures are understood")
    top.add_argument("what", choices=["photos", "recoloured", "folder", "virtual", "tags"])
    top.add_argument("paths", nargs="*", type=Path)
    top.add_argument("-n", type=int, default=3, help="how many tables or sheets")
    top.add_argument("--first", type=int, default=FIRST_SEED, help="the first seed")
    top.add_argument("--tiers", nargs="+", default=list(TIERS))
    top.add_argument("--empty", action="store_true", help="use the empty picture")
    top.add_argument("--no-camera", action="store_true", help="do without camera.yaml")
    top.add_argument("--sizes", nargs="+", type=float, default=[0.75, 1.0, 1.25, 1.5, 2.0, 3.0])
    top.add_argument("--quality", default="typical", choices=["typical", "poor"])
    top.add_argument("--foreign", type=int, default=0, help="tags of no army on each sheet")
    top.add_argument("--hidden", type=float, default=0.0, help="share of each tag that is covered")
    top.add_argument(
        "--near-names", action="store_true", help="every other tag is nearly a soldier's"
    )
    top.add_argument("--opencv", action="store_true", help="measure OpenCV's reader too, slow")
    top.add_argument("--stored", type=Path, help="fail where a row is worse than in this file")
    top.add_argument("--keep", type=Path, help="store the rows in this file")
    top.add_argument("-v", "--verbose", action="store_true", help="name what was missed")
    return top


def cases_for(args: argparse.Namespace) -> Iterator[Case]:
    """The cases the command line asks for."""
    if args.what == "virtual":
        return virtual_cases(args.n, args.first, tuple(args.tiers), with_empty=args.empty)
    if args.what in ("photos", "recoloured"):
        cases = [folder_case(recorded(name).folder) for name in photo_names()]
        return iter(cases) if args.what == "photos" else in_other_colours(cases)
    return (folder_case(path) for path in args.paths)


def rows_for(args: argparse.Namespace) -> list[Row]:
    """Everything the command line asks for, measured."""
    if args.what != "tags":
        return table_rows(cases_for(args), args)
    sheets = Sheets(args.quality, args.n, args.first, args.foreign, args.hidden, args.near_names)
    return list(recall_rows(sheets, args.sizes, slow=args.opencv, tell=tell))


def main() -> int:
    """Run the benchmark; 1 where a stored row was better."""
    args = parser().parse_args()
    rows = rows_for(args)
    if args.keep:
        args.keep.write_text(json.dumps([without_time(row) for row in rows], indent=1) + "\n")
    worse = worse_rows(rows, json.loads(args.stored.read_text())) if args.stored else []
    for sentence in worse:
        print(f"worse: {sentence}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
