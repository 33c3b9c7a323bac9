"""Fit what a look weighs, from pictures of the same things: pointed at on one, found on another.

    python -m tests.bench.fit_look TAUGHT=SEEN...

Each is a folder of the recorded layout with a truth.json; both list the same things in the same
order, and may be the same folder. Printed are the two weights of `[look]` in weights.toml, beside
how well the signs explain which shapes are the thing without them and with them.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from shapely import Polygon

from calibration.camera_pose import CameraPose
from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from table.army_file import read_army
from table.lens_file import read_lens
from table.picture import Picture
from table.places import Floats, TablePoint
from table.table_file import read_table
from table.table_spec import TableSpec, ThingSpec
from tests.bench.score import overlap
from vision.colour.gathering import TagPatch
from vision.look import tag_patches
from vision.pictures.picture_file import read_picture
from vision.tags.read_tags import read_tags
from vision.things.candidate import footprint_of
from vision.things.cells import cells_of
from vision.things.pointed import pointed_at
from vision.things.proposals import proposals
from vision.things.signs import GROUPS, SIGNS, sign_rows, signs_of
from vision.things.weights import WEIGHTS

_LOOK = SIGNS.index("look")
_RIGHT, _WRONG = 0.7, 0.3  # overlap of shapes that are the thing, and that are not
_HOPELESS = -4.0  # nats
_FEWEST_PLACES = 10
_STIFFNESS = 0.5


@dataclass(frozen=True, eq=False)
class Labelled:
    """A picture with where its things really are."""

    picture: Picture
    pose: CameraPose
    spec: TableSpec
    tags: list[TagPatch]
    things: list[dict[str, Any]]


def labelled(folder: Path) -> Labelled:
    """The picture in a folder."""
    picture, army = read_picture(folder / "photo.jpg"), read_army(folder / "army.toml")
    spec, lens = read_table(folder / "table.toml"), folder / "camera.yaml"
    known = read_lens(lens) if lens.exists() else None
    size_wh = (picture.shape[1], picture.shape[0])
    pose = table_pose(corner_markers(picture), spec, known, size_wh, where=folder.name)
    tags = tag_patches(read_tags(picture, pose, army, spec), army)
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    return Labelled(picture, pose, spec, tags, truth["things"])


def learnt(taught: Labelled, number: int, folder: Path) -> ThingSpec | None:
    """The entry for a thing that is pointed at, None where its place is not found."""
    one = taught.things[number]
    ground = Polygon(one["outline"]).buffer(0)
    middle = ground.representative_point()
    thing = ThingSpec(one["kind"], None, one["height"])
    seen = (taught.picture, taught.pose, taught.spec, taught.tags, None)
    found = pointed_at(*seen, place=TablePoint(middle.x, middle.y), thing=thing)
    if found is None or overlap(found.footprint, ground) < _RIGHT:
        return None
    path = folder / f"{number}.png"
    cv2.imwrite(str(path), found.view)
    return replace(thing, size=found.size, look=path)


def rows_of(taught: Labelled, seen: Labelled, folder: Path) -> Iterator[tuple[float, float, bool]]:
    """Of shapes taken for learnt things: odds without the look, its share, whether it is one."""
    entries = [(n, learnt(taught, n, folder)) for n in range(len(taught.things))]
    known = [(n, entry) for n, entry in entries if entry is not None]
    spec = replace(seen.spec, things=tuple(entry for _, entry in known))
    cells = cells_of(seen.picture, seen.pose, spec, seen.tags, None)
    for some in proposals(cells):
        signs = signs_of(cells, some.samples, cells.free, cells.odd)
        for listing, (number, thing) in enumerate(known):
            if thing.kind not in some.kinds:
                continue
            rows = sign_rows(cells, some.samples, signs, listing)
            shares = (rows[:, _LOOK] - WEIGHTS.look[0]) / WEIGHTS.look[1]
            rows[:, _LOOK] = 0.0
            odds = rows @ WEIGHTS.signs[GROUPS[thing.kind]]
            ground = Polygon(seen.things[number]["outline"]).buffer(0)
            likely = (odds > _HOPELESS) & (signs.places >= _FEWEST_PLACES)
            for n in np.flatnonzero(likely).tolist():
                there = footprint_of(cells.flat, some.samples.rings[n], thing.height)
                covers = overlap(there, ground)
                if not _WRONG < covers < _RIGHT:
                    yield float(odds[n]), float(shares[n]), covers >= _RIGHT


def fitted(signs: Floats, odds: Floats, right: Floats) -> tuple[Floats, float]:
    """The weights that explain best which shapes are right, and how much they leave open, nats."""
    weights = np.zeros(signs.shape[1])
    hold = _STIFFNESS * np.eye(len(weights))
    for _ in range(50):
        chance = 1 / (1 + np.exp(-(signs @ weights + odds)))
        bend = signs.T @ (signs * (chance * (1 - chance))[:, None]) + hold
        weights += np.linalg.solve(bend, signs.T @ (right - chance) - _STIFFNESS * weights)
    chance = np.clip(1 / (1 + np.exp(-(signs @ weights + odds))), 1e-9, 1 - 1e-9)
    left = -(right * np.log(chance) + (1 - right) * np.log(1 - chance)).sum()
    return weights, float(left)


def main() -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(description="what a look weighs")
    parser.add_argument("pairs", nargs="+", metavar="TAUGHT=SEEN")
    rows: list[tuple[float, float, bool]] = []
    for pair in parser.parse_args().pairs:
        taught, _, seen = pair.partition("=")
        with tempfile.TemporaryDirectory() as folder:
            there = labelled(Path(seen or taught))
            rows += rows_of(labelled(Path(taught)), there, Path(folder))
    odds, shares, right = np.array(rows, float).T
    (many,), without = fitted(np.ones((len(odds), 1)), odds, right)
    (one, alike), left = fitted(np.column_stack([np.ones(len(odds)), shares]), odds, right)
    # Shapes about one thing are many: how much of that is a look's to say is left to the reader.
    print(f"one = {one - many:.1f} to {one:.1f}\nalike = {alike:.1f}")
    print(f"# {len(odds)} shapes, {right.sum():.0f} right; {without:.0f} nats without, {left:.0f}")


if __name__ == "__main__":
    main()
