"""Things on real photographs, where they are at hand, beside drawn outlines: a row per kind.

    python -m tests.bench.real_tables [--draw FOLDER] [--stored FILE] [--keep FILE]

A row worse than the stored one fails the run; `--keep` stores the rows, which are numbers alone.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from shapely import Polygon, box

from calibration.camera_pose import CameraPose
from table.picture import Picture
from table.places import TableXY
from table.scene import Thing
from tests.bench.accuracy_rows import row_text, worse_rows
from tests.bench.jobs import Row
from tests.bench.real_pictures import REAL, Drawn, RealTable, real_tables
from tests.bench.score import SAME_THING, overlap
from vision.things.find import things_on_table

STORED = Path(__file__).parent / "stored_real.json"
_DRAWN, _FOUND = (0, 255, 0), (0, 0, 255)  # blue, green, red


def found_on(table: RealTable) -> tuple[Thing, ...]:
    """What is found on a photograph."""
    return things_on_table(table.picture, table.pose, table.spec, [], table.empty)


def rows_of(table: RealTable, things: Sequence[Thing]) -> list[Row]:
    """A row for each kind that is drawn, or of which there should be no more."""
    kinds = table.complete | {drawn.kind for drawn in table.drawn}
    return [_row(table, kind, [t for t in things if t.kind == kind]) for kind in sorted(kinds)]


def _row(table: RealTable, kind: str, things: list[Thing]) -> Row:
    shares, left = [], things
    for drawn in (one for one in table.drawn if one.kind == kind):
        scored = [(_share(table.pose, thing, drawn), thing) for thing in left]
        share, best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
        if share >= SAME_THING:
            shares.append(share)
            left = [thing for thing in left if thing is not best]
    row: Row = {"picture": table.name, "kind": kind, "right": len(shares)}
    row["missed"] = sum(drawn.kind == kind for drawn in table.drawn) - len(shares)
    if kind in table.complete:
        row["invented"] = len(left)
    if shares:
        row["overlap"] = round(float(np.mean(shares)), 3)
    return row


def _share(pose: CameraPose, thing: Thing, drawn: Drawn) -> float:
    """How well a thing covers what is drawn: its top an outline, all that shows of it a box."""
    top = seen_outline(pose, thing, thing.height)
    if not drawn.is_box:
        over = drawn.over or Polygon()
        return overlap(top - over, drawn.outline - over)
    return overlap(box(*top.union(seen_outline(pose, thing, 0.0)).bounds), drawn.outline)


def seen_outline(pose: CameraPose, thing: Thing, height_in: float) -> Polygon:
    """A thing's footprint in the picture as if it lay that high, pixels."""
    ring = TableXY(np.array(thing.footprint.exterior.coords))
    return Polygon(pose.camera_from_table(ring, height_in))


def drawn_over(table: RealTable, things: Sequence[Thing]) -> Picture:
    """The photograph with drawn outlines in green and found ones in red."""
    picture = table.picture
    known = [(drawn.outline, drawn.kind, _DRAWN) for drawn in table.drawn]
    found = [(seen_outline(table.pose, t, t.height), t.kind, _FOUND) for t in things]
    for outline, kind, colour in known + found:
        ring = np.round(np.array(outline.exterior.coords)).astype(np.int32)
        cv2.polylines(picture, [ring], isClosed=True, color=colour, thickness=2)
        left, top = (int(v) for v in ring.min(axis=0))
        cv2.putText(picture, kind, (left, top), cv2.FONT_HERSHEY_PLAIN, 1.2, colour)
    return picture


def main() -> int:
    """Print a row per photograph and kind; 1 where a stored row was better."""
    parser = argparse.ArgumentParser(description="things on real tables beside drawn outlines")
    parser.add_argument("--draw", type=Path, help="a folder for pictures drawn over")
    parser.add_argument("--stored", type=Path, default=STORED, help="rows to compare with")
    parser.add_argument("--keep", type=Path, help="store the rows in this file")
    args = parser.parse_args()
    if not REAL.exists():
        print(f"{REAL}: not there; these photographs are no part of the project")
        return 2
    rows: list[Row] = []
    for table in real_tables():
        things = found_on(table)
        rows += (here := rows_of(table, things))
        print(*map(row_text, here), sep="\n", flush=True)
        if args.draw:
            cv2.imwrite(str(args.draw / f"{table.name}.png"), drawn_over(table, things))
    if args.keep:
        args.keep.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    worse = worse_rows(rows, json.loads(args.stored.read_text(encoding="utf-8")))
    print(*(f"worse: {sentence}" for sentence in worse), sep="\n")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
