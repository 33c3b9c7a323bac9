"""Real photographs of cups on wooden tables, where they are at hand: rims beside drawn outlines.

    python -m tests.bench.real_tables [--draw FOLDER]

They lie beside the project, in `../shared/real`, and are not part of it. They have no corner
markers, so the camera is taken to look straight down from an arm's length, the scale to be the
one that gives the cup a cup's size, and white papers are painted into the corners.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from shapely import Polygon, affinity
from shapely.geometry import Point

from calibration.camera_pose import CameraPose
from table.lens import Lens
from table.picture import Picture
from table.places import TableXY
from table.scene import Thing
from table.table_spec import TableSpec, ThingSpec
from tests.bench.score import overlap
from vision.evidence import marker_corners
from vision.picture_file import read_picture
from vision.things import things_on_table

CUPS = Path(__file__).parents[3] / "shared" / "real" / "table_mugs_cc0"
_EYE_IN = 30.0
_PAPER_IN = 0.6


@dataclass(frozen=True, slots=True)
class Cup:
    """A photograph, its scale, and the colours a player would list."""

    file: str
    px_per_in: float
    mug: str
    saucer: str | None = None


PHOTOS = (
    Cup("brigitte-tohm-143446.jpg", 100.0, "#d8dce0", "#c3ced6"),
    Cup("drew-coffman-110617.jpg", 120.0, "#d5d0e0", "#d5d0e8"),
    Cup("freddy-castro-133326.jpg", 45.0, "#f0ece8"),
    Cup("mikesh-kaos-42527.jpg", 100.0, "#20262a"),
    Cup("rab-ritchie-68872.jpg", 95.0, "#e4dcd8", "#d8d4d0"),
)


def straight_down(size_wh: tuple[int, int], px_per_in: float) -> CameraPose:
    """A camera over the middle of the picture's table."""
    width, height = size_wh
    focal = px_per_in * _EYE_IN
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    middle = np.array([-width / 2 / px_per_in, -height / 2 / px_per_in, _EYE_IN])
    return CameraPose(Lens(size_wh, matrix, np.zeros(5)), np.eye(3), middle, 0.0)


def spec_of(cup: Cup, size_wh: tuple[int, int]) -> TableSpec:
    """The table file a player would write."""
    things = [ThingSpec("mug", cup.mug, 2.8)]
    if cup.saucer is not None:
        things.append(ThingSpec("plate", cup.saucer, 0.6))
    width, height = (pixels / cup.px_per_in for pixels in size_wh)
    return TableSpec(width, height, _PAPER_IN, tuple(things))


def with_papers(picture: Picture, pose: CameraPose, spec: TableSpec) -> Picture:
    """The picture with white papers in its corners, as bright as its brightest places."""
    white = np.percentile(picture.reshape(-1, 3), 99, axis=0)
    papered = picture.copy()
    for corners in marker_corners(spec):
        pixels = np.round(pose.camera_from_table(TableXY(corners), 0.0)).astype(np.int32)
        cv2.fillConvexPoly(papered, pixels, white.tolist())
    return papered


def found_on(cup: Cup) -> tuple[CameraPose, tuple[Thing, ...]]:
    """What is found on a photograph."""
    picture = read_picture(CUPS / cup.file)
    size_wh = (picture.shape[1], picture.shape[0])
    pose, spec = straight_down(size_wh, cup.px_per_in), spec_of(cup, size_wh)
    return pose, things_on_table(with_papers(picture, pose, spec), pose, spec, [])


def outlines_of(cup: Cup) -> dict[str, Polygon]:
    """The drawn outlines of a photograph in pixels, by kind."""
    rows = json.loads((CUPS / "ground_truth.json").read_text(encoding="utf-8"))
    (row,) = [row for row in rows if row["file"] == cup.file]
    kinds = {"mug": "mug", "saucer": "plate"}
    return {
        kinds[drawn["class"]]: affinity.scale(
            Point(drawn["cx"], drawn["cy"]).buffer(1.0), drawn["rx"], drawn["ry"]
        )
        for drawn in row["objects"]
        if drawn["class"] in kinds
    }


def seen_outline(pose: CameraPose, thing: Thing) -> Polygon:
    """A thing's rim in the picture, pixels."""
    ring = TableXY(np.array(thing.footprint.exterior.coords))
    return Polygon(pose.camera_from_table(ring, thing.height))


def overlaps(cup: Cup) -> dict[str, float]:
    """How well each drawn outline is covered by the best thing of its kind, 0 where none is."""
    pose, things = found_on(cup)
    return {
        kind: max(
            (overlap(seen_outline(pose, t), outline) for t in things if t.kind == kind), default=0.0
        )
        for kind, outline in outlines_of(cup).items()
    }


def drawn_over(cup: Cup) -> Picture:
    """The photograph with drawn outlines in green and found ones in red."""
    picture = read_picture(CUPS / cup.file).copy()
    pose, things = found_on(cup)
    found = [(seen_outline(pose, thing), (0, 0, 255)) for thing in things]
    known = [(outline, (0, 255, 0)) for outline in outlines_of(cup).values()]
    for outline, colour in known + found:
        ring = np.round(np.array(outline.exterior.coords)).astype(np.int32)
        cv2.polylines(picture, [ring], isClosed=True, color=colour, thickness=2)
    return picture


def main() -> int:
    """Print a row per photograph; 0 where the photographs are at hand."""
    parser = argparse.ArgumentParser(description="cups on real tables beside drawn outlines")
    parser.add_argument("--draw", type=Path, help="a folder for pictures drawn over")
    args = parser.parse_args()
    if not CUPS.exists():
        print(f"{CUPS}: not there; these photographs are no part of the project")
        return 2
    for cup in PHOTOS:
        shares = "  ".join(f"{kind} {share:.3f}" for kind, share in overlaps(cup).items())
        print(f"{cup.file}  {shares}")
        if args.draw:
            cv2.imwrite(str(args.draw / f"{Path(cup.file).stem}.png"), drawn_over(cup))
    return 0


if __name__ == "__main__":
    sys.exit(main())
