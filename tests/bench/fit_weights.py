"""Fit what the signs of things weigh, from labelled pictures, and write the weights' file.

    python -m tests.bench.fit_weights FOLDER[=WEIGHT]... [--printed COUNT] [--write FILE]

Each folder holds labelled pictures in folders of the recorded layout, each of which counts as
much as its weight; tables of printed things are rendered beside them. Every fifth source is kept
aside in turn and scored with weights that were fitted without it; the file tells the score. The
same pictures give the same weights.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any

import cv2
import numpy as np
import shapely
from shapely import Polygon, box

from calibration.camera_pose import CameraPose
from calibration.corner_markers import corner_markers
from calibration.grey import grey_of
from calibration.table_pose import table_pose
from table.army_file import read_army
from table.lens_file import read_lens
from table.picture import Picture
from table.places import CameraXY, Floats
from table.table_file import read_table
from table.table_spec import TableSpec, ThingSpec
from tests.bench.real_pictures import Drawn, RealTable, real_tables
from tests.bench.score import SAME_THING
from tests.virtual.folder import table_toml, write_folder
from tests.virtual.random_table import random_table
from vision.colour.gathering import TagPatch
from vision.colour.listing_warnings import possible
from vision.look import tag_patches
from vision.pictures.picture_file import read_picture
from vision.tags.read_tags import read_tags
from vision.things.cells import Cells, cells_of
from vision.things.explain import Explanation, explained
from vision.things.proposals import Proposed, proposals
from vision.things.signs import GROUPS, SIGNS, sign_rows, signs_of
from vision.things.sizes import outline_height_in
from vision.things.weights import WEIGHTS, SignWeights

FOLDS = 5
_FEWEST_PLACES = 10
_FEW = 40  # of the many shapes that are nothing, for each listing of a picture
_EASY, _HARD = 0.3, 1.0  # what shapes weigh that are proposed, and that nearly won
_HELD, _HELD_COMMON, _HELD_ONE = 4.0, 0.3, 1e-2  # to the common weights; those to 0; "one"
_TURNS = 4
_LEAST = tuple(n / 10 for n in range(-2, 9))  # nats
# What is missed is drawn as something, and one click names it. What is said in vain costs a player
# two: away with it, and what it is.
_IN_VAIN = 2  # times what one that is missed costs
_SAME_COST = 2.0  # what one thing on a real desk counts: less is no difference
_REPOSITORY = re.compile(r"github\.com/[^\s/]+/[^\s/]+")
# What surely speaks for a thing, and what against it.
_WAYS = {
    **dict.fromkeys(("on_edges", "edges", "weakest", "odd_core", "odder"), 1.0),
    **dict.fromkeys(("like_rim", "liker"), 1.0),
    **dict.fromkeys(("cut", "under", "like_beside", "rival", "hollow", "size", "unlike"), -1.0),
}
_RIGHT, _RIGHT_NARROW = (0.45, 0.75), (0.4, 0.65)  # overlap, of what is wrong and of what is right
_LOW = -1.5  # nats, of shapes that nearly won
_PRINTED_SEED, _PRINTED_WEIGHT = 6000, 0.35


@dataclass(frozen=True, eq=False)
class Labelled:
    """A picture with its table's list and where its things really are."""

    folder: str
    source: str  # pictures of one source are kept aside together
    weight: float
    picture: Picture
    pose: CameraPose
    spec: TableSpec
    tags: Sequence[TagPatch]
    truth: Mapping[str, Any]
    fold: int = 0  # the part of all pictures with which it is kept aside


def labelled(folder: Path, weight: float) -> Iterator[Labelled]:
    """The pictures in a folder's folders, with each list that lies beside them."""
    for path in sorted(folder.glob("*/truth.json")):
        here = path.parent
        picture, army = read_picture(here / "photo.jpg"), read_army(here / "army.toml")
        spec, lens = read_table(here / "table.toml"), here / "camera.yaml"
        grey, size_wh = grey_of(picture), (picture.shape[1], picture.shape[0])
        known = read_lens(lens) if lens.exists() else None
        pose = table_pose(corner_markers(grey), spec, known, size_wh, where=here.name)
        tags = tag_patches(read_tags(grey, pose, army, spec), army)
        truth = json.loads(path.read_text(encoding="utf-8"))
        source = folder.name + _source(here)
        for name in ("table.toml", "table-bare.toml"):
            if (here / name).exists():
                listed = possible(read_table(here / name), pose.eye[2])
                yield Labelled(
                    f"{folder.name}/{name}", source, weight, picture, pose, listed, tags, truth
                )


def _source(here: Path) -> str:
    """Where a picture is from: the repository that its `source.txt` names, or its own table."""
    told = here / "source.txt"
    known = _REPOSITORY.search(told.read_text(encoding="utf-8")) if told.exists() else None
    return known[0] if known else re.sub(r"^[a-d](?=\d)", "", here.name)


def in_folds(pictures: Sequence[Labelled]) -> list[Labelled]:
    """The pictures with every fifth source, in their order, in one fold.

    Sources of one folder come one after another: each fold holds some of every folder.
    """
    sources = sorted({one.source for one in pictures})
    return [replace(one, fold=sources.index(one.source) % FOLDS) for one in pictures]


@dataclass(frozen=True, eq=False)
class Rows:
    """Signs of shapes (n, SIGNS), how well each covers a thing of its kind, its group."""

    signs: Floats
    overlap: Floats
    group: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Seen:
    """A picture's cells, and the shapes that are proposed there."""

    cells: Cells
    proposed: Sequence[Proposed]

    def explained(self, weights: SignWeights, least: float | None = None) -> Explanation:
        """What explains the picture."""
        return explained(self.cells, self.proposed, least=least, weights=weights)


def seen_in(one: Labelled) -> Seen:
    """What is seen in a picture before anything is decided."""
    cells = cells_of(one.picture, one.pose, one.spec, one.tags, None)
    return Seen(cells, proposals(cells))


_NO_ROWS = Rows(np.zeros((0, len(SIGNS))), np.zeros(0), ())


def overlaps(
    cells: Cells, rings: Sequence[Floats], listing: int, truth: Mapping[str, Any]
) -> Floats:
    """How well shapes taken for a listing cover the best thing of its kind."""
    thing = cells.spec.things[listing]
    play = box(0, 0, cells.spec.width, cells.spec.height)
    grounds = [
        Polygon(np.asarray(cells.flat.table_from_seen(ring, outline_height_in(thing))))
        for ring in rings
    ]
    own = shapely.intersection(shapely.buffer(np.array(grounds, object), 0), play)
    best = np.zeros(len(rings))
    for one in truth["things"]:
        for ring in (one[key] for key in ("outline", "seen") if key in one):
            if one["kind"] == thing.kind:
                there = Polygon(ring).buffer(0).intersection(play)
                shared = shapely.area(shapely.intersection(own, there))
                both = shapely.area(own) + there.area - shared
                best = np.maximum(best, shared / np.maximum(both, 1e-9))
    return best


def proposed_rows(seen: Seen, truth: Mapping[str, Any]) -> Rows:
    """Rows of proposed shapes: all that cover something, and some that do not."""
    signs, covers, groups = [np.zeros((0, len(SIGNS)))], [np.zeros(0)], list[str]()
    cells, rng = seen.cells, np.random.default_rng(0)
    for some in seen.proposed:
        told = signs_of(cells, some.samples, cells.free, cells.odd)
        for listing, thing in enumerate(cells.spec.things):
            if thing.kind not in some.kinds:
                continue
            rows = sign_rows(cells, some.samples, told, listing)
            cover = overlaps(cells, some.samples.rings, listing, truth)
            there = np.flatnonzero(told.places >= _FEWEST_PLACES)
            good = there[cover[there] > 0.3]
            rest = there[cover[there] <= 0.3]
            kept = np.concatenate([good, rng.permutation(rest)[:_FEW]])
            signs.append(rows[kept])
            covers.append(cover[kept])
            groups += [GROUPS[thing.kind]] * len(kept)
    return Rows(np.concatenate(signs), np.concatenate(covers), tuple(groups))


def chosen_rows(table: Explanation, truth: Mapping[str, Any]) -> Rows:
    """Rows of the shapes of an explanation."""
    chosen = table.chosen
    cover = [overlaps(table.cells, [one.ring], one.listing, truth)[0] for one in chosen]
    groups = tuple(GROUPS[table.kind(one.listing)] for one in chosen)
    signs = np.array([one.row for one in chosen]).reshape(-1, len(SIGNS))
    return Rows(signs, np.array(cover), groups)


def fitted(parts: Sequence[tuple[Labelled, Rows, Rows]]) -> dict[str, Floats]:
    """The weights of each group's signs: logistic regression, likeliest to be right.

    All groups have one set of weights, from which each strays as far as its pictures insist:
    few pictures show a road, and what an edge is worth beside one many others tell.
    """
    way = np.array([_WAYS.get(name, 0.0) for name in SIGNS])
    data = {group: _data(parts, group) for group in sorted(set(GROUPS.values()))}
    common = np.zeros(len(SIGNS))
    for _ in range(_TURNS):
        weights = {group: _logistic(*rows, way, common) for group, rows in data.items()}
        common = sum(weights.values(), np.zeros(len(SIGNS)))
        common[1:] *= _HELD / (_HELD * len(weights) + _HELD_COMMON)
        common[0] /= len(weights)
    # A sign that no picture shows keeps its weight.
    return {
        group: np.where(data[group][0].any(axis=0), row, WEIGHTS.signs[group])
        for group, row in weights.items()
    }


def _data(
    parts: Sequence[tuple[Labelled, Rows, Rows]], group: str
) -> tuple[Floats, Floats, Floats]:
    """The signs of a group's shapes, how right each is, and what it counts."""
    signs, wanted, counts = [np.zeros((0, len(SIGNS)))], [np.zeros(0)], [np.zeros(0)]
    for one, easy, hard in parts:
        own = np.array([g == group for g in easy.group], bool)
        goal = _wanted(easy.overlap[own], group)
        there, nothing = max(goal.sum(), 0.5), max((1 - goal).sum(), 1.0)
        signs.append(easy.signs[own])
        wanted.append(goal)
        counts.append(_EASY * one.weight * (goal * 3 / there + (1 - goal) * 5 / nothing))
        own = np.array([g == group for g in hard.group], bool)
        signs.append(hard.signs[own])
        wanted.append(_wanted(hard.overlap[own], group))
        counts.append(np.full(own.sum(), _HARD * one.weight))
    return np.concatenate(signs), np.concatenate(wanted), np.concatenate(counts)


def _wanted(overlap: Floats, group: str) -> Floats:
    """How right a shape is that covers a thing so well; narrow ones cover less by little."""
    low, high = _RIGHT_NARROW if group in {"bar", "strip"} else _RIGHT
    return np.asarray(np.clip((overlap - low) / (high - low), 0, 1))


def _logistic(rows: Floats, wanted: Floats, counts: Floats, way: Floats, near: Floats) -> Floats:
    """Weights that make rows likeliest to be what is wanted, held near some and on their side of 0.

    Where `way` is not 0 the weight has its sign or is 0.
    """
    held = np.eye(rows.shape[1]) * _HELD
    held[0, 0] = _HELD_ONE
    weights = near.copy()
    for _ in range(100):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (counts * (chance - wanted)) + held @ (weights - near)
        sure = counts * np.maximum(chance * (1 - chance), 1e-4)
        curve = (rows * sure[:, None]).T @ rows + held
        # What lies at its bound and would leave it stays there.
        free = np.flatnonzero((way * weights > 0) | (way * slope <= 0))
        step = np.zeros_like(weights)
        step[free] = np.linalg.solve(curve[np.ix_(free, free)], slope[free])
        step *= min(1.0, 2 / max(float(np.abs(step).max()), 1e-9))
        moved = weights - step
        moved = np.where(way * moved < 0, 0.0, moved)
        done = np.abs(moved - weights).max() < 1e-4
        weights = moved
        if done:
            break
    return weights


def scored(table: Explanation, truth: Mapping[str, Any]) -> tuple[int, int, int]:
    """How many things a table has, how many are found, how many more are said."""
    left = list(truth["things"])
    found = 0
    for one in table.chosen:
        kind = table.kind(one.listing)
        shares = [
            overlaps(table.cells, [one.ring], one.listing, {"things": [t]})[0]
            if t["kind"] == kind
            else 0.0
            for t in left
        ]
        if shares and max(shares) >= SAME_THING:
            found += 1
            left.pop(int(np.argmax(shares)))
    return len(truth["things"]), found, len(table.chosen) - found


def text_of(weights: SignWeights, note: str) -> str:
    """The weights' file."""
    lines = [f"# {line}" for line in note.splitlines()]
    lines += [
        "",
        "[listed]",
        f"share = {weights.listed_size}",
        f"side_in = {weights.listed_side_in}",
    ]
    lines += ["", "[said]", f"least = {weights.least}"]
    lines += ["", "[look]", f"one = {weights.look[0]}", f"alike = {weights.look[1]}"]
    lines += ["", "[sizes]"]
    lines += [f"{kind} = {list(row)}" for kind, row in weights.sizes.items()]
    for group, row in weights.signs.items():
        lines += ["", f"[signs.{group}]"]
        known = zip(SIGNS, row, strict=True)
        lines += [f"{name} = {value:.3f}" for name, value in known if name != "look"]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, eq=False)
class Lesson:
    """A labelled picture, what is seen in it, and the rows that it taught so far."""

    one: Labelled
    seen: Seen
    proposed: Rows
    chosen: Rows


def first_lessons(pictures: Sequence[Labelled]) -> list[Lesson]:
    """The rows of all proposed shapes."""
    return [_first_lesson(one, seen_in(one)) for one in pictures]


def _first_lesson(one: Labelled, seen: Seen) -> Lesson:
    return Lesson(one, seen, proposed_rows(seen, one.truth), _NO_ROWS)


def learnt(lessons: Sequence[Lesson], aside: int | None = None) -> SignWeights:
    """The weights that some lessons teach, one fold of them kept aside."""
    parts = [(each.one, each.proposed, each.chosen) for each in lessons if each.one.fold != aside]
    return replace(WEIGHTS, signs=fitted(parts))


def harder(lessons: Sequence[Lesson]) -> list[Lesson]:
    """The lessons with the shapes that nearly win where their own picture taught nothing."""
    weights = {fold: learnt(lessons, fold) for fold in range(FOLDS)}
    more = []
    for each in lessons:
        table = each.seen.explained(weights[each.one.fold], _LOW)
        rows = chosen_rows(table, each.one.truth)
        more.append(replace(each, chosen=_both(each.chosen, rows)))
    return more


def _both(one: Rows, other: Rows) -> Rows:
    return Rows(
        np.concatenate([one.signs, other.signs]),
        np.concatenate([one.overlap, other.overlap]),
        one.group + other.group,
    )


def best_least(lessons: Sequence[Lesson], folds: Mapping[int, SignWeights]) -> float:
    """The odds, nats, from which things are said, so that what is missed and in vain costs least.

    Of choices that cost the same it is the lowest, by which most is found. Each picture is judged
    by the weights that were fitted without it; their odds hold there, so they are left as they
    are. All that was weighed is printed, one row for each choice.
    """
    gains = []
    for least in _LEAST:
        scores = [_score(each, replace(folds[each.one.fold], least=least)) for each in lessons]
        gain = sum(
            each.one.weight * (found - _IN_VAIN * more)
            for each, (_, found, more) in zip(lessons, scores, strict=True)
        )
        gains.append(gain)
        print(f"{least:+.1f} nats, worth {gain:.1f}: {_told(lessons, scores)}", file=sys.stderr)
    enough = np.array(gains) >= max(gains) - _SAME_COST
    return _LEAST[int(np.argmax(enough))]


def _score(lesson: Lesson, weights: SignWeights) -> tuple[int, int, int]:
    return scored(lesson.seen.explained(weights), lesson.one.truth)


def score_text(lessons: Sequence[Lesson], weights: Mapping[int, SignWeights]) -> str:
    """What weights, told for each fold, find in each folder, and what they say in vain."""
    return _told(lessons, [_score(each, weights[each.one.fold]) for each in lessons])


def _told(lessons: Sequence[Lesson], scores: Sequence[tuple[int, int, int]]) -> str:
    """The scores of each folder's pictures together."""
    sums: dict[str, Floats] = {}
    for each, counts in zip(lessons, scores, strict=True):
        folder = each.one.folder
        sums[folder] = sums.get(folder, np.zeros(3)) + np.array(counts)
    rows = [
        f"{_words(folder)} {found / max(things, 1):.0%} and {more / max(found + more, 1):.0%}"
        for folder, (things, found, more) in sums.items()
    ]
    return "; ".join(rows)


def _words(folder: str) -> str:
    """A folder's name and which of its lists it is."""
    return folder.replace("/table.toml", "").replace("/table-bare.toml", " without colours")


def main() -> int:
    """Fit the weights and print their file, or write it."""
    parser = argparse.ArgumentParser(description="fit what the signs of things weigh")
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER[=WEIGHT]")
    parser.add_argument("--printed", type=int, default=0, help="rendered tables of printed things")
    parser.add_argument("--drawn", type=float, metavar="WEIGHT", help="use real_pictures too")
    parser.add_argument("--rounds", type=int, default=4, help="of shapes that nearly win")
    parser.add_argument("--write", type=Path, help="the weights' file")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    pictures = [one for folder in args.folders for one in labelled(*_weighted(folder))]
    if args.drawn:
        pictures += drawn(args.drawn)
    pictures += printed(args.printed)
    lessons = first_lessons(in_folds(pictures))
    for _ in range(args.rounds):
        lessons = harder(lessons)
    whole = learnt(lessons)
    folds = {fold: learnt(lessons, fold) for fold in range(FOLDS)}
    least = best_least(lessons, folds)
    folds = {fold: replace(weights, least=least) for fold, weights in folds.items()}
    own = dict.fromkeys(range(FOLDS), replace(whole, least=least))
    note = (
        f"Made by tests/bench/fit_weights.py on {datetime.now(UTC).date()}; nobody types these.\n"
        + "\n".join(
            wrap(
                "Found of what is there, and in vain of what is said (doubles count as in vain). "
                f"Fitted to: {score_text(lessons, own)}. "
                f"Kept aside, by source: {score_text(lessons, folds)}.",
                95,
            )
        )
    )
    text = text_of(own[0], note)
    if args.write:
        args.write.write_text(text, encoding="utf-8")
    print(text)
    return 0


def printed(count: int) -> Iterator[Labelled]:
    """Rendered tables of printed things among clutter, each with and without colours."""
    with TemporaryDirectory() as folder:
        tables = Path(folder) / "printed"
        for seed in range(_PRINTED_SEED, _PRINTED_SEED + count):
            tier = ("normal", "hard")[seed % 2]
            table = random_table(seed, tier, size_wh=(1920, 1080), printed=True)
            write_folder(table, tables / str(seed))
            bare = replace(table.spec, things=tuple(map(_bare, table.spec.things)))
            (tables / str(seed) / "table-bare.toml").write_text(table_toml(bare), encoding="utf-8")
        yield from labelled(tables, _PRINTED_WEIGHT)


def drawn(weight: float) -> Iterator[Labelled]:
    """Photographs without markers in which things are drawn, each with and without colours."""
    for table in real_tables():
        boxed = {one.kind for one in table.drawn if one.is_box}
        outlined = [one for one in table.drawn if one.kind not in boxed]
        kinds = (table.complete | {one.kind for one in outlined}) - boxed
        own = tuple(thing for thing in table.spec.things if thing.kind in kinds)
        if not own or table.empty_file is not None:
            continue
        heights = {thing.kind: thing.height for thing in own}
        truth = {"things": [_on_table(table, one, heights[one.kind]) for one in outlined]}
        # Pictures of one folder may be of one room; the cups' are each of their own.
        source = (
            table.name if table.file.parent.name == "table_mugs_cc0" else table.file.parent.name
        )
        for name, listed in (("table", own), ("table-bare", tuple(map(_bare, own)))):
            spec, listing = replace(table.spec, things=listed), f"drawn/{name}.toml"
            yield Labelled(listing, source, weight, table.picture, table.pose, spec, [], truth)


def _on_table(table: RealTable, one: Drawn, height_in: float) -> dict[str, Any]:
    ring = CameraXY(np.array(one.outline.exterior.coords[:-1]))
    return {"kind": one.kind, "outline": table.pose.table_from_camera(ring, height_in)}


def _bare(thing: ThingSpec) -> ThingSpec:
    return replace(thing, colour=None)


def _weighted(folder: Path) -> tuple[Path, float]:
    """A folder and what each of its pictures counts, `desks=2` for twice."""
    name, _, weight = str(folder).partition("=")
    return Path(name), float(weight or 1)


if __name__ == "__main__":
    sys.exit(main())
