"""The accuracy benchmark: how well pictures are understood, one row per picture and per kind.

    python -m tests.bench.accuracy photos           the recorded tables
    python -m tests.bench.accuracy folder PATH ...  tables in folders of the same layout
    python -m tests.bench.accuracy virtual -n 6     tables rendered from seeds nobody tuned to
    python -m tests.bench.accuracy tags             recall by pixels per module

With `--stored FILE` a row worse than the stored one fails the run; `--keep` stores the rows.
Times are ratios beside one plain pyzbar pass over the same picture in the same run.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fixtures.recorded import photo_names, recorded
from table.army import Army
from table.army_file import read_army
from table.lens import Lens
from table.lens_file import read_lens
from table.picture import Picture
from table.scene import Scene
from table.table_file import read_table
from table.table_spec import TableSpec
from tests.bench.baselines import plain_pyzbar, pyzbar_works, readers
from tests.bench.score import KindScore, TableScore, Truth, read_truth, score, truth_of
from tests.virtual.random_table import TIERS, random_table
from tests.virtual.render import developed, exposed, render_empty
from tests.virtual.tag_sheet import tag_sheet
from tests.virtual.truth import truth_json
from vision.look import look
from vision.picture_file import read_picture

FIRST_SEED = 9000  # seeds from here on are kept for measuring, never for tuning


@dataclass(frozen=True, eq=False)
class Case:
    """One picture with all that is needed to understand it, and its truth."""

    name: str
    picture: Picture
    spec: TableSpec
    army: Army
    lens: Lens
    empty: Picture | None
    truth: Truth


@dataclass(frozen=True, eq=False)
class Outcome:
    """A case, what was understood and how long it took beside a plain pyzbar pass."""

    case: Case
    score: TableScore
    times_pyzbar: float


def folder_case(folder: Path) -> Case:
    """A table in a folder of the recorded layout."""
    return Case(
        folder.name,
        read_picture(folder / "photo.jpg"),
        read_table(folder / "table.toml"),
        read_army(folder / "army.toml"),
        read_lens(folder / "camera.yaml"),
        read_picture(folder / "empty.jpg"),
        read_truth(folder / "truth.json"),
    )


def virtual_cases(count: int, first: int, tiers: tuple[str, ...]) -> Iterator[Case]:
    """Rendered tables, the tiers in turn."""
    for i in range(count):
        virtual = random_table(first + i, tiers[i % len(tiers)])
        canvas = exposed(virtual).canvas
        yield Case(
            virtual.name,
            developed(virtual, canvas),
            virtual.spec,
            virtual.army,
            virtual.camera.lens,
            render_empty(virtual),
            truth_of(truth_json(virtual, canvas)),
        )


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What the work gives, and its seconds of this process."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def outcome(case: Case, *, with_lens: bool, with_empty: bool) -> Outcome:
    """The case looked at and scored."""
    lens = case.lens if with_lens else None
    empty = case.empty if with_empty else None
    found, mine = timed(lambda: look(case.picture, case.spec, case.army, lens=lens, empty=empty))
    plain = timed(lambda: plain_pyzbar(case.picture))[1] if pyzbar_works() else float("nan")
    assert isinstance(found, Scene), found
    return Outcome(case, score(found, case.truth), mine / plain)


def table_row(result: Outcome) -> dict[str, float | str]:
    """The numbers of one picture's row."""
    s = result.score
    off = np.array([man.off_in for man in s.men]) if s.men else np.array([np.nan])
    turn = np.array([man.facing_off_deg for man in s.men]) if s.men else np.array([np.nan])
    honest = [man.honest for man in s.men if man.honest is not None]
    return {
        "picture": result.case.name,
        "named": len(s.men),
        "missed": len(s.missed),
        "hidden": len(s.hidden_missed),
        "wrong": len(s.wrong),
        "median_in": round(float(np.median(off)), 4),
        "p95_in": round(float(np.percentile(off, 95)), 4),
        "worst_in": round(float(off.max()), 4),
        "facing_deg": round(float(np.median(turn)), 3),
        "honest": round(float(np.mean(honest)), 3) if honest else float("nan"),
        "unread": s.unread,
        "orders_off": s.orders_missed + s.orders_invented,
        "unknown_off": len(s.unknown_missed) + len(s.unknown_invented),
        "x_pyzbar": round(result.times_pyzbar, 2),
    }


def kind_row(kind: KindScore) -> dict[str, float | str]:
    """The numbers of one kind's row."""
    row: dict[str, float | str] = {
        "kind": kind.kind,
        "right": len(kind.overlaps),
        "missed": kind.missed,
        "invented": kind.invented,
        "precision": round(kind.precision, 3),
        "recall": round(kind.recall, 3),
        "overlap": round(kind.mean_overlap, 3),
    }
    if kind.kind in ("mug", "plate", "lid") and kind.centre_off_in:
        row["centre_in"] = round(float(np.median(kind.centre_off_in)), 3)
        row["centre_worst_in"] = round(max(kind.centre_off_in), 3)
        row["radius_in"] = round(float(np.median(kind.radius_off_in)), 3)
        row["radius_worst_in"] = round(max(kind.radius_off_in), 3)
    return row


def print_row(row: dict[str, float | str]) -> None:
    """One row as `name value` pairs, so that rows can be compared line by line."""
    print("  ".join(f"{name} {value}" for name, value in row.items()), flush=True)


def run_tables(cases: Iterator[Case], args: argparse.Namespace) -> list[dict[str, float | str]]:
    """Look at every case and print its row, then a row per kind and one over all men."""
    rows: list[dict[str, float | str]] = []
    totals: dict[str, KindScore] = {}
    men = []
    for case in cases:
        result = outcome(case, with_lens=not args.no_camera, with_empty=args.empty)
        rows.append(table_row(result))
        print_row(rows[-1])
        if args.verbose:
            print_details(result)
        men += result.score.men
        for name, kind in result.score.kinds.items():
            totals[name] = totals[name] + kind if name in totals else kind
    for kind in totals.values():
        if kind.overlaps or kind.missed or kind.invented:
            rows.append(kind_row(kind))
            print_row(rows[-1])
    if men:
        rows.append(men_row(men))
        print_row(rows[-1])
    return rows


def men_row(men: list[Any]) -> dict[str, float | str]:
    """One row over all men of all pictures."""
    off = np.array([man.off_in for man in men])
    honest = [man.honest for man in men if man.honest is not None]
    return {
        "picture": "all",
        "named": len(men),
        "median_in": round(float(np.median(off)), 4),
        "p95_in": round(float(np.percentile(off, 95)), 4),
        "raised_p95_in": round(
            float(np.percentile([m.off_in for m in men if m.raised] or [np.nan], 95)), 4
        ),
        "facing_deg": round(float(np.median([man.facing_off_deg for man in men])), 3),
        "honest": round(float(np.mean(honest)), 3) if honest else float("nan"),
    }


def print_details(result: Outcome) -> None:
    """Who was missed and which things, for whoever wants to mend it."""
    s = result.score
    print("    missed", *s.missed, "hidden", *s.hidden_missed, "wrong", *s.wrong)
    print("    unknown missed", *s.unknown_missed, "invented", *s.unknown_invented)
    for kind in s.kinds.values():
        if kind.missed or kind.invented or any(share < 0.88 for share in kind.overlaps):
            print("    ", end="")
            print_row(kind_row(kind))


def run_tags(args: argparse.Namespace) -> list[dict[str, float | str]]:
    """Recall by pixels per module, ours beside the plain readers'."""
    rows: list[dict[str, float | str]] = []
    for size in args.sizes:
        named: dict[str, int] = defaultdict(int)
        seconds: dict[str, float] = defaultdict(float)
        total = wrong = 0
        off: list[float] = []
        for i in range(args.n):
            virtual = tag_sheet(
                args.first + i, size, args.quality, foreign=args.foreign, hidden=args.hidden
            )
            canvas = exposed(virtual).canvas
            picture = developed(virtual, canvas)
            ids = {s.id for s in virtual.scene.soldiers}
            total += len(ids)
            found, took = timed(
                lambda v=virtual, p=picture: look(p, v.spec, v.army, lens=v.camera.lens)
            )
            seconds["ours"] += took
            result = score(found, truth_of(truth_json(virtual, canvas)))
            named["ours"] += len(result.men)
            wrong += len(result.wrong)
            off += [man.off_in for man in result.men]
            for name, reader in readers(slow=args.opencv).items():
                texts, took = timed(lambda r=reader, p=picture: r(p))
                named[name] += len(ids & texts)
                seconds[name] += took
        row: dict[str, float | str] = {
            "quality": args.quality,
            "px_per_module": size,
            "tags": total,
            "wrong": wrong,
        }
        row |= {f"{name} %": round(100 * count / total, 1) for name, count in named.items()}
        if off:
            row["median_in"] = round(float(np.median(off)), 4)
            row["p95_in"] = round(float(np.percentile(off, 95)), 4)
        if "pyzbar" in seconds:
            row["x_pyzbar"] = round(seconds["ours"] / seconds["pyzbar"], 2)
        rows.append(row)
        print_row(row)
    return rows


# Which way each number is better, and how much it may wander between computers.
BETTER_LOW = {"missed": 0, "wrong": 0, "median_in": 0.004, "p95_in": 0.02, "invented": 0}
BETTER_HIGH = {"named": 0, "right": 0, "overlap": 0.01, "ours %": 1.0}


def worse_rows(rows: list[dict[str, Any]], stored: list[dict[str, Any]]) -> list[str]:
    """A sentence for every number that is worse than the stored one."""
    before = {_row_name(row): row for row in stored}
    found = []
    for row in rows:
        old = before.get(_row_name(row), {})
        for name, slack in BETTER_LOW.items():
            if name in row and name in old and row[name] > old[name] + slack:
                found.append(f"{_row_name(row)}: {name} {row[name]}, was {old[name]}")
        for name, slack in BETTER_HIGH.items():
            if name in row and name in old and row[name] < old[name] - slack:
                found.append(f"{_row_name(row)}: {name} {row[name]}, was {old[name]}")
    return found


def _row_name(row: dict[str, Any]) -> str:
    return " ".join(
        str(row[n]) for n in ("picture", "kind", "quality", "px_per_module") if n in row
    )


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    top.add_argument("what", choices=["photos", "folder", "virtual", "tags"])
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
    top.add_argument("--opencv", action="store_true", help="measure OpenCV's reader too, slow")
    top.add_argument("--stored", type=Path, help="fail where a row is worse than in this file")
    top.add_argument("--keep", type=Path, help="store the rows in this file")
    top.add_argument("-v", "--verbose", action="store_true", help="name what was missed")
    return top


def cases_for(args: argparse.Namespace) -> Iterator[Case]:
    """The cases the command line asks for."""
    if args.what == "virtual":
        return virtual_cases(args.n, args.first, tuple(args.tiers))
    if args.what == "photos":
        return (folder_case(recorded(name).folder) for name in photo_names())
    return (folder_case(path) for path in args.paths)


def main() -> int:
    """Run the benchmark; 1 where a stored row was better."""
    args = parser().parse_args()
    rows = run_tags(args) if args.what == "tags" else run_tables(cases_for(args), args)
    if args.keep:
        args.keep.write_text(json.dumps(rows, indent=1) + "\n")
    worse = worse_rows(rows, json.loads(args.stored.read_text())) if args.stored else []
    for line in worse:
        print(f"worse: {line}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
